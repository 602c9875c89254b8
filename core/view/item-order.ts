/** The order of items in a category: ticked items last if the setting is on, then by name, then by id. */
import { compareText } from '#core/list/compare-text.ts';
import { type List, isSamePosition } from '#core/list/list.ts';
import type { NameOrder } from '#core/name/compare-names.ts';
import type { CompareIds } from './blocks.ts';
import type { RowDiff } from '#core/diff/diff.ts';
import type { Item, Row } from '#core/list/row.ts';

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

export type ItemMoves = {
  readonly removed: readonly { readonly id: string; readonly categoryId: string }[];
  readonly added: readonly { readonly id: string; readonly categoryId: string }[];
  /** The change of the number of checked items, by category. */
  readonly checkedBy: ReadonlyMap<string, number>;
  /** Every affected category. */
  readonly categoryIds: ReadonlySet<string>;
};

/** Computes the moves of a diff that the list has already applied. */
export function itemMoves(list: List, diffs: readonly RowDiff<'items'>[]): ItemMoves {
  const removed: { id: string; categoryId: string }[] = [];
  const added: { id: string; categoryId: string }[] = [];
  const checkedBy = new Map<string, number>();
  const categoryIds = new Set<string>();
  const count = (row: Row<Item>, by: number): void => {
    if (row.deleted) return;
    categoryIds.add(row.category);
    if (row.checked) checkedBy.set(row.category, (checkedBy.get(row.category) ?? 0) + by);
  };
  for (const { id, before } of diffs) {
    const row = list.items.get(id);
    if (row === undefined) continue;
    const old: Row<Item> = { ...row, ...before };
    count(old, -1);
    count(row, 1);
    if (isSamePosition(old, row)) continue;
    if (!old.deleted) removed.push({ id, categoryId: old.category });
    if (!row.deleted) added.push({ id, categoryId: row.category });
  }
  return { removed, added, checkedBy, categoryIds };
}
