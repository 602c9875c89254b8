/** The item names that an account knows: its own and those of the catalogue. */
import { toAccountId } from '#core/catalogue/account-ids.ts';
import { catalogueToAccountId } from '#core/catalogue/default-categories.ts';
import { isDemoUser } from '#core/account/user.ts';
import type { Item } from '#core/list/row.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { createShopperNames } from '#client/names/shopper-names.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';

type Account = Pick<Shopper, 'store' | 'user'>;

/** Collects the names for an open list and keeps them up to date. */
export const createAccountNames = (account: Account): KnownNames =>
  createShopperNames(account.store, catalogueItems(account));

/** An account without the default list assigns the catalogue's items to its own categories (product L2, L8). */
const catalogueItems = ({ store, user }: Account): readonly Item[] =>
  isDemoUser(user)
    ? CATALOGUE.items
    : CATALOGUE.items.map((item) => {
        const own = toAccountId(item.category, user.id);
        const category = store.list.categories.has(own) ? own : catalogueToAccountId(item.category, user.id);
        return { ...item, id: toAccountId(item.id, user.id), category };
      });
