/** The names that an empty list offers: the shopper's habits, what was bought most often, and common staples until there are enough. */
import type { List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';

/** All of them are names of the seed catalogue. */
const STAPLES = ['Milk', 'Eggs', 'Bread', 'Butter', 'Bananas', 'Apples', 'Coffee', 'Toilet Paper'];

type Bought = { readonly name: string; readonly times: number; readonly last: string };

/**
 * Names for a list without items. The device's habits come first (product O7); a new device has none yet. A removed row keeps its
 * name and its tick, so the rows that were checked are the history. Ids
 * begin with the time (product L4), so among equally frequent names the latest comes first.
 */
export function usualNames(list: List, habits: readonly string[]): readonly string[] {
  const boughtByKey = new Map<string, Bought>();
  for (const { id, name, checked } of list.items.values()) {
    if (!checked) continue;
    const { times, last } = boughtByKey.get(nameKey(name)) ?? { times: 0, last: '' };
    boughtByKey.set(nameKey(name), { name, times: times + 1, last: id > last ? id : last });
  }
  const bought = [...boughtByKey.values()]
    .toSorted((a, b) => b.times - a.times || (a.last < b.last ? 1 : -1))
    .map(({ name }) => name);
  const names = [...habits, ...bought, ...STAPLES];
  const keys = names.map(nameKey);
  return names.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, STAPLES.length);
}
