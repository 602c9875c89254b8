/** Every item of a copy has a category, even where nobody wrote it down. */
import { createLostCategory } from '#core/list/category.ts';
import type { Category } from '#core/list/category.ts';
import type { Item } from '#core/list/item.ts';

/** The categories, and one for each that items use but nobody wrote down. */
export function withLostCategories(categories: readonly Category[], items: readonly Item[]): readonly Category[] {
  const known = new Set(categories.map((category) => category.id));
  const lost = new Set(items.map((item) => item.category).filter((id) => !known.has(id)));
  return [...categories, ...[...lost].map(createLostCategory)];
}
