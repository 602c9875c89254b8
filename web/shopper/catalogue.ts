/** The default list and the names that go with the open list. */
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import type { Catalogue } from '#core/change/change.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { createShopperNames } from '#client/names/shopper-names.ts';
import type { Store } from '#client/store/store.ts';

/** The seed catalogue (product L1); for the demo its ids are used as they are (product L3). */
export const CATALOGUE: Catalogue = { categories: CATALOGUE_CATEGORIES, items: CATALOGUE_ITEMS };

const namesByStore = new WeakMap<Store, KnownNames>();

/** The names this store's account knows; made when first asked for, then kept in step. */
export function namesOf(store: Store): KnownNames {
  const known = namesByStore.get(store) ?? createShopperNames(store, CATALOGUE.items);
  namesByStore.set(store, known);
  return known;
}
