/** The names one account knows: the catalogue's, and everything it ever added, deleted or not (product L8). */
import { createKnownNames } from '#core/suggest/known-names.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import type { Item } from '#core/list/item.ts';
import type { Store } from '#client/store/store.ts';

/**
 * The names of an account's store, filled now and kept in step.
 * @param catalogue the default list's items, whose names everybody knows
 */
export function createShopperNames(store: Store, catalogue: readonly Item[]): KnownNames {
  const names = createKnownNames();
  const seeds = new Map(catalogue.map((item) => [item.id, item]));
  for (const { name, category } of catalogue) names.remember(name, category, 'catalogue');
  // Ids begin with the time, so that the latest is remembered last.
  const own = [...store.list.items.values()].filter(({ id, name, category }) => {
    const seed = seeds.get(id);
    return seed?.name !== name || seed.category !== category;
  });
  for (const { name, category } of own.toSorted((a, b) => (a.id < b.id ? -1 : 1))) names.remember(name, category);
  store.onDiff((diff) => {
    for (const { id, after } of diff.items) {
      const item = store.list.items.get(id);
      if (item && (after.name !== undefined || after.category !== undefined)) names.remember(item.name, item.category);
    }
  });
  return names;
}
