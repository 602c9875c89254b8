/** The names that an empty list offers: what the shopper bought most often, and common staples until there are enough of those. */
import type { List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';

/** All of them are names of the seed catalogue. */
const STAPLES = ['Milk', 'Eggs', 'Bread', 'Butter', 'Bananas', 'Apples', 'Coffee', 'Toilet Paper'];

type Bought = { readonly name: string; readonly times: number; readonly last: string };

/**
 * Names for a list without items. A removed row keeps its name and its tick, so the rows that were checked are the history. Ids
 * begin with the time (product L4), so among equally frequent names the latest comes first.
 */
export function usualNames(list: List, count = STAPLES.length): readonly string[] {
  const boughtByKey = new Map<string, Bought>();
  for (const { id, name, checked } of list.items.values()) {
    if (!checked) continue;
    const { times, last } = boughtByKey.get(nameKey(name)) ?? { times: 0, last: '' };
    boughtByKey.set(nameKey(name), { name, times: times + 1, last: id > last ? id : last });
  }
  const bought = [...boughtByKey.values()]
    .toSorted((a, b) => b.times - a.times || (a.last < b.last ? 1 : -1))
    .map(({ name }) => name);
  const others = STAPLES.filter((name) => !boughtByKey.has(nameKey(name)));
  return [...bought, ...others].slice(0, count);
}
