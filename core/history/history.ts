/** The undo history: the last fifty changes, each with its diff (product U1, U3). */
import type { Diff } from '#core/diff/diff.ts';
import { compareById } from '#core/list/compare-text.ts';

/** At most this many steps are kept (spec section 9). */
export const HISTORY_LIMIT = 50;

export type HistoryEntry = {
  /** Ids ascend with time, so that all tabs agree on the order of the changes. */
  readonly id: string;
  /** The diff of the change or, once it is undone, the diff of undoing it. */
  readonly diff: Diff;
  readonly undone: boolean;
};

/** Oldest first. */
export type History = readonly HistoryEntry[];

/** A change of the history, applied both in memory and on disk. */
export type HistoryChange = {
  readonly put: readonly HistoryEntry[];
  readonly remove: readonly string[];
};

export const NO_HISTORY_CHANGE: HistoryChange = { put: [], remove: [] };

/** Records a new change. Drops the undone steps and, beyond fifty, the oldest (spec sections 4 and 9). */
export function recordStep(history: History, entry: HistoryEntry): HistoryChange {
  const undone = history.filter((old) => old.undone);
  const done = history.filter((old) => !old.undone);
  const tooOld = done.slice(0, Math.max(0, done.length + 1 - HISTORY_LIMIT));
  return { put: [entry], remove: [...undone, ...tooOld].map((old) => old.id) };
}

/** The step to undo next: the latest that is not undone. */
export const nextUndo = (history: History): HistoryEntry | undefined => history.findLast((entry) => !entry.undone);

/** The step to redo next: the earliest that is undone. */
export const nextRedo = (history: History): HistoryEntry | undefined => history.find((entry) => entry.undone);

/** The history after a change, in order. */
export function changeHistory(history: History, change: HistoryChange): History {
  const gone = new Set([...change.remove, ...change.put.map((entry) => entry.id)]);
  const kept = history.filter((entry) => !gone.has(entry.id));
  return [...kept, ...change.put].toSorted(compareById);
}
