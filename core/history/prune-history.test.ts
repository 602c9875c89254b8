/** Undo steps after another device wrote the same fields. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Diff, reverseDiff, rowKey } from '#core/diff/diff.ts';
import { arbitraryChange, arbitraryContents, arbitraryRemoteWrite } from '#core/testing/arbitrary-changes.ts';
import { createDevice, type TestStep } from '#core/testing/device.ts';
import { change, categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import { pruneHistory, changeHistory, nextUndo, type HistoryEntry } from './history.ts';

const entry = (id: string, diff: Diff): HistoryEntry => ({ id, diff, undone: false });
const tick = (id: string, checked: boolean): Diff => [
  { table: 'items', id, before: { checked: !checked }, after: { checked } },
];

test('[U1] after I tick and untick, undoing my older step keeps another device’s tick', () => {
  const memory = memoryOf({ items: [itemRow('milk')], categories: [categoryRow('dairy')] });
  const mine = [entry('1', tick('milk', true)), entry('2', tick('milk', false))];
  const theirs = change(memory, { type: 'check-item', id: 'milk', checked: true });
  const left = changeHistory(mine, pruneHistory(mine, theirs));
  expect(left).toEqual([]);
  expect(mine.map(({ diff }) => reverseDiff(memory.list, diff))).not.toEqual([[], []]);
});

test('[U1] a step keeps the rows and fields that the other device did not write', () => {
  const others: Diff = [
    { table: 'items', id: 'eggs', before: { checked: false }, after: { checked: true } },
    { table: 'listRow', id: 'profile', before: { listName: 'a' }, after: { listName: 'b' } },
  ];
  const mine = entry('1', [
    {
      table: 'items',
      id: 'milk',
      before: { name: 'Milk', checked: false },
      after: { name: 'Oat milk', checked: true },
    },
    ...others,
  ]);
  expect(pruneHistory([mine], tick('milk', false))).toEqual({
    put: [
      entry('1', [{ table: 'items', id: 'milk', before: { name: 'Milk' }, after: { name: 'Oat milk' } }, ...others]),
    ],
    remove: [],
  });
});

test('[U1] unrelated steps are unchanged, and undone steps are pruned, too', () => {
  const untouched = entry('1', tick('eggs', true));
  const undone = { ...entry('2', tick('milk', true)), undone: true };
  expect(pruneHistory([untouched, undone], tick('milk', false))).toEqual({ put: [], remove: ['2'] });
});

test('[U1] rows of one id in different tables are different rows', () => {
  const mine = entry('1', tick('1', true));
  const theirs: Diff = [{ table: 'categories', id: '1', before: { inList: true }, after: { inList: false } }];
  expect(pruneHistory([mine], theirs)).toEqual({ put: [], remove: [] });
});

/** The events of a device: a change, an undo step, a write of another device. */
const arbitraryMoves = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ change: arbitraryChange }) },
    { weight: 6, arbitrary: fc.record({ step: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const) }) },
    { weight: 4, arbitrary: fc.record({ write: arbitraryRemoteWrite }) },
  ),
  { maxLength: 120, size: 'max' },
);

test('[U1] undo and redo never change a field that another device changed after the change', () => {
  fc.assert(
    fc.property(arbitraryContents, arbitraryMoves, (contents, moves) => {
      const device = createDevice(contents);
      const actedAt = new Map<string | null, number>();
      const foreignAt = new Map<string, number>();
      const taken: string[] = [];
      for (const [time, move] of moves.entries()) {
        if ('write' in move) for (const field of fieldsOf(device.receive(move.write))) foreignAt.set(field, time);
        else if ('change' in move) actedAt.set(device.apply(move.change), time);
        else {
          const { entry: done, diff } = device[move.step]() ?? NOTHING_DONE;
          const since = actedAt.get(done.id) ?? time;
          taken.push(...fieldsOf(diff).filter((field) => (foreignAt.get(field) ?? 0) > since));
        }
      }
      expect(taken).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('[U1] undo reverts all of a change that no other device has changed, whatever else arrived', () => {
  fc.assert(
    fc.property(arbitraryContents, arbitraryChange, arbitraryRemoteWrite, (contents, wanted, write) => {
      const device = createDevice(contents);
      device.apply(wanted);
      // Undo does not take back who loaded a saved list (product S5), or where categories stood before a move (product O1).
      const isUndone = (field: string): boolean => !/\/(?:loaded|rank:start.*)$/u.test(field);
      const mine = fieldsOf(nextUndo(device.history())?.diff ?? [], 'before').filter(isUndone);
      const theirs = new Set(fieldsOf(device.receive(write)));
      const undone = fieldsOf(device.undo()?.diff ?? []).filter(isUndone);
      expect(undone.toSorted()).toEqual(mine.filter((field) => !theirs.has(field)).toSorted());
    }),
    { numRuns: 500 },
  );
});

const NOTHING_DONE: TestStep = { entry: entry('', []), diff: [] };

/** Every field that a diff names, by table and row. */
const fieldsOf = (diff: Diff, side: 'before' | 'after' = 'after'): readonly string[] =>
  diff.flatMap((row) => Object.keys(row[side]).map((field) => `${rowKey(row)}/${field}`));
