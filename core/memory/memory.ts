/** The list in memory: diffs change its rows in place, and two indexes find items by category and by name. */
import { type Diff, patchRow, toPatch } from '#core/diff/diff.ts';
import { toRowMaps, type Contents } from '#core/list/contents.ts';
import { isSamePosition, type List } from '#core/list/list.ts';
import type { Item, Row, Rows } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';

export type Memory = {
  /** The current list. It changes with every diff. */
  readonly list: List;
  /** Applies a diff that was made for this list: its rows exist, or the diff has all of their fields. */
  readonly apply: (diff: Diff) => void;
};

/** Creates a list in memory. A tick costs the same at ten items and at ten thousand, because only its row is copied. */
export function createMemory(contents: Contents): Memory {
  const rows = toRowMaps(contents);
  const categoryIndex = createCategoryIndex(rows.items);
  const nameIndex = createNameIndex(rows.items);
  const list: List = { ...rows, itemIdsByCategory: categoryIndex.idsByCategory, itemNamed: nameIndex.itemNamed };
  const reindex = (before: Row<Item> | undefined, row: Row<Item>): void => {
    if (before && isSamePosition(before, row)) return;
    categoryIndex.replace(before, row);
    nameIndex.replace(before, row);
  };
  const apply = (diff: Diff): void => {
    for (const row of diff) {
      const patch = toPatch(row);
      if (patch.table === 'items') reindex(rows.items.get(patch.id), patchRow<'items'>(rows, patch));
      else patchRow(rows, patch);
    }
  };
  return { list, apply };
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
