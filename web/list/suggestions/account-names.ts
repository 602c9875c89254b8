/**
 * The item names that an account knows: the catalogue's, every name ever added to the list, deleted or not, and, once they are loaded,
 * common names and the names on the account's other lists (product L8).
 */
import { toListCatalogue, toListId } from '#core/catalogue/list-ids.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import type { CommonName } from '#core/catalogue/common-names.ts';
import { isDemoList, type ListRef } from '#core/account/list-ref.ts';
import { fallbackCategory, findCategoryNamed, placeGuess } from '#core/catalogue/category-on-demand.ts';
import type { Item } from '#core/list/row.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import { createKnownNames, type KnownNames } from '#core/suggest/known-names.ts';
import type { ListedName, Lists } from '#client/ports/lists.ts';
import type { User } from '#core/account/user.ts';
import type { ShownList } from '#web/shown-list/shown-list.ts';
import { rowDiffsOf } from '#core/diff/diff.ts';
import { lazy, type Lazy } from '#core/lazy.ts';
import { nameKey } from '#core/name/name-key.ts';
import { compareById } from '#core/list/compare-text.ts';
import { byId } from '#core/list/contents.ts';

type Account = Pick<ShownList, 'store' | 'ref'>;

/** Null until they are loaded, for every list of this page. */
let commonNames: readonly CommonName[] | null = null;

/** The names of the account's other lists, from when the first text was typed in this list. They are kept while it is open. */
const otherNames = new WeakMap<ListRef, Lazy<readonly ListedName[]>>();

/** Reads the names of the account's other lists, once for each open list. Rejects if they cannot be read. @returns whether they are new */
export async function loadOtherNames(
  { ref, user }: Pick<ShownList, 'ref' | 'user'>,
  loadLists: (owner: User) => Promise<Pick<Lists, 'namesExcept'>>,
): Promise<boolean> {
  const names = otherNames.get(ref) ?? lazy(async () => (await loadLists(user)).namesExcept(ref.listId));
  otherNames.set(ref, names);
  if (names.loaded() !== null) return false;
  await names.load();
  return true;
}

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

/** Adds the common names, and those of other lists that are loaded. A name that was added to this list keeps its category. */
export function rememberCommonNames(names: KnownNames, account: Account, common: readonly CommonName[]): void {
  const { store, ref } = account;
  for (const { name, category } of common) names.remember(name, toListCategory(account, category), 'catalogue');
  const others = otherNames.get(ref)?.loaded() ?? null;
  if (others === null) return;
  const fallback = fallbackCategory(store.list, ref).id;
  for (const { name, category } of others) {
    const place = placeIn(account, category) ?? fallback;
    names.remember(name, place === fallback ? guessOr(names, name, fallback) : place, 'catalogue');
  }
}

const placeIn = ({ store, ref }: Account, category: string): string | undefined =>
  findCategoryNamed(store.list, ref, category)?.id;

/** For a name in Other, or in a category that this list does not have: this list may know where such things are. */
const guessOr = (names: KnownNames, name: string, fallback: string): string => guessCategory(names, name) ?? fallback;

const catalogueItems = (account: Account): readonly Item[] => toListCatalogue(CATALOGUE, account.ref).items;

/** The catalogue's category in the list; each guess finds its place among the list's own (product L8). */
const toListCategory = ({ ref }: Account, catalogueId: string): string =>
  isDemoList(ref) ? catalogueId : toListId(catalogueId, ref.listId);

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

function readShopperNames({ store, ref }: Account, catalogue: readonly Item[]): KnownNames {
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
