/** Changes of saved lists: saving as new, overwriting one, deleting one. */
import { removeRow, type RowDiff, setFields, setRow } from '#core/diff/diff.ts';
import { compareText } from '#core/list/compare-text.ts';
import { pickItem } from '#core/list/item-fields.ts';
import type { Item, SavedList, Row } from '#core/list/row.ts';
import { isDefaultName, listName, liveRow, liveRows, type List } from '#core/list/list.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { fail } from '#core/result.ts';
import { pickStores } from '#core/stores/stores.ts';
import { changeResult, type ChangeResult, type ChangeOf, type NamedCatalogue } from './change.ts';
import { copySavedList, nameList } from './change-list.ts';

/** The most saved lists of an account (spec section 9). */
export const SAVED_LISTS_LIMIT = 10;

/** The saved lists, latest first. */
export const savedListsByTime = (list: List): readonly Row<SavedList>[] =>
  liveRows(list.savedLists).toSorted((a, b) => compareTimes(b, a));

/** A saved list with the categories of its items and the stores of its list, so that another list can load it. */
export type SavedCopy = SavedList & Pick<NamedCatalogue, 'categories' | 'stores'>;

/** Copies the saved lists, latest first (product S6). */
export const copySavedLists = (list: List): readonly SavedCopy[] =>
  savedListsByTime(list).map(({ id, name, items, createdAt }) => {
    const { categories } = copySavedList(list, id) ?? { categories: [] };
    return { id, name, items, createdAt, categories, stores: pickStores(list) };
  });

/**
 * The lists that the next save deletes, oldest first; empty while there is room (spec section 4, product S1). There can be
 * several if devices have saved more than ten while they were apart.
 */
export const listsToDrop = (list: List): readonly Row<SavedList>[] =>
  savedListsByTime(list)
    .slice(SAVED_LISTS_LIMIT - 1)
    .toReversed();

/** The saved list with this name; null if there is none (product S3). */
export const savedListNamed = (list: List, name: string): Row<SavedList> | null =>
  liveRows(list.savedLists).find((saved) => nameKey(saved.name) === nameKey(name)) ?? null;

/** Saves the working list under a new name, and drops the oldest beyond ten (spec 4, product S1). */
export function saveListAs(list: List, { id, name, createdAt, mayNameList }: ChangeOf<'save-list-as'>): ChangeResult {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  const saved = { id, name: clean.value, items: workingItems(list), createdAt };
  return changeResult([
    ...listsToDrop(list).map((oldest) => removeRow('savedLists', oldest)),
    setRow('savedLists', list.savedLists.get(id), saved),
    mayNameList ? nameUnnamed(list, clean.value) : null,
  ]);
}

/** Overwrites a saved list's items and time (spec section 4). */
export function saveOverList(list: List, { id, createdAt, mayNameList }: ChangeOf<'save-over-list'>): ChangeResult {
  const saved = liveRow(list.savedLists, id);
  if (saved === undefined) return fail({ type: 'gone' });
  return changeResult([
    setFields('savedLists', saved, { items: workingItems(list), createdAt }),
    mayNameList ? nameUnnamed(list, saved.name) : null,
  ]);
}

/** Saving gives the list a name only while it has its default one (product S4). */
const nameUnnamed = (list: List, name: string): RowDiff | null =>
  isDefaultName(listName(list)) ? nameList(list, name) : null;

/** Renames a saved list. A blank name, one that is too long, and that of another saved list are refused (product S6). */
export function renameSavedList(list: List, { id, name }: ChangeOf<'rename-saved-list'>): ChangeResult {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  const saved = liveRow(list.savedLists, id);
  if (saved === undefined) return fail({ type: 'gone' });
  const isTaken = liveRows(list.savedLists).some(
    (other) => other.id !== id && nameKey(other.name) === nameKey(clean.value),
  );
  if (isTaken) return fail({ type: 'saved-list-exists' });
  return changeResult([setFields('savedLists', saved, { name: clean.value })]);
}

/** Deletes a saved list; the working list stays. */
export function deleteSavedList(list: List, { id }: ChangeOf<'delete-saved-list'>): ChangeResult {
  const saved = liveRow(list.savedLists, id);
  return saved === undefined ? fail({ type: 'gone' }) : changeResult([removeRow('savedLists', saved)]);
}

/** The working list's items with the fields of the spec, including ticks, and their details (product S2, Q6). */
export const workingItems = (list: List): readonly Item[] => liveRows(list.items).map(pickItem);

const compareTimes = (a: SavedList, b: SavedList): number =>
  compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
