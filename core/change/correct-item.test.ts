/** Correcting the name or the category of an item that was just added. */
import { expect, test } from 'vitest';
import { reverseDiff } from '#core/diff/diff.ts';
import { isCategoryVisible } from '#core/list/list.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import { applyChange } from './apply-change.ts';

const other = { id: 'other', name: 'Other', color: '', inList: true };
const contents = () =>
  memoryOf({
    items: [itemRow('milk', { name: 'Milk', checked: true })],
    categories: [categoryRow('dairy'), categoryRow('deli', { inList: false }), categoryRow('dead', { deleted: true })],
  });

/** A list to which "bred" was just added, in a new category. */
const added = () => {
  const memory = contents();
  change(memory, { type: 'add-item', id: 'new', name: 'bred', category: 'other', newCategory: other });
  return memory;
};
const correct = (name: string, category: string, broughtIn: string | null = 'other') => ({
  type: 'correct-item' as const,
  id: 'new',
  name,
  category,
  broughtIn,
});

test('[L13] renames and moves it as one step, and the category that it brought in leaves again', () => {
  const memory = added();
  const diff = change(memory, correct('Bread', 'deli'));
  expect(memory.list.items.get('new')).toMatchObject({ name: 'Bread', category: 'deli' });
  expect(isCategoryVisible(memory.list, 'deli')).toBe(true);
  expect(isCategoryVisible(memory.list, 'other')).toBe(false);
  memory.apply(reverseDiff(memory.list, diff));
  expect(memory.list.items.get('new')).toMatchObject({ name: 'bred', category: 'other' });
  expect(isCategoryVisible(memory.list, 'deli')).toBe(false);
});

test('[L13] a category that was in view before, or has other items, stays', () => {
  const memory = added();
  change(memory, correct('Bread', 'deli', null));
  expect(isCategoryVisible(memory.list, 'other')).toBe(true);
  const shared = added();
  change(shared, { type: 'add-item', id: 'second', name: 'Brot', category: 'other' });
  change(shared, correct('Bread', 'deli'));
  expect(isCategoryVisible(shared.list, 'other')).toBe(true);
});

test('[L13] a new name in the same category moves nothing', () => {
  const memory = added();
  expect(change(memory, correct('Bread', 'other'))).toMatchObject([{ table: 'items', id: 'new' }]);
});

test('[L9] [L13] an item that already has the name takes its place, unchecked and with the given amount', () => {
  const memory = added();
  const result = applyChange(memory.list, { ...correct('milk', 'dairy'), amount: 2, unit: 'l' });
  expect(result).toMatchObject({ ok: true, value: { alreadyListed: { id: 'milk', category: 'dairy' } } });
  if (result.ok) memory.apply(result.value.diff);
  expect(memory.list.items.get('new')?.deleted).toBe(true);
  expect(memory.list.items.get('milk')).toMatchObject({ checked: false, amount: 2, unit: 'l' });
  expect(isCategoryVisible(memory.list, 'other')).toBe(false);
});

test('[L9] the item of that name stays checked if nothing of either is left to buy', () => {
  const memory = added();
  change(memory, { type: 'check-item', id: 'new', checked: true });
  change(memory, { ...correct('milk', 'dairy', null), checked: true, amount: 2 });
  expect(memory.list.items.get('new')?.deleted).toBe(true);
  expect(memory.list.items.get('milk')).toMatchObject({ checked: true, amount: 2 });
});

test('[L8] [L13] it can move to a category that is created with the move', () => {
  const memory = added();
  const newCategory = { id: 'bakery', name: 'Bakery', color: '', inList: true };
  change(memory, {
    type: 'correct-item',
    id: 'new',
    name: 'Bread',
    category: 'bakery',
    newCategory,
    broughtIn: null,
  });
  expect(memory.list.categories.get('bakery')).toMatchObject({ name: 'Bakery', inList: true });
});

test('[L10] [L13] an item that was deleted meanwhile, a blank name and a missing category are refused', () => {
  expect(applyChange(contents().list, correct('Bread', 'deli'))).toMatchObject({ failure: { type: 'gone' } });
  expect(applyChange(added().list, correct(' ', 'deli'))).toMatchObject({ failure: { type: 'blank-name' } });
  expect(applyChange(added().list, correct('Bread', 'dead'))).toMatchObject({ failure: { type: 'no-category' } });
});
