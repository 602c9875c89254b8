/** The item names that an account knows: its own, those of the catalogue and, once they are loaded, common ones. */
import { toAccountId } from '#core/catalogue/account-ids.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import type { CommonName } from '#core/catalogue/common-names.ts';
import { catalogueToAccountId } from '#core/catalogue/default-categories.ts';
import { isDemoUser } from '#core/account/user.ts';
import type { Item } from '#core/list/row.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { createShopperNames } from '#client/names/shopper-names.ts';
import type { Shopper } from '#web/shopper/shopper-context.ts';

type Account = Pick<Shopper, 'store' | 'user'>;

/** Collects the names for an open list and keeps them up to date. */
export const createAccountNames = (account: Account): KnownNames =>
  createShopperNames(account.store, catalogueItems(account));

/** Adds the common names. A name that the account added keeps its category. */
export function rememberCommonNames(names: KnownNames, account: Account, commonNames: readonly CommonName[]): void {
  for (const { name, category } of commonNames) names.remember(name, toAccountCategory(account, category), 'catalogue');
}

const catalogueItems = (account: Account): readonly Item[] =>
  isDemoUser(account.user)
    ? CATALOGUE.items
    : CATALOGUE.items.map((item) => ({
        ...item,
        id: toAccountId(item.id, account.user.id),
        category: toAccountCategory(account, item.category),
      }));

/** The category for the items of a catalogue category. An account without the default list uses its own categories (product L2, L8). */
function toAccountCategory({ store, user }: Account, catalogueId: string): string {
  if (isDemoUser(user)) return catalogueId;
  const own = toAccountId(catalogueId, user.id);
  return store.list.categories.has(own) ? own : catalogueToAccountId(catalogueId, user.id);
}
