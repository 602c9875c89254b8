/** The store: everything that the app can do to a list on this device, and read of it. */
import type { AlreadyListed, Change, ChangeFailure } from '#core/change/change.ts';
import { applyChange } from '#core/change/apply-change.ts';
import { type Diff, diffToPatches, type Patch, reverseDiff } from '#core/diff/diff.ts';
import { createUndoHistory, type ListWrite, NO_HISTORY_CHANGE, type UndoWrite } from '#core/history/history.ts';
import { createId } from '#core/id/create-id.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import type { List } from '#core/list/list.ts';
import { createListeners, createNotifier } from '#core/listeners.ts';
import type { Memory } from '#core/memory/memory.ts';
import type { NameOrder } from '#core/name/name-key.ts';
import { ok, type Result } from '#core/result.ts';
import { createListView, type ListView, type ViewKey } from '#core/view/list-view.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Storage, StorageFailure, StoredState, Tabs, Written } from '#client/ports/storage.ts';
import { createCatchUp, createHeldChanges } from './incoming-changes.ts';
import { openOutbox, type Outbox } from './outbox.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** The keys to subscribe to. `incoming`: changes of other tabs or the sync were read from the disk. */
export type StoreKey = ViewKey | 'history' | 'storage' | 'outbox' | 'incoming';

/** The origin of a diff: an action of the user of this tab, their Undo or Redo, or another tab or device. */
export type DiffSource = 'user' | 'undo' | 'remote';

/** A change that was applied. It can be reverted individually, even after later changes. */
export type AppliedChange = {
  readonly diff: Diff;
  readonly stepId: string | null;
  readonly alreadyListed: AlreadyListed | null;
};

export type Store = {
  /** The current list. It changes with every diff. */
  readonly list: List;
  readonly view: ListView;
  /** Calls back whenever what this key stands for has changed. Returns a function that unsubscribes. */
  readonly subscribe: (key: StoreKey, listener: () => void) => () => void;
  /** Calls back after every diff of any origin. */
  readonly onDiff: (listener: (diff: Diff, source: DiffSource) => void) => () => void;
  /**
   * Applies a change. When the call returns, the subscribers of what it changed have been called, and its write to the disk has started.
   * @param isStep false for a change that the user did not make here, and that Undo must not take back
   * @returns the applied change, or why it was refused
   */
  readonly applyChange: (change: Change, isStep?: boolean) => Result<AppliedChange, ChangeFailure>;
  /** Reverts one change, wherever it is in the history: the Undo button of a toast. */
  readonly revert: (done: AppliedChange) => void;
  /**
   * Undoes the last change. Returns that change, or null if there was nothing to undo.
   * @param after the id of a step; only later ones are undone, such as those of a shopping trip
   */
  readonly undo: (after?: string) => Diff | null;
  /** Redoes the change that was undone last. Returns that change, or null if there was nothing to redo. */
  readonly redo: (after?: string) => Diff | null;
  readonly canUndo: (after?: string) => boolean;
  readonly canRedo: (after?: string) => boolean;
  /** The id of the latest step, undone or not; '' if there is none. */
  readonly lastStep: () => string;
  /** A new id for a row (product L4). */
  readonly createId: () => string;
  /** The current time as ISO 8601 text. */
  readonly now: () => string;
  /** Moves rows that were ticked or unticked to where 'Checked items last' has them; called when the list is at rest (product L6). */
  readonly sortTicked: () => void;
  /** Applies the setting 'Checked items last' at once. */
  readonly setTickedLast: (isOn: boolean) => void;
  /** Chooses a store on this device, or none: categories and items move at once (product O2, O3). */
  readonly chooseStore: (store: StoreId | null) => void;
  /** Holds back changes from elsewhere that would move rows (product L6). @param mustWait called for each such change */
  readonly setGate: (mustWait: () => boolean) => void;
  /** Shows what was held back. Every action except a tick does this first. */
  readonly release: () => void;
  /** Why changes are in memory only; null while the disk accepts them (product D2). */
  readonly storageFailure: () => StorageFailure | null;
  /** The patches that the base does not include: only this device has them. */
  readonly patches: () => readonly Patch[];
  /** Compacts the outbox into the base, on disk and in memory. Only the demo does this: it never syncs. Returns whether it worked. */
  readonly compact: () => Promise<boolean>;
  /**
   * Shows changes that something else wrote to the disk, here and in the other tabs.
   * @param written the changes of the last write, if known
   */
  readonly catchUp: (written?: Written) => Promise<void>;
  readonly close: () => void;
};

export type StoreParts = {
  readonly storage: Storage;
  readonly tabs: Tabs;
  readonly clock: Clock;
  readonly order: NameOrder;
  /** Whether ticked items come last in their category; false by default. */
  readonly isTickedLast?: boolean;
};

/**
 * Creates the store of an open list.
 * @param state the result of `storage.open`
 */
