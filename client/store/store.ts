/** The store: everything that the app can do to a list on this device, and read of it. */
import type { AlreadyListed, ChangeFailure } from '#core/change/act.ts';
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
import type { HistoryStep, Step } from './steps.ts';

/** An act that was done. It can be reverted individually, even after later acts. */
export type Done = { readonly diff: Diff; readonly stepId: string | null; readonly note: AlreadyListed | null };

export type Store = Omit<Engine, 'write' | 'steps' | 'catchUp'> & {
  /**
   * Applies a change. When the call returns, it is on screen, and its write to the disk has started.
   * @param isStep false for a change that the user did not make here, and that Undo must not take back
   * @returns the act, or why the change was refused
   */
  readonly act: (change: Change, isStep?: boolean) => Result<Done, ChangeFailure>;
  /** Reverts one act, wherever it is in the history: the Undo button of a toast. */
  readonly revert: (done: Done) => void;
  /** Undoes the last act. Returns that act, or null if there was nothing to undo. */
  readonly undo: () => Diff | null;
  /** Redoes the act that was undone last. Returns that act, or null if there was nothing to redo. */
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
  const writeStep = <S extends Step>(step: S | null): S | null => {
    if (step) write(step);
    return step;
  };
  const loadIncoming = async (written?: Written): Promise<void> => {
    await catchUp(written);
    tabs.announce();
  };
  return {
    ...engine,
    act(change, isStep = true) {
      const result = applyChange(engine.list, change);
      if (!result.ok) return result;
      const { diff, note } = result.value;
      const step = isStep ? steps.record(diff) : { id: null, change: NO_HISTORY_CHANGE };
      if (!isEmptyDiff(diff)) write({ diff, change: step.change });
      return ok({ diff, stepId: step.id, note });
    },
    revert({ diff, stepId }) {
      if (stepId === null) writeStep(reverseStep(engine.list, diff));
      else writeStep(steps.revert(engine.list, { id: stepId, savedLists: diff.savedLists }));
    },
    undo: () => actOf(writeStep(steps.undo(engine.list))),
    redo: () => actOf(writeStep(steps.redo(engine.list))),
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

const actOf = (step: HistoryStep | null): Diff | null => (step === null || isEmptyDiff(step.act) ? null : step.act);

/** Reverses an act without an undo step, such as deleting a saved list; null if none of it is left. */
function reverseStep(list: List, act: Diff): Step | null {
  const diff = reverseDiff(list, act);
  return isEmptyDiff(diff) ? null : { diff, change: NO_HISTORY_CHANGE };
}
