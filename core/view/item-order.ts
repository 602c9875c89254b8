/** The order of items in a category: ticked items last if the setting is on, then by name, then by id. */
import { compareText } from '#core/list/compare-text.ts';
import type { List } from '#core/list/list.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import type { CompareIds } from './blocks.ts';

export type ItemOrder = {
  readonly compare: CompareIds;
  /** Sorts many ids, faster than comparing them one by one. */
  readonly inOrder: (ids: Iterable<string>) => readonly string[];
};

/** @param isLast whether an item is sorted after all items for which this is false */
export function createItemOrder(list: List, order: NameOrder, isLast: (id: string) => boolean): ItemOrder {
  const nameOf = (id: string): string => list.items.get(id)?.name ?? '';
  return {
    compare: (a, b) => Number(isLast(a)) - Number(isLast(b)) || order(nameOf(a), nameOf(b)) || compareText(a, b),
    inOrder: (ids) =>
      [...ids]
        .map((id) => ({ id, name: nameOf(id), last: Number(isLast(id)) }))
        .toSorted((a, b) => a.last - b.last || order(a.name, b.name) || compareText(a.id, b.id))
        .map(({ id }) => id),
  };
}
