/** What adding several lines does to the list. */
import { expect, test } from 'vitest';
import { rowDiffsOf } from '#core/diff/diff.ts';
import { formatAmount } from '#core/amount/format-amount.ts';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { parseEntry } from '#core/amount/parse-entry.ts';
import type { Category, Item } from '#core/list/row.ts';
import { liveRows } from '#core/list/list.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import { planLines, planToChange, type DraftLine } from './plan-lines.ts';

const numbers = createNumberFormat('en-US');
const DAIRY: Category = { id: 'dairy', name: 'Dairy', color: '', inList: true };

const draft = (text: string, fields: Partial<DraftLine> = {}): DraftLine => ({
  entry: parseEntry(text, { numbers, isKnownName: () => false }),
  checked: false,
  category: DAIRY,
  isWanted: true,
  takesNewAmount: null,
  ...fields,
});

/** Adds the lines to a list with these items. */
function add(items: readonly Partial<Item>[], drafts: readonly DraftLine[]) {
  const memory = memoryOf({
    categories: [categoryRow('dairy')],
    items: items.map((item, at) => itemRow(`i${at}`, item)),
  });
  const plan = planLines(memory.list, drafts, numbers.write);
  let id = 0;
  const diff = change(
    memory,
    planToChange(plan, () => `new${(id += 1)}`),
  );
  return { plan, diff, items: liveRows(memory.list.items).map(show) };
}

const show = ({ name, checked, note, ...item }: Item): string =>
  `${checked ? 'x ' : ''}${[formatAmount(item, numbers.write), name, note].filter(Boolean).join(' | ')}`;

test('[Q4] [Q3] amounts of an unchecked item add up; a checked item is unchecked and takes the new amount', () => {
  const there = [
    { name: 'Milk', amount: 500, unit: 'ml' },
    { name: 'Eggs', amount: 6, checked: true },
  ];
  const { plan, items } = add(there, [draft('1 l milk'), draft('12 eggs'), draft('butter')]);
  expect(items).toEqual(['1.5 l | Milk', '12 | Eggs', 'butter']);
  expect(plan.results.map(({ isNew }) => isNew)).toEqual([false, false, true]);
  expect(plan.results.map(({ isUpdated }) => isUpdated)).toEqual([true, true, false]);
});

test('[Q4] a name alone changes nothing about an item that is needed already', () => {
  const { plan, diff } = add([{ name: 'Eggs', amount: 12, note: 'free range' }], [draft('eggs'), draft('EGGS')]);
  expect(plan.results).toMatchObject([{ isNew: false, isUpdated: false }]);
  expect(rowDiffsOf(diff, 'items')).toEqual([]);
});

test('[Q4] lines of one name become one item', () => {
  const { plan, items } = add([], [draft('2 eggs'), draft('3 EGGS (large)'), draft('1 dozen eggs')]);
  expect(items).toEqual(['17 | eggs | large']);
  expect(plan.lines.map((line) => line?.before === null)).toEqual([true, false, false]);
});

test('[Q4] [Q3] an amount that does not add up becomes a note, or replaces the other if the shopper takes it', () => {
  const there = [{ name: 'Butter', amount: 200, unit: 'g' }];
  const { plan, items } = add(there, [draft('1 tbsp butter')]);
  expect(plan.lines[0]?.conflict).toEqual({ amount: 1, unit: 'tbsp' });
  expect(items).toEqual(['200 g | Butter | 1 tbsp']);
  expect(add(there, [draft('1 tbsp butter', { takesNewAmount: true })]).items).toEqual(['1 tbsp | Butter']);
});

test('[Q4] [Q3] a note that has no room for the amount keeps its text, and the new amount replaces the other', () => {
  const there = [{ name: 'Butter', amount: 200, unit: 'g', note: '12 packs at Aldi' }];
  expect(add(there, [draft('2 packs butter')]).items).toEqual(['200 g | Butter | 12 packs at Aldi, 2 packs']);
  const note = 'x'.repeat(196);
  const { plan, items } = add([{ name: 'Butter', amount: 200, unit: 'g', note }], [draft('2 packs butter (salted)')]);
  expect(plan.lines[0]).toMatchObject({ takesNewAmount: true, canNoteAmount: false, isNoteLost: true });
  expect(items).toEqual([`2 packs | Butter | ${note}`]);
});

test('[Q4] a line that is not wanted adds nothing, and does not count for later lines', () => {
  const { plan, items } = add([], [draft('2 eggs', { isWanted: false }), draft('3 eggs')]);
  expect(items).toEqual(['3 | eggs']);
  expect(plan.lines.map((line) => line?.before)).toEqual([null, null]);
});

test('[Q4] [L9] a ticked line becomes a ticked item, but ticks none that is on the list', () => {
  const there = [{ name: 'Milk' }, { name: 'Eggs', checked: true }];
  const ticked = ['milk', 'eggs', 'tofu'].map((text) => draft(text, { checked: true }));
  expect(add(there, ticked).items).toEqual(['Milk', 'x Eggs', 'x tofu']);
});

test('[Q4] [L10] a line whose name is too long is left out', () => {
  const { plan, items } = add([], [draft('x'.repeat(201)), draft('milk')]);
  expect(plan.lines[0]).toBeNull();
  expect(items).toEqual(['milk']);
});

test('[Q4] [U2] the change also creates the categories of its items', () => {
  const bakery = { id: 'b', name: 'Bakery', color: '', inList: true };
  const { diff } = add([], [draft('rolls', { category: bakery }), draft('bread', { category: bakery })]);
  expect(rowDiffsOf(diff, 'categories').map(({ id }) => id)).toEqual(['b']);
  expect(rowDiffsOf(diff, 'items')).toHaveLength(2);
});
