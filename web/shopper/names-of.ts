/** The names that the open list's account knows. */
import { CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { createShopperNames } from '#client/names/shopper-names.ts';
import type { Store } from '#client/store/store.ts';

const namesByStore = new WeakMap<Store, KnownNames>();

/** Made when first asked for, then kept in step. */
export function namesOf(store: Store): KnownNames {
  const known = namesByStore.get(store) ?? createShopperNames(store, CATALOGUE_ITEMS);
  namesByStore.set(store, known);
  return known;
}
