/** The six default categories of a new real account (product L2, spec section 3). */
import type { Category } from '#core/list/row.ts';
import { toListId } from './list-ids.ts';

/** Names and colors in the order of the spec. */
export const DEFAULT_CATEGORIES: readonly Pick<Category, 'name' | 'color'>[] = [
  { name: 'Produce', color: '#10b981' },
  { name: 'Dairy', color: '#3b82f6' },
  { name: 'Meat', color: '#ef4444' },
  { name: 'Pantry', color: '#f59e0b' },
  { name: 'Frozen', color: '#06b6d4' },
  { name: 'Other', color: '#6b7280' },
];

/** The id of a list's default category, by its position from 1. It is the same on every device, so that two devices never create twelve. */
export const defaultCategoryId = (position: number, listId: string): string => `default-${position}-${listId}`;

/** For each of the 23 catalogue categories, in order, the number of the default category for its items; 0 if none matches. */
const DEFAULT_OF_CATALOGUE = [1, 2, 3, 3, 4, 4, 5, 0, 0, 0, 4, 4, 4, 4, 4, 3, 4, 4, 0, 5, 6, 1, 0];

/** The names of default categories, each with the catalogue's name for the same goods, where it differs (product L8). */
export const SAME_CATEGORIES: readonly (readonly [string, string])[] = [
  ['Produce', 'Fruits & Vegetables'],
  ['Dairy', 'Dairy & Eggs'],
  ['Frozen', 'Frozen Foods'],
  ['Other', 'Misc e.g. (Flowers, Gift Cards, Tape)'],
];

/**
 * The category of a catalogue item in a new list: one of its six categories or, if none matches (shampoo, dog food), the
 * catalogue's category, which is created with its first item (product L8, L3).
 * @param catalogueId the id of a catalogue category, "1" to "23"
 */
export function catalogueToListId(catalogueId: string, listId: string): string {
  const position = DEFAULT_OF_CATALOGUE[Number(catalogueId) - 1] ?? 0;
  return position === 0 ? toListId(catalogueId, listId) : defaultCategoryId(position, listId);
}
