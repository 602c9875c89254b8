/** The order of items inside a category: by name, then by id, so that it is never a matter of chance. */
import type { List } from '#core/list/list.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import type { CompareIds } from './blocks.ts';

export type ItemOrder = {
  readonly compare: CompareIds;
  /** The ids in order; faster for many than comparing ids. */
  readonly inOrder: (ids: Iterable<string>) => readonly string[];
};

export function createItemOrder(list: List, order: NameOrder): ItemOrder {
  const nameOf = (id: string): string => list.items.get(id)?.name ?? '';
  return {
    compare: (a, b) => order(nameOf(a), nameOf(b)) || compareText(a, b),
    inOrder: (ids) =>
      [...ids]
        .map((id) => ({ id, name: nameOf(id) }))
        .toSorted((a, b) => order(a.name, b.name) || compareText(a.id, b.id))
        .map(({ id }) => id),
  };
}

/** Compares two texts by code unit: for ids, where any steady order will do. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
