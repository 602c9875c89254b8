/** Imports a list: from a list file, or from an older version's local storage (product D1, D2). */
import type { RowDiff } from '#core/diff/diff.ts';
import { setRow } from '#core/diff/row-diff.ts';
import { pickRanks } from '#core/list/keyed-fields.ts';
import { isArranged, liveRow, liveRows, type List } from '#core/list/list.ts';
import type { Category } from '#core/list/row.ts';
import { fail } from '#core/result.ts';
import { changeResult, type ChangeResult } from './change-result.ts';
import type { Change, ListCopy } from './change.ts';
import { SAVED_LISTS_LIMIT } from './change-saved-lists.ts';
import { replaceList } from './change-list.ts';

/**
 * Imports a copy. `replace` makes it the working list. `merge` adds its rows; existing rows with the same ids are unchanged.
 * Both add its saved lists.
 */
export function importCopy(list: List, { copy, mode }: Extract<Change, { type: 'import-copy' }>): ChangeResult {
  const newLists = copy.savedLists.filter((saved) => liveRow(list.savedLists, saved.id) === undefined);
  // Two devices that saved lists while apart can have more than the limit together.
  const room = Math.max(0, SAVED_LISTS_LIMIT - liveRows(list.savedLists).length);
  if (newLists.length > room) return fail({ type: 'too-many-saved-lists', room });
  const savedLists = newLists.map((saved) => setRow('savedLists', list.savedLists.get(saved.id), saved));
  return changeResult([...(mode === 'replace' ? replaceList(list, copy) : mergeList(list, copy)), ...savedLists]);
}

function mergeList(list: List, copy: ListCopy): readonly (RowDiff | null)[] {
  // An arranged list keeps its order, and added categories come last (product O1).
  const keepsOrder = isArranged(list);
  const addCategory = (category: Category): RowDiff | null => {
    const current = list.categories.get(category.id);
    return setRow(
      'categories',
      current,
      keepsOrder ? { ...dropRanks(category), ...pickRanks(current ?? {}) } : category,
    );
  };
  return [
    ...copy.categories.filter(({ id }) => liveRow(list.categories, id) === undefined).map(addCategory),
    ...copy.items
      .filter(({ id }) => liveRow(list.items, id) === undefined)
      .map((item) => setRow('items', list.items.get(item.id), item)),
  ];
}

const dropRanks = ({ id, name, color, inList }: Category): Category => ({ id, name, color, inList });
