/** The undo history: which steps are kept, and which comes next. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '#core/change/change.ts';
import { diffToPatches, reverseDiff } from '#core/diff/diff.ts';
import { createMemory } from '#core/memory/memory.ts';
import { arbitraryChange, arbitraryContents } from '#core/testing/arbitrary-changes.ts';
import { change, itemRow, memoryOf, readLive } from '#core/testing/contents.ts';
import { toContents } from '#core/list/contents.ts';
import { createDevice } from '#core/testing/device.ts';
import {
  changeHistory,
  createUndoHistory,
  nextRedo,
  nextUndo,
  recordStep,
  type History,
  type HistoryEntry,
} from './history.ts';

const START = 1_795_219_200_000;

const entry = (id: string, undone = false): HistoryEntry => ({ id, diff: [], undone });
const idsAfter = (history: History, added: HistoryEntry): readonly string[] =>
  changeHistory(history, recordStep(history, added)).map(({ id }) => id);

test('[spec-4] a new change drops the steps that were undone', () => {
  expect(idsAfter([entry('1'), entry('2', true), entry('3', true)], entry('4'))).toEqual(['1', '4']);
});

test('[spec-9] the fifty-first change drops the oldest step, the fiftieth drops none', () => {
  const full = Array.from({ length: 50 }, (_, at) => entry(String(100 + at)));
  expect(idsAfter(full, entry('200'))).toEqual([...full.slice(1).map(({ id }) => id), '200']);
  expect(idsAfter(full.slice(1), entry('200'))).toHaveLength(50);
});

test('[spec-9] undone steps do not push an old one out', () => {
  const full = Array.from({ length: 50 }, (_, at) => entry(String(100 + at), at === 49));
  expect(idsAfter(full, entry('200'))).toEqual([...full.slice(0, 49).map(({ id }) => id), '200']);
});

test('[spec-4] undo takes the latest change, redo the earliest undone one, and neither goes past the end', () => {
  const history = [entry('1'), entry('2'), entry('3', true), entry('4', true)];
  expect(nextUndo(history)?.id).toBe('2');
  expect(nextRedo(history)?.id).toBe('3');
  expect(nextUndo([entry('1', true)])).toBeUndefined();
  expect(nextRedo([entry('1')])).toBeUndefined();
});

test('[U3] steps of several tabs are in the order of their ids', () => {
  expect(changeHistory([entry('1'), entry('3')], { put: [entry('2')], remove: ['1'] }).map(({ id }) => id)).toEqual([
    '2',
    '3',
  ]);
});

/** A list with Milk and Eggs, and its undo history. */
function setUp() {
  const memory = memoryOf({ items: [itemRow('milk'), itemRow('eggs')] });
  const steps = createUndoHistory([], { now: () => START, randomHex: () => '0123456789abcdef' });
  const act = (wanted: Change): void => steps.change(steps.record(change(memory, wanted)).change);
  return { memory, steps, act };
}

test('[S5] [U2] emptying a shared list that is already empty adds no step: Undo would revert the action before it', () => {
  const { memory, steps, act } = setUp();
  act({ type: 'delete-all-categories' });
  const last = steps.lastStep();
  act({ type: 'delete-all-categories', load: { id: 'load', name: '' } });
  expect(memory.list.listRow.get('profile')?.loaded).toBeDefined();
  expect(steps.lastStep()).toBe(last);
});

test('[U1] Undo skips a step that another device has overwritten, even before the step is pruned', () => {
  const { memory, steps, act } = setUp();
  act({ type: 'check-item', id: 'eggs', checked: true });
  act({ type: 'check-item', id: 'milk', checked: true });
  change(memory, { type: 'check-item', id: 'milk', checked: false });
  expect(steps.undo(memory.list)?.target[0]?.id).toBe('eggs');
});

test('[U3] a stored history undoes the same changes', () => {
  fc.assert(
    fc.property(arbitraryContents, fc.array(arbitraryChange, { maxLength: 10 }), (contents, changes) => {
      const device = createDevice(contents);
      for (const wanted of changes) device.apply(wanted);
      const read = JSON.parse(JSON.stringify(device.history())) as History;
      expect(read.map(({ diff }) => reverseDiff(device.list, diff))).toEqual(
        device.history().map(({ diff }) => reverseDiff(device.list, diff)),
      );
    }),
  );
});

test('[U4] undo is an ordinary diff: its patches lead from the rows before to the rows after', () => {
  fc.assert(
    fc.property(arbitraryContents, arbitraryChange, (contents, wanted) => {
      const device = createDevice(contents);
      if (device.apply(wanted) === null) return;
      const acted = createMemory(toContents(device.list));
      const diff = device.undo()?.diff ?? [];
      expect(diffToPatches(diff).length).toBeGreaterThan(0);
      acted.apply(diff);
      expect(readLive(acted.list)).toEqual(readLive(device.list));
    }),
  );
});
