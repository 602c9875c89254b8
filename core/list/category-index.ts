/** Which live items each category has. */
import type { Item } from './item.ts';
import type { Row, Rows } from './row.ts';

export type CategoryIndex = {
  readonly idsByCategory: ReadonlyMap<string, ReadonlySet<string>>;
  /** Takes in that a row took another's place. */
  readonly replace: (before: Row<Item> | undefined, row: Row<Item>) => void;
};

export function createCategoryIndex(items: Rows<Item>): CategoryIndex {
  const idsByCategory = new Map<string, Set<string>>();
  const add = (item: Row<Item>): void => {
    if (item.deleted) return;
    const ids = idsByCategory.get(item.category);
    if (ids) ids.add(item.id);
    else idsByCategory.set(item.category, new Set([item.id]));
  };
  for (const item of items.values()) add(item);
  return {
    idsByCategory,
    replace(before, row) {
      if (before) idsByCategory.get(before.category)?.delete(before.id);
      add(row);
    },
  };
}
