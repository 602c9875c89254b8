/** The names that the open list's account knows. */
import { toAccountId } from '#core/catalogue/account-ids.ts';
import { catalogueToDefaultId } from '#core/catalogue/default-categories.ts';
import { isDemoUser } from '#core/account/user.ts';
import type { Item } from '#core/list/item.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { createShopperNames } from '#client/names/shopper-names.ts';
import type { Store } from '#client/store/store.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Shopper } from './shopper-context.ts';

type Account = Pick<Shopper, 'store' | 'user'>;

const namesByStore = new WeakMap<Store, KnownNames>();

/** Made when first asked for, then kept in step. */
export function namesOf(account: Account): KnownNames {
  const { store } = account;
  const known = namesByStore.get(store) ?? createShopperNames(store, catalogueItems(account));
  namesByStore.set(store, known);
  return known;
}

/** An account that never had the default list puts what the catalogue knows into its own categories (product L2, L8). */
const catalogueItems = ({ store, user }: Account): readonly Item[] =>
  isDemoUser(user)
    ? CATALOGUE.items
    : CATALOGUE.items.map((item) => {
        const own = toAccountId(item.category, user.id);
        const category = store.list.categories.has(own) ? own : catalogueToDefaultId(item.category, user.id);
        return { ...item, id: toAccountId(item.id, user.id), category };
      });
