/** The sentences of the list screen. */
import type { ChangeFailure } from '#core/change/change-failure.ts';
import { items } from './counts.ts';
import type { FailureType, Sentences } from './failures.ts';

export const changeFailures: Sentences<FailureType<ChangeFailure>> = {
  'blank-name': 'Please type a name',
  'long-name': 'That name is too long: at most 200 characters',
  'no-category': 'Please select a category',
  gone: 'That was deleted meanwhile',
  'item-exists': 'An item of that name is in that category already',
  'category-exists': 'That category is on the list already',
  'too-many-saved-lists': 'There is room for 10 saved lists. Delete some, then try again',
};

export const undo = 'Undo';

export const toolbar = {
  label: 'List actions',
  createEmpty: { name: 'Create New Empty List', short: 'New' },
  save: { name: 'Save List', short: 'Save' },
  load: { name: 'Load Saved List', short: 'Load' },
  addCategory: { name: 'Add Category', short: 'Category' },
  restore: { name: 'Restore Default List', short: 'Default' },
  undo: { name: 'Undo', short: 'Undo', keys: 'Ctrl+Z' },
  redo: { name: 'Redo', short: 'Redo', keys: 'Ctrl+Shift+Z' },
} as const;

export const adder = {
  label: 'Add an item',
  item: 'Add shopping item',
  category: 'Category',
  selectCategory: 'Select a category',
  newCategory: '+ Add new category',
  add: 'Add Item',
  suggestions: 'Suggestions',
  alreadyListed: (name: string, category: string) => `${name} is already on the list, in ${category}`,
  added: (name: string, category: string) => `${name} added to ${category}`,
  chooseCategory: 'Now choose a category',
} as const;

export const list = {
  menu: 'Menu',
  label: 'Shopping list',
  count: (checked: number, total: number) => ` (${checked}/${total})`,
  progress: 'Progress',
  complete: 'complete',
  emptyCategory: 'No items in this category',
  noCategories: 'No categories available. Add some categories to get started!',
  select: 'Select',
  selectCategory: (name: string) => `Select ${name}`,
  clearChecked: 'Clear checked',
  deleteItem: (name: string) => `Delete ${name}`,
  editItem: (name: string) => `Edit ${name}`,
  unnamedCategory: 'Other',
  addCategory: 'Add a category',
} as const;

export const toast = {
  deleted: (name: string) => `${name} deleted`,
  cleared: (count: number) => `${items(count)} cleared`,
  replaced: (name: string) => `${name} is now your list`,
} as const;

export const confirm = {
  createEmpty: {
    title: 'Create New Empty List',
    text: 'Create a new empty list? Your current list will be replaced.',
    yes: 'Create',
  },
  restore: {
    title: 'Restore Default List',
    text: 'This will restore the default list. Your current list will be replaced. Continue?',
    yes: 'Restore',
  },
} as const;
