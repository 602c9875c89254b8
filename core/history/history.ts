/** The undo history: the last fifty changes, each with its diff; what Undo and Redo change next (product U1, U2, U3). */
import { type Diff, fieldNames, pickFields, reverseDiff, type RowDiff, rowKey } from '#core/diff/diff.ts';
import { createId, type RandomHex } from '#core/id/create-id.ts';
import { compareById } from '#core/list/compare-text.ts';
import type { List } from '#core/list/list.ts';
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

/** What one change writes: to the list and to the history. */
export type ListWrite = { readonly diff: Diff; readonly historyChange: HistoryChange };

/** What Undo or Redo writes, with the change that it undoes or redoes. */
export type UndoWrite = ListWrite & { readonly target: Diff };

/** The time in milliseconds and randomness, for the ids of steps. */
type StepClock = { readonly now: () => number; readonly randomHex: RandomHex };

export type UndoHistory = {
  /** Adds a step for a change. Saving, overwriting or deleting a saved list adds none (product U2). */
  readonly record: (diff: Diff) => { readonly id: string | null; readonly change: HistoryChange };
  /** @param after the id of a step; only later ones are undone or redone */
  readonly undo: (list: List, after?: string) => UndoWrite | null;
  readonly redo: (list: List, after?: string) => UndoWrite | null;
  /** Reverts one change, with the saved lists that its diff changed; null if its step is gone or already undone. */
  readonly revert: (list: List, change: { readonly id: string; readonly diff: Diff }) => ListWrite | null;
  readonly change: (change: HistoryChange) => void;
  /** Replaces the history with the one on disk, after another tab's changes. */
  readonly replace: (history: History) => void;
  readonly canUndo: (after?: string) => boolean;
  readonly canRedo: (after?: string) => boolean;
  /** The id of the latest step, undone or not; '' if there is none. */
  readonly lastStep: () => string;
};

export function createUndoHistory(stored: History, clock: StepClock): UndoHistory {
  let history = stored;
  const nextId = createStepIds(clock);
  const step = (list: List, next: (from: History) => HistoryEntry | undefined): UndoWrite | null => {
    const remove: string[] = [];
    for (let entry = next(history); entry; entry = next(changeHistory(history, { put: [], remove }))) {
      const diff = reverseDiff(list, entry.diff);
      const change = { put: [{ ...entry, diff, undone: !entry.undone }], remove };
      if (diff.length > 0) return { diff, historyChange: change, target: entry.undone ? diff : entry.diff };
      // If other devices overwrote the whole step, drop it and try the next: pressing Undo must do something.
      remove.push(entry.id);
    }
    return remove.length > 0 ? { diff: [], historyChange: { put: [], remove }, target: [] } : null;
  };
  return {
    record(diff) {
      if (!isStep(diff)) return { id: null, change: NO_HISTORY_CHANGE };
      const id = nextId(history);
      return { id, change: recordStep(history, { id, diff: diff.filter(isUndoable), undone: false }) };
    },
    undo: (list, after) => step(list, (from) => nextUndo(from, after)),
    redo: (list, after) => step(list, (from) => nextRedo(from, after)),
    revert(list, { id, diff: change }) {
      const entry = history.find((old) => old.id === id && !old.undone);
      if (!entry) return null;
      const diff = reverseDiff(list, [...entry.diff, ...change.filter((row) => !isUndoable(row))]);
      // The latest change becomes undone, as with Undo. An earlier one is removed, so that Redo does not repeat it out of order.
      const isLatest = nextUndo(history)?.id === id;
      const undone = { ...entry, diff: diff.filter(isUndoable), undone: true };
      return { diff, historyChange: isLatest ? { put: [undone], remove: [] } : { put: [], remove: [id] } };
    },
    change(change) {
      history = changeHistory(history, change);
    },
    replace(next) {
      history = next;
    },
    canUndo: (after) => nextUndo(history, after) !== undefined,
    canRedo: (after) => nextRedo(history, after) !== undefined,
    lastStep: () => history.at(-1)?.id ?? '',
  };
}

/**
 * Whether Undo takes the change back. Saving a list also renames the working list, but adds no step: Undo would leave the
 * saved list behind. A load that changes nothing else only notifies the other members (product S5): Undo would revert the action before it.
 */
const isStep = (diff: Diff): boolean =>
  diff.some(({ table }) => table === 'items' || table === 'categories') ||
  (diff.length > 0 && diff.every((row) => isUndoable(row) && fieldNames(row.after).some((name) => name !== 'loaded')));

/** Undo and Redo never change saved lists (product U2). */
const isUndoable = ({ table }: RowDiff): boolean => table !== 'savedLists';

/** Creates ids that ascend from step to step. */
function createStepIds(clock: StepClock): (history: History) => string {
  let lastTime = 0;
  return (history) => {
    // Ids ascend even for two changes in one millisecond, or if the clock was set back between them.
    const latest = Number.parseInt(history.at(-1)?.id ?? '', 10) || 0;
    lastTime = Math.max(lastTime + 1, latest + 1, clock.now());
    return createId(lastTime, clock.randomHex);
  };
}

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
 * @param diff the other device's changes; a row may have several diffs
 * @returns the changes of the history
 */
export function pruneHistory(history: History, diff: Diff): HistoryChange {
  const written = new Map<string, readonly string[]>();
  for (const row of diff) written.set(rowKey(row), [...(written.get(rowKey(row)) ?? []), ...fieldNames(row.after)]);
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
