/** A shopper's list on this device: what can be done to it, and what can be read of it. */
import type { AlreadyListed } from '#core/change/act.ts';
import { applyChange } from '#core/change/apply-change.ts';
import type { ChangeFailure } from '#core/change/change-failure.ts';
import type { Change } from '#core/change/change.ts';
import type { Diff } from '#core/diff/diff.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import { reverseDiff } from '#core/diff/reverse-diff.ts';
import { NO_HISTORY_CHANGE } from '#core/history/history.ts';
import { createId } from '#core/id/create-id.ts';
import type { Result } from '#core/result.ts';
import { ok } from '#core/result.ts';
import type { StoredState } from '#client/ports/storage.ts';
import type { Written } from '#client/ports/sync-storage.ts';
import { createEngine } from './engine.ts';
import type { Engine, StoreParts } from './engine.ts';
import type { Step } from './steps.ts';

/** An act that was done: it can be taken back by itself, even after later acts. */
export type Done = { readonly diff: Diff; readonly stepId: string | null; readonly note: AlreadyListed | null };

export type Store = Omit<Engine, 'write' | 'steps' | 'catchUp'> & {
  /**
   * Does what the shopper asked: under way to the disk and on screen when the call returns.
   * @param isStep false for what was not asked for here: Undo is for one's own last act on this list
   */
  readonly act: (change: Change, isStep?: boolean) => Result<Done, ChangeFailure>;
  /** Takes one act back, wherever it stands in the history: what the Undo of a toast does. */
  readonly takeBack: (done: Done) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  /** A new id for a row (product L4). */
  readonly createId: () => string;
  /** This moment as ISO 8601 text. */
  readonly now: () => string;
  /** Folds the outbox into the base, on disk and in memory: how the demo, which never syncs, empties it. Tells whether it did. */
  readonly absorb: () => Promise<boolean>;
  /**
   * The disk was changed beside this store: takes it in, here and in the other tabs.
   * @param written what the last change wrote
   */
  readonly takeNews: (written?: Written) => Promise<void>;
  readonly close: () => void;
};

/**
 * The store over what was read from the disk.
 * @param state what `storage.open` returned
 */
export function createStore(parts: StoreParts, state: StoredState): Store {
  const { storage, tabs, clock } = parts;
  const { write, steps, catchUp, ...engine } = createEngine(parts, state);
  const writeStep = (step: Step | null): void => {
    if (step) write(step);
  };
  const takeNews = async (written?: Written): Promise<void> => {
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
    takeBack({ diff, stepId }) {
      // An act that is no step, such as deleting a saved list, is simply reversed.
      const reverse = reverseDiff(engine.list, diff);
      if (stepId !== null) writeStep(steps.takeBack(engine.list, { id: stepId, savedLists: diff.savedLists }));
      else if (!isEmptyDiff(reverse)) write({ diff: reverse, change: NO_HISTORY_CHANGE });
    },
    undo: () => writeStep(steps.undo(engine.list)),
    redo: () => writeStep(steps.redo(engine.list)),
    canUndo: steps.canUndo,
    canRedo: steps.canRedo,
    createId: () => createId(clock.now(), clock.randomHex),
    now: clock.isoNow,
    async absorb() {
      const absorbed = await storage.absorb();
      if (absorbed.ok) await takeNews();
      return absorbed.ok;
    },
    takeNews,
    close: tabs.onNews(() => void catchUp()),
  };
}
