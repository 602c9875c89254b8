/** The six default categories a new real account starts with, before it has any items (product L2, spec section 3). */
import type { Category } from '#core/list/row.ts';
import { toAccountId } from './account-ids.ts';

/** Name and colour in the order of the spec. */
export const DEFAULT_CATEGORIES: readonly Pick<Category, 'name' | 'color'>[] = [
  { name: 'Produce', color: '#10b981' },
  { name: 'Dairy', color: '#3b82f6' },
  { name: 'Meat', color: '#ef4444' },
  { name: 'Pantry', color: '#f59e0b' },
  { name: 'Frozen', color: '#06b6d4' },
  { name: 'Other', color: '#6b7280' },
];

/** The id of an account's default category, counted from 1: the same on every device, so that two never make twelve. */
export const defaultCategoryId = (place: number, userId: string): string => `default-${place}-${userId}`;

/** For each of the 23 catalogue categories, in their order, the default one that takes its items; 0 where none matches. */
const DEFAULT_OF_CATALOGUE = [1, 2, 3, 3, 4, 4, 5, 0, 0, 0, 4, 4, 4, 4, 4, 3, 4, 4, 0, 5, 0, 1, 0];

/**
 * Where a new account puts an item of the catalogue: into one of its six categories, or, where none of them matches (shampoo,
 * dog food), into the catalogue's own category, which is created with the first such item.
 * @param catalogueId the id of a catalogue category, "1" to "23"
 * Rule: product L8; L3 for the ids.
 */
export function catalogueToAccountId(catalogueId: string, userId: string): string {
  const place = DEFAULT_OF_CATALOGUE[Number(catalogueId) - 1] ?? 0;
  return place === 0 ? toAccountId(catalogueId, userId) : defaultCategoryId(place, userId);
}
