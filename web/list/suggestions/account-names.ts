/** The item names that an account knows: its own, those of the catalogue and, once they are loaded, common ones. */
import { toListCatalogue, toListId } from '#core/catalogue/list-ids.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import type { CommonName } from '#core/catalogue/common-names.ts';
import { isDemoList } from '#core/account/list-ref.ts';
import type { Item } from '#core/list/row.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import { createShopperNames, readShopperNames } from '#client/names/shopper-names.ts';
import type { ShownList } from '#web/shown-list/shown-list.ts';

type Account = Pick<ShownList, 'store' | 'ref'>;

/** Null until they are loaded, for every list of this page. */
let commonNames: readonly CommonName[] | null = null;

/** Loads the common names, which the lists that are opened after that know from the start. Rejects if they cannot be loaded. */
export async function loadCommonNames(): Promise<readonly CommonName[]> {
  const { readCommonNames } = await import('#core/catalogue/common-names.ts');
  commonNames ??= readCommonNames();
  return commonNames;
}

export const areCommonNamesLoaded = (): boolean => commonNames !== null;

/** Collects the names for an open list and keeps them up to date. Includes the common ones if they are loaded. */
export function createAccountNames(account: Account): KnownNames {
  const names = createShopperNames(account, catalogueItems(account));
  rememberCommonNames(names, account, commonNames ?? []);
  return names;
}

/** Collects the current names. By default, includes the common names if they are loaded. */
export function readAccountNames(account: Account, common: readonly CommonName[] = commonNames ?? []): KnownNames {
  const names = readShopperNames(account, catalogueItems(account));
  rememberCommonNames(names, account, common);
  return names;
}

/** Adds the common names. A name that the account added keeps its category. */
export function rememberCommonNames(names: KnownNames, account: Account, common: readonly CommonName[]): void {
  for (const { name, category } of common) names.remember(name, toListCategory(account, category), 'catalogue');
}

const catalogueItems = (account: Account): readonly Item[] => toListCatalogue(CATALOGUE, account.ref).items;

/** The catalogue's category in the list; each guess finds its place among the list's own (product L8). */
const toListCategory = ({ ref }: Account, catalogueId: string): string =>
  isDemoList(ref) ? catalogueId : toListId(catalogueId, ref.listId);
