/** Adds the categories that items of a copy use but the copy does not list. */
import { createLostCategory, type Category, type Item } from '#core/list/row.ts';

/** Returns the categories, plus one for each unlisted category that items use. */
export function withLostCategories(categories: readonly Category[], items: readonly Item[]): readonly Category[] {
  const known = new Set(categories.map((category) => category.id));
  const lost = new Set(items.map((item) => item.category).filter((id) => !known.has(id)));
  return [...categories, ...[...lost].map(createLostCategory)];
}
