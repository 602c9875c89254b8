/** Messages of the list screen. */
import type { ChangeFailure } from '#core/change/change.ts';
import { items } from './counts.ts';
import type { FailureType, Sentences } from './failures.ts';

export const changeFailures: Sentences<FailureType<ChangeFailure>> = {
  'blank-name': 'Please enter a name',
  'long-name': 'That name is too long. Use 200 characters or fewer.',
  'no-category': 'Please select a category',
  gone: 'This has already been deleted',
  'item-exists': 'That category already has an item with this name',
  'category-exists': 'That category is already on the list',
  'category-name-taken': 'Another category already has that name',
  'store-exists': 'This list already has a store with that name',
  'too-many-stores': 'A list can have up to 20 stores. Remove one, then try again.',
  'saved-list-exists': 'Another saved list already has that name',
  'too-many-saved-lists': 'You can keep up to 10 saved lists. Delete one, then try again.',
};

export const undo = 'Undo';
export const undone = (change: string): string => `Undone: ${change}`;
export const itemsDeleted = (count: number): string => `${items(count)} deleted`;

export const list = {
  menu: 'Menu',
  label: 'Shopping list',
  /** Of the whole list (product L12). */
  listCount: (checked: number, total: number) => ` (${checked}/${total} items)`,
  categoryCount: (checked: number, total: number) => ` (${checked}/${total})`,
  /** In Shop mode, only what is left is counted (product L14). */
  left: (count: number) => ` ${count}\u00A0left`,
  categoryLeft: (count: number) => ` ${count}`,
  leftForScreenReaders: ' left',
  progress: 'Progress',
  options: 'List options',
  /** The visible word of the button whose name is `shopMode`. */
  shop: 'Shop',
  shopMode: 'Shop mode',
  tools: 'Tools',
  complete: 'complete',
  emptyCategory: 'No items in this category',
  selectCategory: (name: string) => `Select ${name}`,
  deleteItem: (name: string) => `Delete ${name}`,
  /** The chip in a row. Its name begins with what it shows. */
  amount: (amount: string, name: string) => `${amount}, ${name}`,
  moreActions: (name: string) => `More actions for ${name}`,
  editCategory: (name: string) => `Edit category ${name}`,
  unnamedCategory: 'Other',
} as const;

export const itemToasts = {
  deleted: (name: string) => `${name} deleted`,
} as const;
