/** The path of a change: first to the disk, then to the screen. Also shows the changes of other tabs. */
import { diffToPatches } from '#core/diff/diff.ts';
import type { Patch } from '#core/diff/diff.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Storage, StorageFailure, StoredState } from '#client/ports/storage.ts';
import type { Written } from '#client/ports/sync-storage.ts';
import type { Tabs } from '#client/ports/tabs.ts';
import { createCatchUp } from './catch-up.ts';
import { createDisplay } from './display.ts';
import type { Display } from './display.ts';
import { createHeldChanges } from './held-changes.ts';
import type { HeldChanges } from './held-changes.ts';
import { createUndoHistory } from './undo-history.ts';
import type { ListWrite, UndoHistory } from './undo-history.ts';
import { createWriteQueue } from './write-queue.ts';

export type StoreParts = {
  readonly storage: Storage;
  readonly tabs: Tabs;
  readonly clock: Clock;
  readonly order: NameOrder;
  /** Whether ticked items come last in their category; false by default. */
  readonly isTickedLast?: boolean;
};

export type Engine = Pick<Display, 'list' | 'view' | 'subscribe' | 'sortTicked' | 'setTickedLast' | 'onDiff'> & {
  readonly steps: UndoHistory;
  /** Holds back changes from elsewhere that would move rows (product L6). @param mustWait called for each such change */
  readonly setGate: HeldChanges['setGate'];
  /** Shows what was held back. Every action except a tick does this first. */
  readonly release: () => void;
  /** Writes a step of this tab's user, and shows it. */
  readonly write: (step: ListWrite) => void;
  /** Why changes are in memory only; null while the disk accepts them (product D2). */
  readonly storageFailure: () => StorageFailure | null;
  /** The patches that the base does not include: only this device has them. */
  readonly patches: () => readonly Patch[];
  /** Shows what other tabs and the sync wrote to the disk. */
  readonly catchUp: (written?: Written) => Promise<void>;
};

export function createEngine(parts: StoreParts, state: StoredState): Engine {
  const { storage, tabs, clock, order, isTickedLast } = parts;
  const { display, outbox } = createDisplay(state, order, isTickedLast);
  const { list, view, show, subscribe, sortTicked, setTickedLast, notify, onDiff } = display;
  const steps = createUndoHistory(state.history, clock);
  const queue = createWriteQueue(storage, () => {
    notify(['storage']);
    // While the disk failed, the history of other tabs was not read.
    if (queue.failure() === null) void incoming.catchUp();
  });
  const held = createHeldChanges({
    readChanges: (ids) => outbox.readChanges(list, ids),
    show: (diff) => show(diff, 'remote'),
  });
  const incoming = createCatchUp({ storage, outbox, list, state }, (diff, history) => {
    held.show(diff);
    // Changes that the disk refused are in this tab's history only.
    if (history && queue.failure() === null) steps.replace(history);
    notify(['history', 'incoming']);
  });
  const write = ({ diff, historyChange: change }: ListWrite): void => {
    const patches = diffToPatches(diff);
    const onKey = outbox.add(patches);
    incoming.reportChange();
    queue.write({ patches, history: change }, (key) => {
      held.show(onKey(key, list));
      incoming.reportKey(key);
      tabs.announce();
      notify(['outbox']);
    });
    steps.change(change);
    show(diff, 'user');
    notify(['history']);
  };
  const { catchUp } = incoming;
  const { setGate, release } = held;
  const { patches } = outbox;
  const shown = { list, view, subscribe, sortTicked, setTickedLast, onDiff };
  return { ...shown, steps, write, setGate, release, storageFailure: queue.failure, patches, catchUp };
}
