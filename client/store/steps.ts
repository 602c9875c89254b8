/** The history in memory: which step Undo and Redo take next, and what that changes. */
import type { Diff } from '#core/diff/diff.ts';
import { EMPTY_DIFF, isEmptyDiff } from '#core/diff/diff.ts';
import { reverseDiff } from '#core/diff/reverse-diff.ts';
import { changeHistory, nextRedo, nextUndo, NO_HISTORY_CHANGE, recordAct } from '#core/history/history.ts';
import type { History, HistoryChange, HistoryEntry } from '#core/history/history.ts';
import { createId } from '#core/id/create-id.ts';
import type { List } from '#core/list/list.ts';
import type { Clock } from '#client/ports/clock.ts';

/** What a step does to the list and to the history. */
export type Step = { readonly diff: Diff; readonly change: HistoryChange };

export type Steps = {
  /** How the history takes an act; an act that leaves items and categories alone is no step (product U2). */
  readonly record: (diff: Diff) => { readonly id: string | null; readonly change: HistoryChange };
  readonly undo: (list: List) => Step | null;
  readonly redo: (list: List) => Step | null;
  /** Takes back one act with the saved lists it changed; null when its step is gone or undone already. */
  readonly takeBack: (list: List, act: { readonly id: string } & Pick<Diff, 'savedLists'>) => Step | null;
  readonly change: (change: HistoryChange) => void;
  /** What the disk says, after another tab's acts. */
  readonly replace: (history: History) => void;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
};

export function createSteps(stored: History, clock: Clock): Steps {
  let history = stored;
  const nextId = createStepIds(clock);
  const step = (list: List, next: (from: History) => HistoryEntry | undefined): Step | null => {
    const remove: string[] = [];
    for (let entry = next(history); entry; entry = next(changeHistory(history, { put: [], remove }))) {
      const diff = reverseDiff(list, entry.diff);
      if (!isEmptyDiff(diff)) return { diff, change: { put: [{ ...entry, diff, undone: !entry.undone }], remove } };
      // A step of which nothing is mine any more goes: pressing Undo must do something.
      remove.push(entry.id);
    }
    return remove.length > 0 ? { diff: EMPTY_DIFF, change: { put: [], remove } } : null;
  };
  return {
    record(diff) {
      if (diff.items.length + diff.categories.length === 0) return { id: null, change: NO_HISTORY_CHANGE };
      const id = nextId(history);
      return { id, change: recordAct(history, { id, diff: { ...diff, savedLists: [] }, undone: false }) };
    },
    undo: (list) => step(list, nextUndo),
    redo: (list) => step(list, nextRedo),
    takeBack(list, { id, savedLists }) {
      const entry = history.find((old) => old.id === id && !old.undone);
      if (!entry) return null;
      const diff = reverseDiff(list, { ...entry.diff, savedLists });
      // The latest act is undone like any other. An earlier one goes, lest it come between the steps that Redo does again.
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

/** Ids that grow from step to step. */
function createStepIds(clock: Clock): (history: History) => string {
  let lastTime = 0;
  return (history) => {
    // Two acts in one millisecond still have an order, and so have two between which the clock was set back.
    const latest = Number.parseInt(history.at(-1)?.id ?? '', 10) || 0;
    lastTime = Math.max(lastTime + 1, latest + 1, clock.now());
    return createId(lastTime, clock.randomHex);
  };
}
