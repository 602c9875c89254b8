/** Changes of saved lists: saving as new, overwriting one, deleting one. */
import { changedRows, removeRow, setFields, setRow } from '#core/diff/row-diff.ts';
import { compareText } from '#core/list/compare-text.ts';
import { pickItem } from '#core/list/row.ts';
import type { Item, SavedList, Row } from '#core/list/row.ts';
import type { List } from '#core/list/list.ts';
import { liveRow, liveRows } from '#core/list/list.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { fail } from '#core/result.ts';
import type { ChangeResult } from './change-result.ts';
import { changeResult } from './change-result.ts';
import type { Change } from './change.ts';
import { nameList } from './change-list.ts';

type Of<Type extends Change['type']> = Extract<Change, { readonly type: Type }>;

/** The most saved lists of an account (spec section 9). */
export const SAVED_LISTS_LIMIT = 10;

/** The saved lists, latest first. */
export const savedListsByTime = (list: List): readonly Row<SavedList>[] =>
  liveRows(list.savedLists).toSorted((a, b) => compareTimes(b, a));

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

/** Saves the working list under a new name, which becomes its name, and drops the oldest beyond ten (spec 4, product L12, S1). */
export function saveListAs(list: List, { id, name, createdAt }: Of<'save-list-as'>): ChangeResult {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  const saved = { id, name: clean.value, items: workingItems(list), createdAt };
  return changeResult({
    savedLists: changedRows([...listsToDrop(list).map(removeRow), setRow(list.savedLists.get(id), saved)]),
    profile: nameList(list, clean.value),
  });
}

/** Overwrites a saved list's items and time (spec section 4). */
export function saveOverList(list: List, { id, createdAt, renamesList }: Of<'save-over-list'>): ChangeResult {
  const saved = liveRow(list.savedLists, id);
  if (saved === undefined) return fail({ type: 'gone' });
  return changeResult({
    savedLists: changedRows([setFields(saved, { items: workingItems(list), createdAt })]),
    profile: renamesList ? nameList(list, saved.name) : [],
  });
}

/** Deletes a saved list; the working list stays. */
export function deleteSavedList(list: List, { id }: Of<'delete-saved-list'>): ChangeResult {
  const saved = liveRow(list.savedLists, id);
  return saved === undefined ? fail({ type: 'gone' }) : changeResult({ savedLists: changedRows([removeRow(saved)]) });
}

/** The working list's items with the fields of the spec, including ticks, and their details (product S2, Q6). */
export const workingItems = (list: List): readonly Item[] => liveRows(list.items).map(pickItem);

const compareTimes = (a: SavedList, b: SavedList): number =>
  compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
