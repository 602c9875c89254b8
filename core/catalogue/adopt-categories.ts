/** Maps the categories of an imported list to existing ones of the same name, so that no name appears twice. */
import type { ListCopy } from '#core/change/change.ts';
import type { Item } from '#core/list/row.ts';
import type { List } from '#core/list/list.ts';
import { findNamed } from './category-on-demand.ts';

/**
 * Gives each category of the copy the id of the list's category of the same name, if it is not deleted (one in view first), and moves its items,
 * including those of saved lists. A category whose id the list has is unchanged. Product L9 defines equal names.
 *
 * @returns the copy; if two of its categories become one, it has the first
 */
export function adoptCategories(copy: ListCopy, list: List): ListCopy {
  const adopted = new Map<string, string>();
  for (const { id, name } of copy.categories) {
    const there = findNamed(list, [name])?.id;
    if (there !== undefined && !list.categories.has(id)) adopted.set(id, there);
  }
  const idOf = (id: string): string => adopted.get(id) ?? id;
  const adoptItems = (items: readonly Item[]): readonly Item[] =>
    items.map((item) => ({ ...item, category: idOf(item.category) }));
  const categories = copy.categories.map((category) => ({ ...category, id: idOf(category.id) }));
  return {
    ...copy,
    items: adoptItems(copy.items),
    categories: categories.filter(({ id }, at) => categories.findIndex((other) => other.id === id) === at),
    savedLists: copy.savedLists.map((saved) => ({ ...saved, items: adoptItems(saved.items) })),
  };
}
