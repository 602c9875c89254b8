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
  // Two devices may have added the same name apart, so that a key can have several ids.
  let idsByKey: Map<string, string[]> | null = null;
  const add = (index: Map<string, string[]>, item: Row<Item>): void => {
    if (item.deleted) return;
    const key = keyOf(item.category, item.name);
    const ids = index.get(key);
    if (ids) ids.push(item.id);
    else index.set(key, [item.id]);
  };
  const remove = (index: Map<string, string[]>, item: Row<Item>): void => {
    const key = keyOf(item.category, item.name);
    const left = index.get(key)?.filter((id) => id !== item.id) ?? [];
    if (left.length > 0) index.set(key, left);
    else index.delete(key);
  };
  const build = (): Map<string, string[]> => {
    const index = new Map<string, string[]>();
    for (const item of items.values()) add(index, item);
    return index;
  };
  return {
    itemNamed(category, name) {
      idsByKey ??= build();
      return items.get(idsByKey.get(keyOf(category, name))?.[0] ?? '');
    },
    replace(before, row) {
      if (!idsByKey) return;
      if (before) remove(idsByKey, before);
      add(idsByKey, row);
    },
  };
}

const keyOf = (category: string, name: string): string => `${category}\n${nameKey(name)}`;
