/** Imports a list: from a list file, or from an older version's local storage (product D1, D2). */
import { type RowDiff, setFields, setRow } from '#core/diff/diff.ts';
import { keepRanks, missingRanks, storeField, type Stores } from '#core/list/keyed-fields.ts';
import { isArranged, liveRow, liveRows, type List } from '#core/list/list.ts';
import type { Category } from '#core/list/row.ts';
import { fail } from '#core/result.ts';
import { adoptStores } from './adopt-stores.ts';
import { changeResult, type ChangeResult, type ChangeOf, type ListCopy } from './change.ts';
import { SAVED_LISTS_LIMIT } from './change-saved-lists.ts';
import { nameLoaded, replaceRows, setListRow } from './change-list.ts';

/**
 * Imports a copy. `replace` makes it the working list. `merge` adds its rows; existing rows with the same ids are unchanged.
 * Both add its saved lists, and as many of its stores as there is room for.
 */
export function importCopy(list: List, { copy: imported, mode, loadId }: ChangeOf<'import-copy'>): ChangeResult {
  const { copy, added } = adoptStores(list, imported, { adds: true });
  const newLists = copy.savedLists.filter((saved) => liveRow(list.savedLists, saved.id) === undefined);
  // Two devices that saved lists while apart can have more than the limit together.
  const room = Math.max(0, SAVED_LISTS_LIMIT - liveRows(list.savedLists).length);
  if (newLists.length > room) return fail({ type: 'too-many-saved-lists', room });
  const savedLists = newLists.map((saved) => setRow('savedLists', list.savedLists.get(saved.id), saved));
  const rows =
    mode === 'replace'
      ? [...replaceRows(list, copy), setListRow(list, { ...added, ...nameLoaded(copy.listName, loadId) })]
      : [...mergeList(list, copy, added), setListRow(list, added)];
  return changeResult([...rows, ...savedLists]);
}

/** An arranged order stays, and added categories come last in it (product O1, O2). A store that is added brings its order. */
function mergeList(list: List, copy: ListCopy, added: Stores): readonly (RowDiff | null)[] {
  const mergeCategory = (category: Category): RowDiff | null => {
    const current = list.categories.get(category.id);
    const { id, name, color, inList } = category;
    if (current !== undefined && !current.deleted)
      return setFields(
        'categories',
        current,
        keepRanks(category, (order) => order !== null && storeField(order) in added),
      );
    const ranks = keepRanks(category, (order) => !isArranged(list, order));
    return setRow('categories', current, { id, name, color, inList, ...ranks, ...missingRanks(ranks, current ?? {}) });
  };
  return [
    ...copy.categories.map(mergeCategory),
    ...copy.items
      .filter(({ id }) => liveRow(list.items, id) === undefined)
      .map((item) => setRow('items', list.items.get(item.id), item)),
  ];
}
