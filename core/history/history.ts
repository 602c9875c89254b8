/** Undo and redo: the last fifty acts, each with its own difference (product U1, U3). */
import type { Diff } from '#core/diff/diff.ts';

/** At most this many steps are kept (spec section 9). */
export const HISTORY_LIMIT = 50;

export type HistoryEntry = {
  /** Ids grow with time, so that the order is the order of the acts, in every tab. */
  readonly id: string;
  /** What the act did, or, once it is undone, what undoing it did. */
  readonly diff: Diff;
  readonly undone: boolean;
};

/** Oldest first. */
export type History = readonly HistoryEntry[];

/** What to store and what to forget, as one step makes it; applied to memory and to disk alike. */
export type HistoryChange = {
  readonly put: readonly HistoryEntry[];
  readonly remove: readonly string[];
};

export const NO_HISTORY_CHANGE: HistoryChange = { put: [], remove: [] };

/** A new act: it drops the steps that were undone and, beyond fifty, the oldest (spec sections 4 and 9). */
export function recordAct(history: History, entry: HistoryEntry): HistoryChange {
  const undone = history.filter((old) => old.undone);
  const done = history.filter((old) => !old.undone);
  const tooOld = done.slice(0, Math.max(0, done.length + 1 - HISTORY_LIMIT));
  return { put: [entry], remove: [...undone, ...tooOld].map((old) => old.id) };
}

/** The step that Undo takes back: the latest that is not undone. */
export const nextUndo = (history: History): HistoryEntry | undefined => history.findLast((entry) => !entry.undone);

/** The step that Redo does again: the earliest that is undone. */
export const nextRedo = (history: History): HistoryEntry | undefined => history.find((entry) => entry.undone);

/** The history after a change, in order. */
export function changeHistory(history: History, change: HistoryChange): History {
  const gone = new Set([...change.remove, ...change.put.map((entry) => entry.id)]);
  const kept = history.filter((entry) => !gone.has(entry.id));
  return [...kept, ...change.put].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
