/** The sentences of what one does to the list: the toolbar, the add bar, the controls. */
import { items } from './counts.ts';

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

/** What asks before it replaces the list (spec section 5). */
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

export const controls = {
  noCategories: 'No categories available. Add some categories to get started!',
  addCategory: 'Add a category',
  select: 'Select',
  clearChecked: 'Clear checked',
} as const;

export const redone = 'Redone';

export const toast = {
  cleared: (count: number) => `${items(count)} cleared`,
  replaced: (name: string) => `${name} is now your list`,
} as const;
