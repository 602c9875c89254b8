/** The six default categories a new real account starts with, before it has any items (product L2, spec section 3). */
import type { Category } from '#core/list/category.ts';

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

/** For each of the 23 catalogue categories, in their order, the default one that takes its items. */
const DEFAULT_OF_CATALOGUE = [1, 2, 3, 3, 4, 4, 5, 6, 6, 6, 4, 4, 4, 4, 4, 3, 4, 4, 6, 5, 6, 1, 6];

/**
 * Where a new account puts what the catalogue knows (product L8): its six categories stand for the catalogue's 23.
 * @param catalogueId the id of a catalogue category, "1" to "23"
 */
export const catalogueToDefaultId = (catalogueId: string, userId: string): string =>
  defaultCategoryId(DEFAULT_OF_CATALOGUE[Number(catalogueId) - 1] ?? DEFAULT_CATEGORIES.length, userId);
