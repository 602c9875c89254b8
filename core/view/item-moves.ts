/** The effect of a diff on categories: removed items, added items, and changes of the checked counts. */
import type { RowDiff } from '#core/diff/diff.ts';
import { isSamePosition } from '#core/list/list.ts';
import type { Item, Row } from '#core/list/row.ts';
import type { List } from '#core/list/list.ts';

export type ItemMoves = {
  readonly removed: readonly { readonly id: string; readonly categoryId: string }[];
  readonly added: readonly { readonly id: string; readonly categoryId: string }[];
  /** The change of the number of checked items, by category. */
  readonly checkedBy: ReadonlyMap<string, number>;
  /** Every affected category. */
  readonly categoryIds: ReadonlySet<string>;
};

/** Computes the moves of a diff that the list has already applied. */
export function itemMoves(list: List, diffs: readonly RowDiff<Item>[]): ItemMoves {
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
