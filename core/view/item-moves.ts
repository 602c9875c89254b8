/** The effect of a diff on groups: removed items, added items, and changes of the checked counts. */
import type { RowDiff } from '#core/diff/diff.ts';
import { isSamePosition } from '#core/list/list.ts';
import type { Item, Row } from '#core/list/row.ts';
import type { List } from '#core/list/list.ts';

export type ItemMoves = {
  readonly leaving: readonly { readonly id: string; readonly groupId: string }[];
  readonly coming: readonly { readonly id: string; readonly groupId: string }[];
  /** The change of the number of checked items, by group. */
  readonly checkedBy: ReadonlyMap<string, number>;
  /** Every affected group. */
  readonly groupIds: ReadonlySet<string>;
};

/** Computes the moves of a diff that the list has already applied. */
export function itemMoves(list: List, diffs: readonly RowDiff<Item>[]): ItemMoves {
  const leaving: { id: string; groupId: string }[] = [];
  const coming: { id: string; groupId: string }[] = [];
  const checkedBy = new Map<string, number>();
  const groupIds = new Set<string>();
  const count = (row: Row<Item>, by: number): void => {
    if (row.deleted) return;
    groupIds.add(row.category);
    if (row.checked) checkedBy.set(row.category, (checkedBy.get(row.category) ?? 0) + by);
  };
  for (const { id, before } of diffs) {
    const row = list.items.get(id);
    if (row === undefined) continue;
    const old: Row<Item> = { ...row, ...before };
    count(old, -1);
    count(row, 1);
    if (isSamePosition(old, row)) continue;
    if (!old.deleted) leaving.push({ id, groupId: old.category });
    if (!row.deleted) coming.push({ id, groupId: row.category });
  }
  return { leaving, coming, checkedBy, groupIds };
}
