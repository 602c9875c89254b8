/** The store: everything that the app can do to a list on this device, and read of it. */
import type { AlreadyListed, ChangeFailure } from '#core/change/change-result.ts';
import { applyChange } from '#core/change/apply-change.ts';
import type { Change } from '#core/change/change.ts';
import type { Diff } from '#core/diff/diff.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import { reverseDiff } from '#core/diff/reverse-diff.ts';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { createId } from '#core/id/create-id.ts';
import type { List } from '#core/list/list.ts';
import type { Result } from '#core/result.ts';
import { ok } from '#core/result.ts';
import type { StoredState } from '#client/ports/storage.ts';
import type { Written } from '#client/ports/sync-storage.ts';
import { createEngine } from './engine.ts';
import type { Engine, StoreParts } from './engine.ts';
import type { ListWrite, UndoWrite } from './undo-history.ts';

/** A change that was applied. It can be reverted individually, even after later changes. */
export type AppliedChange = {
  readonly diff: Diff;
  readonly stepId: string | null;
  readonly alreadyListed: AlreadyListed | null;
};

export type Store = Omit<Engine, 'write' | 'steps' | 'catchUp'> & {
  /**
   * Applies a change. When the call returns, it is on screen, and its write to the disk has started.
   * @param isStep false for a change that the user did not make here, and that Undo must not take back
   * @returns the applied change, or why it was refused
   */
  readonly applyChange: (change: Change, isStep?: boolean) => Result<AppliedChange, ChangeFailure>;
  /** Reverts one change, wherever it is in the history: the Undo button of a toast. */
  readonly revert: (done: AppliedChange) => void;
  /** Undoes the last change. Returns that change, or null if there was nothing to undo. */
  readonly undo: () => Diff | null;
  /** Redoes the change that was undone last. Returns that change, or null if there was nothing to redo. */
  readonly redo: () => Diff | null;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  /** A new id for a row (product L4). */
  readonly createId: () => string;
  /** The current time as ISO 8601 text. */
  readonly now: () => string;
  /** Compacts the outbox into the base, on disk and in memory. Only the demo does this: it never syncs. Returns whether it worked. */
  readonly compact: () => Promise<boolean>;
  /**
   * Loads changes that something else wrote to the disk, here and in the other tabs.
   * @param written the changes of the last write, if known
   */
  readonly loadIncoming: (written?: Written) => Promise<void>;
  readonly close: () => void;
};

/**
 * Creates the store of an open list.
 * @param state the result of `storage.open`
 */
export function createStore(parts: StoreParts, state: StoredState): Store {
  const { storage, tabs, clock } = parts;
  const { write, steps, catchUp, ...engine } = createEngine(parts, state);
  const loadIncoming = async (written?: Written): Promise<void> => {
    await catchUp(written);
    tabs.announce();
  };
  return {
    ...engine,
    ...createUndo({ write, steps, ...engine }),
    applyChange(change, isStep = true) {
      if (change.type !== 'check-item') engine.release();
      const result = applyChange(engine.list, change);
      if (!result.ok) return result;
      const { diff, alreadyListed } = result.value;
      const step = isStep ? steps.record(diff) : { id: null, change: NO_HISTORY_CHANGE };
      if (!isEmptyDiff(diff)) write({ diff, historyChange: step.change });
      return ok({ diff, stepId: step.id, alreadyListed });
    },
    canUndo: steps.canUndo,
    canRedo: steps.canRedo,
    createId: () => createId(clock.now(), clock.randomHex),
    now: clock.isoNow,
    async compact() {
      const compacted = await storage.compact();
      if (compacted.ok) await loadIncoming();
      return compacted.ok;
    },
    loadIncoming,
    close: tabs.onChange(() => void catchUp()),
  };
}

type UndoParts = Pick<Engine, 'write' | 'steps' | 'list' | 'release'>;

function createUndo({ write, steps, list, release }: UndoParts): Pick<Store, 'undo' | 'redo' | 'revert'> {
  const writeStep = <S extends ListWrite>(take: (from: List) => S | null): S | null => {
    release();
    const step = take(list);
    if (step) write(step);
    return step;
  };
  return {
    revert({ diff, stepId }) {
      if (stepId === null) writeStep((from) => reverseChange(from, diff));
      else writeStep((from) => steps.revert(from, { id: stepId, savedLists: diff.savedLists }));
    },
    undo: () => undoneDiff(writeStep(steps.undo)),
    redo: () => undoneDiff(writeStep(steps.redo)),
  };
}

const undoneDiff = (step: UndoWrite | null): Diff | null =>
  step === null || isEmptyDiff(step.target) ? null : step.target;

/** Reverses a change without an undo step, such as deleting a saved list; null if none of it is left. */
function reverseChange(list: List, change: Diff): ListWrite | null {
  const diff = reverseDiff(list, change);
  return isEmptyDiff(diff) ? null : { diff, historyChange: NO_HISTORY_CHANGE };
}
