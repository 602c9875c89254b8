/** Selecting categories and items, and what an action then applies to. */
import { expect, test } from 'vitest';
import { createNameOrder } from '#core/name/name-key.ts';
import { categoryRow, itemRow, memoryOf } from '#core/testing/contents.ts';
import { OTHER_STORES } from './item-places.ts';
import { createListView } from './list-view.ts';
import {
  isItemSelected,
  itemIdsIn,
  NOTHING_SELECTED,
  selectedItems,
  toggleCategory,
  toggleItem,
  type Selection,
} from './selection.ts';

const milk = itemRow('milk');
const eggs = itemRow('eggs', { store: 'farm' });
const bread = itemRow('bread', { category: 'bakery' });
const { list } = memoryOf({
  items: [eggs, milk, bread],
  categories: [categoryRow('dairy'), categoryRow('bakery')],
  listRow: [{ id: 'profile', listName: 'Week', deleted: false, 'store:farm': 'Farm', 'store:aldi': 'Aldi' }],
});
const shownIn = (chosenStore: string | null) => ({
  list,
  view: createListView(list, createNameOrder('en'), { chosenStore }),
});
const shown = shownIn(null);
const namesOf = (selection: Selection, of = shown): readonly string[] =>
  selectedItems(selection, of).map(({ name }) => name);

test('[L16] an item is selected by itself, and again not', () => {
  const one = toggleItem(NOTHING_SELECTED, shown, milk);
  expect(namesOf(one)).toEqual(['milk']);
  expect(isItemSelected(one, shown, eggs)).toBe(false);
  expect(toggleItem(one, shown, milk)).toEqual(NOTHING_SELECTED);
});

test('[L16] a category selects its items, the single ones among them included', () => {
  const both = toggleCategory(toggleItem(NOTHING_SELECTED, shown, milk), shown, 'dairy');
  expect(namesOf(both)).toEqual(['eggs', 'milk']);
  expect(isItemSelected(both, shown, eggs)).toBe(true);
  expect(toggleCategory(both, shown, 'dairy')).toEqual(NOTHING_SELECTED);
});

test('[L16] deselecting one item of a category keeps the other items selected, but not the category', () => {
  const rest = toggleItem(toggleCategory(NOTHING_SELECTED, shown, 'dairy'), shown, milk);
  expect(rest.categoryIds.size).toBe(0);
  expect(namesOf(rest)).toEqual(['eggs']);
});

test('[L16] an item that was deleted elsewhere is no longer selected', () => {
  const gone = toggleItem(NOTHING_SELECTED, shown, itemRow('gone'));
  expect(namesOf(toggleItem(gone, shown, bread))).toEqual(['bread']);
});

test('[L16] [O3] with a store chosen, a category selects none of its items for other stores, which are selected one by one', () => {
  const atAldi = shownIn('aldi');
  const dairy = toggleCategory(NOTHING_SELECTED, atAldi, 'dairy');
  expect(namesOf(dairy, atAldi)).toEqual(['milk']);
  expect(isItemSelected(dairy, atAldi, eggs)).toBe(false);
  const both = toggleItem(dairy, atAldi, eggs);
  expect(namesOf(both, atAldi)).toEqual(['milk', 'eggs']);
  expect(namesOf(toggleCategory(both, atAldi, 'dairy'), atAldi)).toEqual(['eggs']);
  expect(itemIdsIn(atAldi, OTHER_STORES)).toEqual(['eggs']);
});
