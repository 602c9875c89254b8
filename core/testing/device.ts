/** For tests: a list with its history, as on a device. */
import { applyChange } from '#core/change/apply-change.ts';
import type { Change } from '#core/change/change.ts';
import { type Diff, reverseDiff } from '#core/diff/diff.ts';
import {
  pruneHistory,
  changeHistory,
  nextRedo,
  nextUndo,
  recordStep,
  type History,
  type HistoryChange,
  type HistoryEntry,
} from '#core/history/history.ts';
import type { List } from '#core/list/list.ts';
import type { Contents } from '#core/list/contents.ts';
import { createMemory } from '#core/memory/memory.ts';
import { remoteDiff, type RemoteWrite } from './arbitrary-changes.ts';

/** The result of undo or redo: the step before it, and the diff. */
export type TestStep = { readonly entry: HistoryEntry; readonly diff: Diff };

export type TestDevice = {
  readonly list: List;
  readonly history: () => History;
  /** Null at the end of the history. */
  readonly undo: () => TestStep | null;
  readonly redo: () => TestStep | null;
  /** The id of the step; null if the change is refused or changes nothing. */
  readonly apply: (change: Change) => string | null;
  /** Applies a write of another device. */
  readonly receive: (write: RemoteWrite) => Diff;
};

/** A device with this list and nothing to undo. */
export function createDevice(contents: Contents): TestDevice {
  const { list, apply } = createMemory(contents);
  let history: History = [];
  let steps = 0;
  const keep = (change: HistoryChange): void => {
    history = changeHistory(history, change);
  };
  const step = (entry: HistoryEntry | undefined): TestStep | null => {
    if (entry === undefined) return null;
    const diff = reverseDiff(list, entry.diff);
    apply(diff);
    keep({ put: [{ ...entry, diff, undone: !entry.undone }], remove: [] });
    return { entry, diff };
  };
  return {
    list,
    history: () => history,
    undo: () => step(nextUndo(history)),
    redo: () => step(nextRedo(history)),
    apply(change) {
      const result = applyChange(list, change);
      if (!result.ok || result.value.diff.length === 0) return null;
      apply(result.value.diff);
      const id = String((steps += 1)).padStart(6, '0');
      keep(recordStep(history, { id, diff: result.value.diff, undone: false }));
      return id;
    },
    receive(write) {
      const diff = remoteDiff(list, write);
      apply(diff);
      keep(pruneHistory(history, diff));
      return diff;
    },
  };
}
