/** The item names that an account knows: the catalogue's, and every name it ever added, deleted or not (product L8). */
import type { ListRef } from '#core/account/list-ref.ts';
import { placeGuess } from '#core/catalogue/category-on-demand.ts';
import { rowDiffsOf } from '#core/diff/diff.ts';
import { nameKey } from '#core/name/name-key.ts';
import { createKnownNames, type KnownNames } from '#core/suggest/known-names.ts';
import { compareById } from '#core/list/compare-text.ts';
import { byId } from '#core/list/contents.ts';
import type { Item } from '#core/list/row.ts';
import type { Store } from '#client/store/store.ts';

type Account = { readonly store: Store; readonly ref: ListRef };

/**
 * Collects the names of an account's store, and keeps them up to date.
 * @param catalogue the items of the default list, whose names every account knows
 */
export function createShopperNames({ store, ref }: Account, catalogue: readonly Item[]): KnownNames {
  const names = readShopperNames({ store, ref }, catalogue);
  store.onDiff((diff) => {
    for (const { id, after } of rowDiffsOf(diff, 'items')) {
      const item = store.list.items.get(id);
      if (item && (after.name !== undefined || after.category !== undefined)) rememberOwn(names, item);
    }
  });
  return names;
}

/** A tin of something known says nothing about the thing: tomatoes are still with the vegetables. */
function rememberOwn(names: KnownNames, { name, category, unit }: Item): void {
  if (unit !== 'can' || names.find('key', nameKey(name)) === undefined) names.remember(name, category);
}

/** Collects the names of an account's store as they are now. */
export function readShopperNames({ store, ref }: Account, catalogue: readonly Item[]): KnownNames {
  const names = createKnownNames(undefined, (category) => placeGuess(store.list, ref, category));
  const seeds = byId(catalogue);
  for (const { name, category } of catalogue) names.remember(name, category, 'catalogue');
  // Ids begin with the time, so the latest name is remembered last.
  const own = [...store.list.items.values()].filter(({ id, name, category }) => {
    const seed = seeds.get(id);
    return seed?.name !== name || seed.category !== category;
  });
  for (const item of own.toSorted(compareById)) rememberOwn(names, item);
  return names;
}
