/** A list from outside uses the categories that are there: two of one name would stand beside each other. */
import type { ListCopy } from '#core/change/change.ts';
import type { Item } from '#core/list/row.ts';
import { liveRows } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';

/**
 * Gives each category of the copy the id of the list's living category of the same name, and its items with it, also those
 * of saved lists. A category that the list has under its own id stays as it is.
 *
 * @returns the copy; of two of its categories that become one, the first
 * Rule: product L9 for what is the same name.
 */
export function adoptCategories(copy: ListCopy, list: List): ListCopy {
  const known = new Map(liveRows(list.categories).map(({ id, name }) => [nameKey(name), id]));
  const adopted = new Map<string, string>();
  for (const { id, name } of copy.categories) {
    const there = known.get(nameKey(name));
    if (there !== undefined && !list.categories.has(id)) adopted.set(id, there);
  }
  const idOf = (id: string): string => adopted.get(id) ?? id;
  const adoptItems = (items: readonly Item[]): readonly Item[] =>
    items.map((item) => ({ ...item, category: idOf(item.category) }));
  const categories = copy.categories.map((category) => ({ ...category, id: idOf(category.id) }));
  return {
    ...copy,
    items: adoptItems(copy.items),
    categories: categories.filter(({ id }, place) => categories.findIndex((other) => other.id === id) === place),
    savedLists: copy.savedLists.map((saved) => ({ ...saved, items: adoptItems(saved.items) })),
  };
}
