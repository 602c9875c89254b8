/** Gives imported rows ids of a list: the same ids on every device, and never those of another list (product L3). */
import { isDemoList, type ListRef } from '#core/account/list-ref.ts';
import type { Catalogue, ListCopy } from '#core/change/change.ts';
import type { Item } from '#core/list/row.ts';
import type { List } from '#core/list/list.ts';

/** The most characters of an id that can be read back from a file (see ID in core/copy/field-schemas.ts). */
const LONGEST_ID = 200;

/**
 * Returns the id that an imported row gets in a list; an id that already belongs to the list is unchanged.
 *
 * @param id any id
 * @returns the id followed by the list's id; if that would be too long, a fingerprint of the id followed by it. The result
 *   is the same on all devices, and does not change when applied twice (product L3)
 */
export function toListId(id: string, listId: string): string {
  const ending = `-${listId}`;
  if (id.endsWith(ending)) return id;
  const mapped = id + ending;
  return mapped.length <= LONGEST_ID ? mapped : fingerprint(id) + ending;
}

/** The default list with ids of a list; the demo keeps the plain ids (product L1, L3). */
export const toListCatalogue = (catalogue: Catalogue, ref: ListRef): Catalogue =>
  isDemoList(ref) ? catalogue : mapRows(catalogue, { items: toIdOf(ref), categories: toIdOf(ref) });

/**
 * Gives an imported copy ids of a list: a list file, or the list of an older version. Items keep their categories, in
 * saved lists too (product L3).
 *
 * @param ref the list; in the demo, ids are unchanged
 * @param list its rows; ids that it has are unchanged. Null if it does not exist yet
 */
export function toListCopy(copy: ListCopy, ref: ListRef, list: List | null): ListCopy {
  if (isDemoList(ref)) return copy;
  const toId = toIdOf(ref);
  const unlessKnown =
    (rows: ReadonlyMap<string, unknown> | undefined): ToId =>
    (id) =>
      rows?.has(id) === true ? id : toId(id);
  const ids = { items: unlessKnown(list?.items), categories: unlessKnown(list?.categories) };
  const toSavedId = unlessKnown(list?.savedLists);
  return {
    listName: copy.listName,
    stores: copy.stores,
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
  ({ listId }: ListRef): ToId =>
  (id) =>
    toListId(id, listId);

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