export function createStore(parts: StoreParts, state: StoredState): Store {
  const { storage, tabs, clock } = parts;
  const { memory, outbox } = openOutbox(state);
  const { list } = memory;
  const { show, notify, ...shown } = createScreen(memory, parts, state);
  const steps = createUndoHistory(state.history, clock);
  const { write, incoming, held, queue } = createDisk(parts, { list, outbox, steps, show, notify }, state);
  const catchUp = async (written?: Written): Promise<void> => {
    await incoming.catchUp(written);
    tabs.announce();
  };
  const { release, setGate } = held;
  return {
    list,
    ...shown,
    ...createUndo({ write, steps, list, release }),
    applyChange(change, isStep = true) {
      if (change.type !== 'check-item') release();
      const result = applyChange(list, change);
      if (!result.ok) return result;
      const { diff, alreadyListed } = result.value;
      const step = isStep ? steps.record(diff) : { id: null, change: NO_HISTORY_CHANGE };
      if (diff.length > 0) write({ diff, historyChange: step.change }, 'user');
      return ok({ diff, stepId: step.id, alreadyListed });
    },
    createId: () => createId(clock.now(), clock.randomHex),
    now: clock.isoNow,
    setGate,
    release,
    storageFailure: queue.failure,
    patches: outbox.patches,
    async compact() {
      const compacted = await storage.compact();
      if (compacted.ok) await catchUp();
      return compacted.ok;
    },
    catchUp,
    close: followTabs(tabs, queue, incoming.catchUp),
  };
}

/** What the screens see: the list in memory, its view, and who is notified of its changes. */
function createScreen(
  { list, apply }: Memory,
  { order, isTickedLast, storage }: StoreParts,
  { chosenStore }: StoredState,
) {
  const view = createListView(list, order, { isTickedLast, chosenStore });
  const { subscribe, notify } = createNotifier<StoreKey>();
  const diffListeners = createListeners<[Diff, DiffSource]>();
  /** Applies a diff and notifies the listeners that it concerns. */
  const show = (diff: Diff, source: DiffSource): void => {
    if (diff.length === 0) return;
    apply(diff);
    const keys = view.update(diff);
    diffListeners.notify(diff, source);
    notify(keys);
  };
  return {
    view,
    subscribe,
    notify,
    onDiff: diffListeners.add,
    show,
    sortTicked: (): void => notify(view.sortTicked()),
    setTickedLast: (isOn: boolean): void => notify(view.setTickedLast(isOn)),
    chooseStore(store: StoreId | null): void {
      storage.saveChosenStore(store);
      notify(view.chooseStore(store));
    },
  };
}

type Shown = Pick<ReturnType<typeof createScreen>, 'show' | 'notify'> & {
  readonly list: List;
  readonly outbox: Outbox;
  readonly steps: ReturnType<typeof createUndoHistory>;
};

/** The way of a change: first to the disk, then to the screen. Also shows what other tabs and the sync wrote to the disk. */
function createDisk(
  { storage, tabs, clock }: StoreParts,
  { list, outbox, steps, show, notify }: Shown,
  state: StoredState,
) {
  const queue = createWriteQueue(storage, clock, () => {
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
  const write = ({ diff, historyChange: change }: ListWrite, source: 'user' | 'undo'): void => {
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
    show(diff, source);
    notify(['history']);
  };
  return { write, held, incoming, queue };
}

/** Another tab has written, or this one is in view again: there may be changes to read, and the disk may have recovered. */
function followTabs(tabs: Tabs, queue: WriteQueue, catchUp: () => Promise<void>): () => void {
  const stop = tabs.onChange(() => {
    queue.retry();
    void catchUp();
  });
  return () => {
    stop();
    queue.close();
  };
}

type UndoParts = Pick<Shown, 'list' | 'steps'> &
  Pick<Store, 'release'> & { readonly write: (step: ListWrite, source: 'undo') => void };

function createUndo({ write, steps, list, release }: UndoParts) {
  const writeStep = <S extends ListWrite>(take: (from: List) => S | null): S | null => {
    release();
    const step = take(list);
    if (step) write(step, 'undo');
    return step;
  };
  return {
    revert({ diff, stepId }: AppliedChange): void {
      if (stepId === null) writeStep((from) => reverseChange(from, diff));
      else writeStep((from) => steps.revert(from, { id: stepId, diff }));
    },
    undo: (after?: string) => undoneDiff(writeStep((from) => steps.undo(from, after))),
    redo: (after?: string) => undoneDiff(writeStep((from) => steps.redo(from, after))),
    canUndo: steps.canUndo,
    canRedo: steps.canRedo,
    lastStep: steps.lastStep,
  };
}

const undoneDiff = (step: UndoWrite | null): Diff | null =>
  step === null || step.target.length === 0 ? null : step.target;

/** Reverses a change without an undo step, such as deleting a saved list; null if none of it is left. */
function reverseChange(list: List, change: Diff): ListWrite | null {
  const diff = reverseDiff(list, change);
  return diff.length === 0 ? null : { diff, historyChange: NO_HISTORY_CHANGE };
}
