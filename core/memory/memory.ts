/** The list in memory: diffs change its rows in place, and two indexes find items by category and by name. */
import { applyPatch } from '#core/diff/apply-patch.ts';
import type { Diff, RowDiff } from '#core/diff/diff.ts';
import { byId } from '#core/list/contents.ts';
import type { Contents } from '#core/list/contents.ts';
import { isSamePosition } from '#core/list/list.ts';
import type { Item, Row, Rows, TableName, Tables } from '#core/list/row.ts';
import type { List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';

export type Memory = {
  /** The current list. It changes with every diff. */
  readonly list: List;
  /** Applies a diff that was made for this list: its rows exist, or the diff has all of their fields. */
  readonly apply: (diff: Diff) => void;
};

/** Creates a list in memory. A tick costs the same at ten items and at ten thousand, because only its row is copied. */
export function createMemory(contents: Contents): Memory {
  const items = byId(contents.items);
  const categories = byId(contents.categories);
  const savedLists = byId(contents.savedLists);
  const profile = byId(contents.profile);
  const categoryIndex = createCategoryIndex(items);
  const nameIndex = createNameIndex(items);
  const list: List = {
    items,
    categories,
    savedLists,
    profile,
    itemIdsByCategory: categoryIndex.idsByCategory,
    itemNamed: nameIndex.itemNamed,
  };
  const reindex = (before: Row<Item> | undefined, row: Row<Item>): void => {
    if (before && isSamePosition(before, row)) return;
    categoryIndex.replace(before, row);
    nameIndex.replace(before, row);
  };
  const apply = (diff: Diff): void => {
    applyRows('items', items, { diffs: diff.items, onRow: reindex });
    applyRows('categories', categories, { diffs: diff.categories });
    applyRows('savedLists', savedLists, { diffs: diff.savedLists });
    applyRows('profile', profile, { diffs: diff.profile });
  };
  return { list, apply };
}

function applyRows<T extends TableName>(
  table: T,
  rows: Map<string, Row<Tables[T]>>,
  {
    diffs,
    onRow,
  }: {
    readonly diffs: readonly RowDiff<Tables[T]>[];
    readonly onRow?: (before: Row<Tables[T]> | undefined, row: Row<Tables[T]>) => void;
  },
): void {
  for (const { id, after } of diffs) {
    const before = rows.get(id);
    const row = applyPatch(table, before, { id, fields: after });
    rows.set(id, row);
    onRow?.(before, row);
  }
}

/** Finds the live items of a category. */
function createCategoryIndex(items: Rows<Item>) {
  const idsByCategory = new Map<string, Set<string>>();
  const add = (item: Row<Item>): void => {
    if (item.deleted) return;
    const ids = idsByCategory.get(item.category);
    if (ids) ids.add(item.id);
    else idsByCategory.set(item.category, new Set([item.id]));
  };
  for (const item of items.values()) add(item);
  return {
    idsByCategory,
    /** Replaces a row in the index. */
    replace(before: Row<Item> | undefined, row: Row<Item>): void {
      if (before) idsByCategory.get(before.category)?.delete(before.id);
      add(row);
    },
  };
}

/**
 * Finds the live item with a name in a category, for 'already on the list' (product L9). The index is built on first use,
 * so that opening a long list does not pay for it.
 */
function createNameIndex(items: Rows<Item>) {
  let idsByKey: IdsByKey | null = null;
  return {
    itemNamed: (category: string, name: string): Row<Item> | undefined => {
      idsByKey ??= indexNames(items);
      return items.get(lowestOf(idsByKey.get(keyOf(category, name)) ?? []));
    },
    /** Replaces a row in the index. */
    replace(before: Row<Item> | undefined, row: Row<Item>): void {
      if (!idsByKey) return;
      if (before) removeName(idsByKey, before);
      addName(idsByKey, row);
    },
  };
}

/** A key can have several ids, because two devices may have added the same name independently. */
type IdsByKey = Map<string, string[]>;

function indexNames(items: Rows<Item>): IdsByKey {
  const idsByKey: IdsByKey = new Map();
  for (const item of items.values()) addName(idsByKey, item);
  return idsByKey;
}

function addName(idsByKey: IdsByKey, item: Row<Item>): void {
  if (item.deleted) return;
  const key = keyOf(item.category, item.name);
  const ids = idsByKey.get(key);
  if (ids) ids.push(item.id);
  else idsByKey.set(key, [item.id]);
}

function removeName(idsByKey: IdsByKey, item: Row<Item>): void {
  const key = keyOf(item.category, item.name);
  const left = idsByKey.get(key)?.filter((id) => id !== item.id) ?? [];
  if (left.length > 0) idsByKey.set(key, left);
  else idsByKey.delete(key);
}

/** Picks the same item on every device, in whatever order the items arrived. */
const lowestOf = (ids: readonly string[]): string => ids.reduce((low, id) => (low < id ? low : id), ids[0] ?? '');

const keyOf = (category: string, name: string): string => `${category}\n${nameKey(name)}`;
