/** The item names that the open list's account knows. */
import { toAccountId } from '#core/catalogue/account-ids.ts';
import { catalogueToAccountId } from '#core/catalogue/default-categories.ts';
import { isDemoUser } from '#core/account/user.ts';
import type { Item } from '#core/list/row.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { createShopperNames } from '#client/names/shopper-names.ts';
import { CATALOGUE } from '#web/shopper/catalogue.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';

type Account = Pick<Shopper, 'store' | 'user'>;

/** Collects the names for an open list; they stay up to date as long as it is open. */
export const createAccountNames = (account: Account): KnownNames =>
  createShopperNames(account.store, catalogueItems(account));

/** An account that never had the default list puts what the catalogue knows into its own categories (product L2, L8). */
const catalogueItems = ({ store, user }: Account): readonly Item[] =>
  isDemoUser(user)
    ? CATALOGUE.items
    : CATALOGUE.items.map((item) => {
        const own = toAccountId(item.category, user.id);
        const category = store.list.categories.has(own) ? own : catalogueToAccountId(item.category, user.id);
        return { ...item, id: toAccountId(item.id, user.id), category };
      });
