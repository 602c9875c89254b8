/** The undo history in memory: finds the next step to undo or redo, and computes its changes. */
import { type Diff, reverseDiff, type RowDiff } from '#core/diff/diff.ts';
import {
  changeHistory,
  nextRedo,
  nextUndo,
  NO_HISTORY_CHANGE,
  recordStep,
  type History,
  type HistoryChange,
  type HistoryEntry,
} from '#core/history/history.ts';
import { createId } from '#core/id/create-id.ts';
import type { List } from '#core/list/list.ts';
import type { Clock } from '#client/ports/clock.ts';

/** What one change writes: to the list and to the history. */
export type ListWrite = { readonly diff: Diff; readonly historyChange: HistoryChange };

/** What Undo or Redo writes, with the change that it undoes or redoes. */
export type UndoWrite = ListWrite & { readonly target: Diff };

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

export function createUndoHistory(stored: History, clock: Clock): UndoHistory {
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
 * saved list behind.
 */
const isStep = (diff: Diff): boolean =>
  diff.some(({ table }) => table === 'items' || table === 'categories') || (diff.length > 0 && diff.every(isUndoable));

/** Undo and Redo never change saved lists (product U2). */
const isUndoable = ({ table }: RowDiff): boolean => table !== 'savedLists';

/** Creates ids that ascend from step to step. */
function createStepIds(clock: Clock): (history: History) => string {
  let lastTime = 0;
  return (history) => {
    // Ids ascend even for two changes in one millisecond, or if the clock was set back between them.
    const latest = Number.parseInt(history.at(-1)?.id ?? '', 10) || 0;
    lastTime = Math.max(lastTime + 1, latest + 1, clock.now());
    return createId(lastTime, clock.randomHex);
  };
}
