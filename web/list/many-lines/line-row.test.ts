/** The words for a line of the preview. */
import { expect, test } from 'vitest';
import { speakEnglish } from '#test/doubles/english.ts';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { parseEntry } from '#core/amount/parse-entry.ts';
import type { Item } from '#core/list/row.ts';
import { planLines } from '#core/list-text/plan-lines.ts';
import { categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import { describeLine, type PreviewLine } from './line-row.tsx';

await speakEnglish();

const numbers = createNumberFormat('en-US');

/** Describes lines beside an item of the list. */
function describeAll(texts: readonly string[], there: Partial<Item>, fields: Partial<PreviewLine> = {}) {
  const { list } = memoryOf({ categories: [categoryRow('dairy')], items: [itemRow('1', there)] });
  const category = { id: 'dairy', name: 'Dairy', color: '', inList: true };
  const drafts = texts.map((text) => ({
    entry: parseEntry(text, { numbers, isKnownName: () => false }),
    checked: false,
    category,
    isWanted: true,
    takesNewAmount: null,
    reason: null,
    isNewCategory: false,
    ...fields,
  }));
  const { lines } = planLines(list, drafts, numbers.write);
  return drafts.map((draft, at) => describeLine(draft, lines[at] ?? null, numbers.write));
}

const describe = (text: string, there: Partial<Item>, fields: Partial<PreviewLine> = {}) =>
  describeAll([text], there, fields)[0];

test('[Q4] a line that is not selected shows whether its item is on the list, but no change', () => {
  const there = { name: 'Milk', amount: 2, unit: 'l' };
  expect(describe('2 l milk', there)).toMatchObject({ presence: 'Already on the list · becomes 4 l' });
  expect(describe('2 l milk', there, { isWanted: false })).toMatchObject({ presence: 'Already on the list' });
  expect(describe('2 packs milk', there, { isWanted: false })).toMatchObject({ keep: '' });
  expect(describe('tofu', there, { isWanted: false })).toMatchObject({ presence: '' });
});

test('[Q4] a line whose item an earlier line adds says so, and not that the list has it', () => {
  const presences = describeAll(['milk', 'milk', '2 l milk'], { name: 'Bread' }).map(({ presence }) => presence);
  expect(presences).toEqual(['', 'Same as a line above', 'Same as a line above · becomes 2 l']);
});

test('[O3] [Q5] a line that ties its item to a store says so', () => {
  const { list } = memoryOf({
    categories: [categoryRow('dairy')],
    items: [itemRow('1', { name: 'Milk', checked: true })],
    listRow: [{ id: 'profile', listName: 'Week', deleted: false, 'store:a': 'Aldi' }],
  });
  const entry = { ...parseEntry('2 l milk', { numbers, isKnownName: () => false }), store: 'a' };
  const category = { id: 'dairy', name: 'Dairy', color: '', inList: true };
  const draft = { entry, checked: false, category, isWanted: true, takesNewAmount: null, reason: null };
  const planned = planLines(list, [draft], numbers.write).lines[0] ?? null;
  expect(describeLine({ ...draft, isNewCategory: false }, planned, numbers.write).presence).toBe(
    'On the list, will be unchecked · now for Aldi · becomes 2 l',
  );
});

test('[Q4] [Q3] a line shows that the note of its item has no room', () => {
  const there = { name: 'Milk', amount: 2, unit: 'l', note: 'x'.repeat(196) };
  const full = { presence: 'Already on the list · no room in its note' };
  expect(describe('milk (fresh)', there)).toMatchObject(full);
  expect(describe('2 packs milk', there)).toMatchObject({
    ...full,
    keep: 'Keep 2 l',
    change: 'Change to 2 packs',
    takesNewAmount: true,
  });
  expect(describe('2 packs milk', { ...there, note: 'fresh' })).toMatchObject({
    keep: 'Keep 2 l, 2 packs in the note',
    takesNewAmount: false,
  });
});

test('[Q7] a line that is not selected says why, and a new category is named', () => {
  const there = { name: 'Milk' };
  expect(describe('Serves 4', there, { isWanted: false, reason: 'serving' })).toMatchObject({
    presence: 'Not selected: the number of servings',
  });
  expect(describe('Serves 4', there, { reason: 'serving' })).toMatchObject({ presence: '' });
  expect(describe('tulips', there, { isNewCategory: true })).toMatchObject({ presence: 'New category: Dairy' });
});
