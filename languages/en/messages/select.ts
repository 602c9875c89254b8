/** Messages of Select mode. */
import { categories, items } from './counts.ts';
import { replaceList } from './list-actions.ts';
import { sharedWith } from './shared-with.ts';

export const select = {
  selectAll: 'Select All',
  deselectAll: 'Deselect All',
  deleteSelected: (count: number) => `Delete (${count})`,
  deleteAll: 'Delete All',
  done: 'Done',
  /** The name of the group of buttons for what is selected. */
  actions: 'Selected items',
  move: 'Move',
  moveTo: (count: number) => `Move ${items(count)} to`,
  /** @param stayed the number of items whose names the category already had */
  moved: (count: number, category: string, stayed: number) => {
    const there = `${category} already has ${stayed === 1 ? 'an item with the same name' : 'items with the same names'}`;
    if (count === 0) return there;
    return `${items(count)} moved to ${category}${stayed === 0 ? '' : `. ${items(stayed)} stayed: ${there}`}`;
  },
  store: 'Store',
  storeOf: (count: number) => `Store for ${items(count)}`,
  /** @param store '' for any store */
  tied: (count: number, store: string) =>
    `${items(count)} ${count === 1 ? 'is' : 'are'} now for ${store || 'any store'}`,
  check: 'Check',
  uncheck: 'Uncheck',
  checked: (count: number, checked: boolean) => `${items(count)} ${checked ? 'checked' : 'unchecked'}`,
  categoriesDeleted: (count: number) => `${categories(count)} deleted`,
} as const;

/** The confirmations of both deletions (spec section 5). */
export const deleteCategories = {
  deleteSome: {
    title: 'Delete Categories',
    text: (count: number) =>
      `Are you sure you want to delete ${categories(count)} and all ${count === 1 ? 'its' : 'their'} items?`,
    /** After the question, if some of them are under Other stores. */
    forOtherStores: (count: number) => ` That includes ${items(count)} for other stores.`,
    /** After the question, if single items of other categories are selected, too. */
    besides: (count: number) => ` ${items(count)} in other categories will also be deleted.`,
    yes: 'Delete',
  },
  deleteAll: {
    title: 'Delete All Categories',
    text: 'Are you sure you want to delete ALL categories and their items? This cannot be undone.',
    yes: 'Delete',
    shared: (list: string, others: readonly string[]) =>
      `${sharedWith(list, others)} Its items will be deleted for everyone.`,
    loadedAs: replaceList.createEmpty.loadedAs,
  },
} as const;
