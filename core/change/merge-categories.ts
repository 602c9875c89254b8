/** Merges categories that the list shows under one name, which earlier versions could create (product L8). */
import { changedRows, removeRow, setFields, setRow } from '#core/diff/row-diff.ts';
import { compareById } from '#core/list/compare-text.ts';
import { isCategoryVisible } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import type { Category, Row } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';
import type { ChangeResult } from './change-result.ts';
import { changeResult } from './change-result.ts';

/**
 * Moves the items of categories in view that have one name into the one with the smallest id, and deletes the others. Devices
 * may do this apart, and again: the same list gives the same diff, and a list without such categories an empty one. Items that
 * an older version adds to a deleted one later are moved the next time. No items are merged, because an edit of one of them on
 * another device would be lost.
 */
export function mergeCategories(list: List): ChangeResult {
  const merges = [...sameNames(list).values()].filter(
    (group) => group.filter(({ id }) => isCategoryVisible(list, id)).length > 1,
  );
  const parts = merges.map(([kept, ...others]) => mergeInto(list, kept, others));
  return changeResult({
    categories: parts.flatMap(({ categories }) => categories),
    items: parts.flatMap(({ items }) => items),
  });
}

/** At least one category, by id. */
type Group = readonly [Row<Category>, ...Row<Category>[]];

/** The categories by their name: those that are not deleted, and deleted ones that keep their items in view (product Y3). */
function sameNames(list: List): ReadonlyMap<string, Group> {
  const byKey = new Map<string, Group>();
  for (const row of [...list.categories.values()].toSorted(compareById)) {
    const key = nameKey(row.name);
    if (key === '' || (row.deleted && !isCategoryVisible(list, row.id))) continue;
    const group = byKey.get(key);
    byKey.set(key, group === undefined ? [row] : [...group, row]);
  }
  return byKey;
}

function mergeInto(list: List, kept: Row<Category>, others: readonly Row<Category>[]) {
  const itemIds = others.flatMap(({ id }) => [...(list.itemIdsByCategory.get(id) ?? [])]);
  const items = itemIds.map((id) => list.items.get(id)).filter((item) => item !== undefined);
  return {
    categories: changedRows([setRow(kept, { ...kept, inList: true }), ...others.map(removeRow)]),
    items: changedRows(items.map((item) => setFields(item, { category: kept.id }))),
  };
}
