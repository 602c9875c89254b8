/** Changes of the whole list: renaming it, and replacing it by an empty, default or saved one. */
import { type Fields, removeRow, type RowDiff, setFields, setRow } from '#core/diff/diff.ts';
import {
  createLostCategory,
  LIST_ROW_ID,
  type Category,
  type Item,
  type ListRow,
  type Loaded,
  type Row,
} from '#core/list/row.ts';
import { missingRanks } from '#core/list/keyed-fields.ts';
import { EMPTY_LIST_NAME, FIRST_LIST_NAME, isCategoryVisible, liveRow, liveRows, type List } from '#core/list/list.ts';
import { compareById } from '#core/list/compare-text.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { fail } from '#core/result.ts';
import { adoptStores } from './adopt-stores.ts';
import { changeResult, type ChangeResult, type Catalogue, type ChangeOf, type NamedCatalogue } from './change.ts';

/** Renames the working list. A blank name or one that is too long is refused (product L10, L12). */
export function renameList(list: List, { name }: { readonly name: string }): ChangeResult {
  const clean = cleanName(name);
  return clean.ok ? changeResult([nameList(list, clean.value)]) : clean;
}

/** The diff that names the working list (product L12). The list's own row is never deleted, so Undo can restore the earlier name. */
export const nameList = (list: List, name: string): RowDiff | null => setListRow(list, { listName: name });

/** The diff that sets fields of the list's own row. */
export const setListRow = (list: List, fields: Fields<ListRow>): RowDiff | null =>
  setFields('listRow', list.listRow.get(LIST_ROW_ID) ?? UNNAMED, fields);

const UNNAMED: Row<ListRow> = { id: LIST_ROW_ID, listName: FIRST_LIST_NAME, deleted: false };

/** Create New Empty List: no items and no categories in the list. All categories stay known. Its name is 'New List' (spec section 4). */
export const createEmptyList = (list: List, { load }: ChangeOf<'create-empty-list'>): ChangeResult =>
  changeResult(
    replaceNamed(list, { categories: [], items: [], listName: EMPTY_LIST_NAME }, toLoad('empty-list', load)),
  );

/** Restore Default List: the catalogue, unchecked, under the name of a new list (spec section 4, product L1, L12). */
export const restoreDefaultList = (list: List, { catalogue, load }: ChangeOf<'restore-default-list'>): ChangeResult =>
  changeResult(replaceNamed(list, { ...catalogue, listName: FIRST_LIST_NAME }, toLoad('default-list', load)));

/** A shared list keeps its name (product S4), and its other members learn what was loaded (product S5). */
const replaceNamed = (list: List, next: NamedCatalogue, load: Loaded | undefined): readonly (RowDiff | null)[] =>
  load === undefined ? replaceList(list, next) : [...replaceRows(list, next), setListRow(list, { loaded: load })];

/** What took the place of the items of a shared list. */
type LoadType = 'saved-list' | 'empty-list' | 'default-list';

/** Backends store only the id and the name of a load, so its id says what it was. Earlier versions show the name. */
export const toLoad = (type: Exclude<LoadType, 'saved-list'>, load: Loaded | undefined): Loaded | undefined =>
  load && { ...load, id: `${type}:${load.id}` };

export const typeOfLoad = ({ id }: Loaded): LoadType =>
  (['empty-list', 'default-list'] as const).find((type) => id.startsWith(`${type}:`)) ?? 'saved-list';

/**
 * Load: the saved items with their ticks, only the categories they use, and the saved name (spec section 4, product S2).
 * A category that no longer exists is restored.
 */
export function loadSavedList(list: List, { id, loadId }: ChangeOf<'load-saved-list'>): ChangeResult {
  const copy = copySavedList(list, id);
  return copy === null ? fail({ type: 'gone' }) : loadCopy(list, { copy, loadId });
}

/** Loads a saved list with its name; the open list keeps its stores. The members of a shared list learn who loaded it (product S5). */
export function loadCopy(
  list: List,
  { copy: loadedCopy, loadId }: { readonly copy: NamedCatalogue; readonly loadId?: string | undefined },
): ChangeResult {
  const { copy } = adoptStores(list, loadedCopy, { adds: false });
  const named = nameLoaded(copy.listName, loadId);
  return changeResult([...replaceList(list, copy), setListRow(list, named)]);
}

/** The fields of the list's row after another list took the place of its items: the name, and the mark that notifies the other members. */
export const nameLoaded = (name: string, loadId: string | undefined): Partial<ListRow> => ({
  listName: name,
  ...(loadId !== undefined && { loaded: { id: loadId, name } }),
});

/** A saved list with the categories that its items use; null if it is gone. */
export function copySavedList(list: List, id: string): NamedCatalogue | null {
  const saved = liveRow(list.savedLists, id);
  if (saved === undefined) return null;
  const placeById = new Map(
    saved.items.map(({ category: from }) => [
      from,
      categoryNamed(list, list.categories.get(from)?.name ?? '')?.id ?? from,
    ]),
  );
  const items = saved.items.map((item) => ({ ...item, category: placeById.get(item.category) ?? item.category }));
  const categories = [...new Set(placeById.values())].map((categoryId) => knownCategory(list, categoryId));
  return { listName: saved.name, items, categories };
}

/** The category with a name, the same one on every device. One in view comes first, then one that is not deleted (product L8). */
export function categoryNamed(list: List, name: string): Row<Category> | undefined {
  const key = nameKey(name);
  const named = [...list.categories.values()]
    .filter((row) => key !== '' && nameKey(row.name) === key)
    .toSorted(compareById);
  return named.find(({ id }) => isCategoryVisible(list, id)) ?? named.find(({ deleted }) => !deleted) ?? named[0];
}

/** The diff from the working list to another one: items, categories in the list, list name. */
const replaceList = (list: List, next: NamedCatalogue): readonly (RowDiff | null)[] => [
  ...replaceRows(list, next),
  nameList(list, next.listName),
];

/** The same without the list name. */
export const replaceRows = (list: List, { categories, items }: Catalogue): readonly (RowDiff | null)[] => [
  ...replaceCategories(list, categories),
  ...replaceItems(list, items),
];

function replaceItems(list: List, items: readonly Item[]): readonly (RowDiff | null)[] {
  const kept = new Set(items.map((item) => item.id));
  return [
    ...liveRows(list.items).map((item) => (kept.has(item.id) ? null : removeRow('items', item))),
    ...items.map((item) => setRow('items', list.items.get(item.id), item)),
  ];
}

/** A category that has no place in an order of the copy keeps its place in this list (product O1, O2). */
function replaceCategories(list: List, categories: readonly Category[]): readonly (RowDiff | null)[] {
  const shown = new Set(categories.map((category) => category.id));
  return [
    ...liveRows(list.categories).map((known) =>
      shown.has(known.id) ? null : setFields('categories', known, { inList: false }),
    ),
    ...categories.map((category) => {
      const current = list.categories.get(category.id);
      return setRow('categories', current, { ...category, ...missingRanks(category, current ?? {}) });
    }),
  ];
}

function knownCategory(list: List, id: string): Category {
  const known = list.categories.get(id);
  if (known === undefined) return createLostCategory(id);
  const { deleted: _, ...category } = known;
  return { ...category, inList: true };
}
