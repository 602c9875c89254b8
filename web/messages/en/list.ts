/** The sentences of the list screen. */
import type { ChangeFailure } from '#core/change/change-failure.ts';
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

export const undone = 'Undone';

export const list = {
  menu: 'Menu',
  label: 'Shopping list',
  count: (checked: number, total: number) => ` (${checked}/${total})`,
  progress: 'Progress',
  tools: 'Tools',
  complete: 'complete',
  emptyCategory: 'No items in this category',
  selectCategory: (name: string) => `Select ${name}`,
  deleteItem: (name: string) => `Delete ${name}`,
  editItem: (name: string) => `Edit ${name}`,
  unnamedCategory: 'Other',
} as const;

export const toast = {
  deleted: (name: string) => `${name} deleted`,
} as const;
