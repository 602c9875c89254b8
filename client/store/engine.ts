/** Where an act goes: to the disk first, then to the screen; and how other tabs' acts come in. */
import { diffToPatches } from '#core/diff/diff.ts';
import type { Patch } from '#core/diff/diff.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Storage, StorageFailure, StoredState } from '#client/ports/storage.ts';
import type { Written } from '#client/ports/sync-storage.ts';
import type { Tabs } from '#client/ports/tabs.ts';
import { createCatchUp } from './catch-up.ts';
import { createDisk } from './disk.ts';
import { createDisplay } from './display.ts';
import type { Display } from './display.ts';
import { createSteps } from './steps.ts';
import type { Step, Steps } from './steps.ts';

export type StoreParts = {
  readonly storage: Storage;
  readonly tabs: Tabs;
  readonly clock: Clock;
  readonly order: NameOrder;
};

export type Engine = Pick<Display, 'list' | 'view' | 'subscribe' | 'onDiff'> & {
  readonly steps: Steps;
  /** Makes a step of this tab's shopper durable and visible. */
  readonly write: (step: Step) => void;
  /** Why acts are in memory only; null while the disk takes them (product D2). */
  readonly storageFailure: () => StorageFailure | null;
  /** The patches that are not in the base: nobody but this device has them yet. */
  readonly patches: () => readonly Patch[];
  /** Takes in what other tabs and the sync did. */
  readonly catchUp: (written?: Written) => Promise<void>;
};

export function createEngine({ storage, tabs, clock, order }: StoreParts, state: StoredState): Engine {
  const { display, outbox } = createDisplay(state, order);
  const { list, view, show, subscribe, notify, onDiff } = display;
  const steps = createSteps(state.history, clock);
  const disk = createDisk(storage, () => {
    notify(['storage']);
    // Meanwhile the history of other tabs was not taken in.
    if (disk.failure() === null) void news.catchUp();
  });
  const news = createCatchUp({ storage, outbox, list, state }, (diff, history) => {
    show(diff, 'remote');
    // What the disk refused is in this tab's history only.
    if (history && disk.failure() === null) steps.replace(history);
    notify(['history', 'news']);
  });
  const write = ({ diff, change }: Step): void => {
    const patches = diffToPatches(diff);
    const onKey = outbox.add(patches);
    news.noteAct();
    disk.write({ patches, history: change }, (key) => {
      show(onKey(key, list), 'remote');
      news.noteKey(key);
      tabs.announce();
      notify(['outbox']);
    });
    steps.change(change);
    show(diff, 'user');
    notify(['history']);
  };
  const { catchUp } = news;
  const { patches } = outbox;
  return { list, view, subscribe, onDiff, steps, write, storageFailure: disk.failure, patches, catchUp };
}
