/** Gives imported rows ids of the account: the same ids on every device, and never those of another account (product L3). */
import { isDemoUser } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import type { Catalogue, ListCopy } from '#core/change/change.ts';
import type { Item } from '#core/list/row.ts';
import type { List } from '#core/list/list.ts';

/** The most characters of an id that can be read back from a file (see ID in core/copy/field-schemas.ts). */
const LONGEST_ID = 200;

/**
 * Returns the id that an imported row gets in an account; an id that already belongs to the account is unchanged.
 *
 * @param id any id
 * @param userId the account
 * @returns the id followed by the account's id; if that would be too long, a fingerprint of the id followed by it. The result
 *   is the same on all devices, and does not change when applied twice (product L3)
 */
export function toAccountId(id: string, userId: string): string {
  const ending = `-${userId}`;
  if (id.endsWith(ending)) return id;
  const mapped = id + ending;
  return mapped.length <= LONGEST_ID ? mapped : fingerprint(id) + ending;
}

/** The default list with ids of the account; the demo keeps the plain ids (product L1, L3). */
export const toAccountCatalogue = (catalogue: Catalogue, user: User): Catalogue =>
  isDemoUser(user) ? catalogue : mapRows(catalogue, { items: toIdOf(user), categories: toIdOf(user) });

/**
 * Gives an imported list ids of the account: a list file, or the list of an older version. Items keep their categories, in
 * saved lists too (product L3).
 *
 * @param user the owner of the account; for the demo, ids are unchanged
 * @param list the account's list; ids that it has are unchanged. Null if it does not exist yet
 */
export function toAccountCopy(copy: ListCopy, user: User, list: List | null): ListCopy {
  if (isDemoUser(user)) return copy;
  const toId = toIdOf(user);
  const unlessKnown =
    (rows: ReadonlyMap<string, unknown> | undefined): ToId =>
    (id) =>
      rows?.has(id) === true ? id : toId(id);
  const ids = { items: unlessKnown(list?.items), categories: unlessKnown(list?.categories) };
  const toSavedId = unlessKnown(list?.savedLists);
  return {
    listName: copy.listName,
    ...mapRows(copy, ids),
    savedLists: copy.savedLists.map((saved) => ({
      ...saved,
      id: toSavedId(saved.id),
      items: mapItems(saved.items, ids),
    })),
  };
}

type ToId = (id: string) => string;
type ToIds = { readonly items: ToId; readonly categories: ToId };

const toIdOf =
  (user: User): ToId =>
  (id) =>
    toAccountId(id, user.id);

const mapRows = ({ items, categories }: Catalogue, ids: ToIds): Catalogue => ({
  items: mapItems(items, ids),
  categories: categories.map((category) => ({ ...category, id: ids.categories(category.id) })),
});

const mapItems = (items: readonly Item[], ids: ToIds): readonly Item[] =>
  items.map((item) => ({ ...item, id: ids.items(item.id), category: ids.categories(item.category) }));

/** 64 bits of FNV-1a over the code units, as 16 hexadecimal digits. It keeps ids apart, not secrets. */
function fingerprint(id: string): string {
  let bits = 0xcbf29ce484222325n;
  for (let at = 0; at < id.length; at += 1) {
    bits = BigInt.asUintN(64, (bits ^ BigInt(id.charCodeAt(at))) * 0x100000001b3n);
  }
  return bits.toString(16).padStart(16, '0');
}
