/** The undo history in memory: finds the next step to undo or redo, and computes its changes. */
import type { Diff } from '#core/diff/diff.ts';
import { EMPTY_DIFF, isEmptyDiff } from '#core/diff/diff.ts';
import { reverseDiff } from '#core/diff/reverse-diff.ts';
import { changeHistory, nextRedo, nextUndo, NO_HISTORY_CHANGE, recordAct } from '#core/history/history.ts';
import type { History, HistoryChange, HistoryEntry } from '#core/history/history.ts';
import { createId } from '#core/id/create-id.ts';
import type { List } from '#core/list/list.ts';
import type { Clock } from '#client/ports/clock.ts';

/** A step's changes of the list and of the history. */
export type Step = { readonly diff: Diff; readonly change: HistoryChange };

/** A step back or forward, with the act that it undoes or redoes. */
export type HistoryStep = Step & { readonly act: Diff };

export type Steps = {
  /** Computes how an act changes the history. Saving, overwriting or deleting a saved list is no undo step (product U2). */
  readonly record: (diff: Diff) => { readonly id: string | null; readonly change: HistoryChange };
  readonly undo: (list: List) => HistoryStep | null;
  readonly redo: (list: List) => HistoryStep | null;
  /** Reverts one act, with the saved lists it changed; null if its step is gone or already undone. */
  readonly revert: (list: List, act: { readonly id: string } & Pick<Diff, 'savedLists'>) => Step | null;
  readonly change: (change: HistoryChange) => void;
  /** Replaces the history with the one on disk, after another tab's acts. */
  readonly replace: (history: History) => void;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
};

export function createSteps(stored: History, clock: Clock): Steps {
  let history = stored;
  const nextId = createStepIds(clock);
  const step = (list: List, next: (from: History) => HistoryEntry | undefined): HistoryStep | null => {
    const remove: string[] = [];
    for (let entry = next(history); entry; entry = next(changeHistory(history, { put: [], remove }))) {
      const diff = reverseDiff(list, entry.diff);
      const change = { put: [{ ...entry, diff, undone: !entry.undone }], remove };
      if (!isEmptyDiff(diff)) return { diff, change, act: entry.undone ? diff : entry.diff };
      // If other devices overwrote the whole step, drop it and try the next: pressing Undo must do something.
      remove.push(entry.id);
    }
    return remove.length > 0 ? { diff: EMPTY_DIFF, change: { put: [], remove }, act: EMPTY_DIFF } : null;
  };
  return {
    record(diff) {
      if (!isStep(diff)) return { id: null, change: NO_HISTORY_CHANGE };
      const id = nextId(history);
      return { id, change: recordAct(history, { id, diff: { ...diff, savedLists: [] }, undone: false }) };
    },
    undo: (list) => step(list, nextUndo),
    redo: (list) => step(list, nextRedo),
    revert(list, { id, savedLists }) {
      const entry = history.find((old) => old.id === id && !old.undone);
      if (!entry) return null;
      const diff = reverseDiff(list, { ...entry.diff, savedLists });
      // The latest act becomes undone, as with Undo. An earlier one is removed, so that Redo does not repeat it out of order.
      const isLatest = nextUndo(history)?.id === id;
      const undone = { ...entry, diff: { ...diff, savedLists: [] }, undone: true };
      return { diff, change: isLatest ? { put: [undone], remove: [] } : { put: [], remove: [id] } };
    },
    change(change) {
      history = changeHistory(history, change);
    },
    replace(next) {
      history = next;
    },
    canUndo: () => nextUndo(history) !== undefined,
    canRedo: () => nextRedo(history) !== undefined,
  };
}

/**
 * Whether Undo takes the act back. Saving a list renames the working list too, but is no step: Undo would leave the
 * saved list behind.
 */
const isStep = ({ items, categories, savedLists, profile }: Diff): boolean =>
  items.length + categories.length > 0 || (profile.length > 0 && savedLists.length === 0);

/** Creates ids that ascend from step to step. */
function createStepIds(clock: Clock): (history: History) => string {
  let lastTime = 0;
  return (history) => {
    // Ids ascend even for two acts in one millisecond, or if the clock was set back between them.
    const latest = Number.parseInt(history.at(-1)?.id ?? '', 10) || 0;
    lastTime = Math.max(lastTime + 1, latest + 1, clock.now());
    return createId(lastTime, clock.randomHex);
  };
}
