/** The undo history: the last fifty changes, each with its diff (product U1, U3). */
import { type Diff, fieldNames, pickFields, type RowDiff, rowKey } from '#core/diff/diff.ts';
import { compareById } from '#core/list/compare-text.ts';
import type { TableName } from '#core/list/row.ts';

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

/** The step to undo next: the latest that is not undone. @param after the id of a step; only later ones count */
export const nextUndo = (history: History, after = ''): HistoryEntry | undefined =>
  history.findLast(({ id, undone }) => !undone && id > after);

/** The step to redo next: the earliest that is undone. @param after the id of a step; only later ones count */
export const nextRedo = (history: History, after = ''): HistoryEntry | undefined =>
  history.find(({ id, undone }) => undone && id > after);

/** The history after a change, in order. */
export function changeHistory(history: History, change: HistoryChange): History {
  const gone = new Set([...change.remove, ...change.put.map((entry) => entry.id)]);
  const kept = history.filter((entry) => !gone.has(entry.id));
  return [...kept, ...change.put].toSorted(compareById);
}

/**
 * Prunes the history after another device's diff. Comparing values at undo time is not enough: if I tick and untick an item
 * and you tick it, my older step would find its own value again and undo your tick.
 * @param diff the other device's changes, as the screen shows them
 * @returns the changes of the history
 */
export function pruneHistory(history: History, diff: Diff): HistoryChange {
  const written: Written = new Map(diff.map((row) => [rowKey(row), fieldNames(row.after)]));
  const shorter = history
    .filter((entry) => entry.diff.some((row) => written.has(rowKey(row))))
    .map((entry) => ({ ...entry, diff: withoutWritten(entry.diff, written) }));
  return {
    put: shorter.filter((entry) => entry.diff.length > 0),
    remove: shorter.filter((entry) => entry.diff.length === 0).map((entry) => entry.id),
  };
}

/** By row, the names of the fields that another device wrote. */
type Written = ReadonlyMap<string, readonly string[]>;

/** Removes a row without fields, because nothing in it can be undone. */
const withoutWritten = (diff: Diff, written: Written): Diff =>
  diff
    .map((row) => {
      const others = written.get(rowKey(row));
      return others === undefined ? row : withoutFields(row, others);
    })
    .filter((row) => fieldNames(row.before).length > 0);

function withoutFields<T extends TableName>(
  { table, id, before, after }: RowDiff<T>,
  others: readonly string[],
): RowDiff<T> {
  const names = fieldNames(before).filter((name) => !others.includes(name));
  return { table, id, before: pickFields(before, names), after: pickFields(after, names) };
}
