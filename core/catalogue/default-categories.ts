/** The six categories a new real account starts with, before it has any items (product L2, spec section 3). */
import type { Category } from '#core/list/category.ts';

/** Name and colour in the order of the spec; whoever creates the account gives the ids. */
export const DEFAULT_CATEGORIES: readonly Pick<Category, 'name' | 'color'>[] = [
  { name: 'Produce', color: '#10b981' },
  { name: 'Dairy', color: '#3b82f6' },
  { name: 'Meat', color: '#ef4444' },
  { name: 'Pantry', color: '#f59e0b' },
  { name: 'Frozen', color: '#06b6d4' },
  { name: 'Other', color: '#6b7280' },
];
