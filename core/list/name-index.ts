/** Finds the live item of a name in a category, for 'already on the list' (product L9). */
import { nameKey } from '#core/name/name-key.ts';
import type { Item } from './item.ts';
import type { Row, Rows } from './row.ts';

export type NameIndex = {
  readonly itemNamed: (category: string, name: string) => Row<Item> | undefined;
  /** Takes in that a row took another's place. */
  readonly replace: (before: Row<Item> | undefined, row: Row<Item>) => void;
};

/** The index is made when first asked for, so that starting with a long list does not pay for it. */
export function createNameIndex(items: Rows<Item>): NameIndex {
  let idsByKey: IdsByKey | null = null;
  return {
    itemNamed(category, name) {
      idsByKey ??= indexNames(items);
      return items.get(lowestOf(idsByKey.get(keyOf(category, name)) ?? []));
    },
    replace(before, row) {
      if (!idsByKey) return;
      if (before) removeName(idsByKey, before);
      addName(idsByKey, row);
    },
  };
}

/** Two devices may have added the same name apart, so that a key can have several ids. */
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

/** Of several, all devices mean the same one, whatever the order in which they heard of them. */
const lowestOf = (ids: readonly string[]): string => ids.reduce((low, id) => (low < id ? low : id), ids[0] ?? '');

const keyOf = (category: string, name: string): string => `${category}\n${nameKey(name)}`;
