/** How rows from outside get ids of an account: the same on every device, and never those of another account (product L3). */
import { isDemoUser } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import type { Catalogue, ListCopy } from '#core/change/change.ts';
import type { Item } from '#core/list/row.ts';
import type { List } from '#core/list/list.ts';

/** An id beyond this many characters could not be read back from a file (see ID in core/copy/field-schemas.ts). */
const LONGEST_ID = 200;

/**
 * Returns the id that an imported row gets in an account; an id that already belongs to the account is unchanged.
 *
 * @param id any id
 * @param userId whose account it shall be of
 * @returns the id with the account's behind it, or, where that would be too long, a fingerprint of the id with it
 * Rule: product L3; the same on all devices, and applied a second time it changes nothing.
 */
export function toAccountId(id: string, userId: string): string {
  const ending = `-${userId}`;
  if (id.endsWith(ending)) return id;
  const mapped = id + ending;
  return mapped.length <= LONGEST_ID ? mapped : fingerprint(id) + ending;
}

/** The default list with the ids that it has in an account; the demo keeps plain ones (product L1, L3). */
export const toAccountCatalogue = (catalogue: Catalogue, user: User): Catalogue =>
  isDemoUser(user) ? catalogue : mapRows(catalogue, { items: toIdOf(user), categories: toIdOf(user) });

/**
 * A list from outside with ids of an account: a file, or what an older version left. Items keep their categories,
 * those of saved lists too.
 *
 * @param copy what was read
 * @param user whose it shall be; the demo keeps the ids as they are
 * @param list the account's list, whose rows are known by their ids as they are; null where there is none yet
 * Rule: product L3.
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
