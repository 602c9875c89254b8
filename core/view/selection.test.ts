/** Selecting categories and items, and what an action then applies to. */
import { expect, test } from 'vitest';
import { categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import {
  isItemSelected,
  NOTHING_SELECTED,
  selectedItems,
  toggleCategory,
  toggleItem,
  type Selection,
} from './selection.ts';

const milk = itemRow('milk');
const eggs = itemRow('eggs');
const bread = itemRow('bread', { category: 'bakery' });
const { list } = memoryOf({
  items: [milk, eggs, bread],
  categories: [categoryRow('dairy'), categoryRow('bakery')],
});
const namesOf = (selection: Selection): readonly string[] => selectedItems(selection, list).map(({ name }) => name);

test('[L16] an item is selected by itself, and again not', () => {
  const one = toggleItem(NOTHING_SELECTED, list, milk);
  expect(namesOf(one)).toEqual(['milk']);
  expect(isItemSelected(one, eggs)).toBe(false);
  expect(toggleItem(one, list, milk)).toEqual(NOTHING_SELECTED);
});

test('[L16] a category selects its items, the single ones among them included', () => {
  const both = toggleCategory(toggleItem(NOTHING_SELECTED, list, milk), list, 'dairy');
  expect(namesOf(both)).toEqual(['milk', 'eggs']);
  expect(isItemSelected(both, eggs)).toBe(true);
  expect(toggleCategory(both, list, 'dairy')).toEqual(NOTHING_SELECTED);
});

test('[L16] deselecting one item of a category keeps the other items selected, but not the category', () => {
  const rest = toggleItem(toggleCategory(NOTHING_SELECTED, list, 'dairy'), list, milk);
  expect(rest.categoryIds.size).toBe(0);
  expect(namesOf(rest)).toEqual(['eggs']);
});

test('[L16] an item that was deleted elsewhere is no longer selected', () => {
  const gone = toggleItem(NOTHING_SELECTED, list, itemRow('gone'));
  expect(namesOf(toggleItem(gone, list, bread))).toEqual(['bread']);
});
