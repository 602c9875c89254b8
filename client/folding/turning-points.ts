/** What an act means for categories: which it finished, and to which it brought something to get. */
import type { RowDiff } from '#core/diff/diff.ts';
import type { Item } from '#core/list/item.ts';
import type { Row } from '#core/list/row.ts';
import type { Store } from '#client/store/store.ts';

export type TurningPoints = {
  /** Categories that became complete or empty; one that was so already is not among them (spec section 4). */
  readonly finished: readonly string[];
  /** Categories with an item to get that was not there to get before: added, unchecked, brought back or moved. */
  readonly reopened: readonly string[];
};

/** Reads it off a diff that the store's list has already taken in. */
export function turningPoints({ list, view }: Store, diffs: readonly RowDiff<Item>[]): TurningPoints {
  const turns = new Map<string, Turn>();
  const count = (row: Row<Item>, by: number): void => {
    if (row.deleted) return;
    const turn = turns.get(row.category) ?? { total: 0, toGet: 0, isReopened: false };
    turns.set(row.category, turn);
    turn.total += by;
    if (!row.checked) turn.toGet += by;
  };
  for (const { id, before, after } of diffs) {
    const row = list.items.get(id);
    if (row === undefined) continue;
    count({ ...row, ...before }, -1);
    count(row, 1);
    const turn = turns.get(row.category);
    if (turn && isToGet(row) && fieldsThatBring.some((name) => after[name] !== undefined)) turn.isReopened = true;
  }
  const groupIds = [...turns.keys()];
  return {
    finished: groupIds.filter((id) => isFinishedBy(view.group(id), turns.get(id))),
    reopened: groupIds.filter((id) => turns.get(id)?.isReopened),
  };
}

/** By how much the counts of a category changed. */
type Turn = { total: number; toGet: number; isReopened: boolean };

const fieldsThatBring = ['deleted', 'checked', 'category'] as const;

const isToGet = (row: Row<Item>): boolean => !row.deleted && !row.checked;

function isFinishedBy(
  group: { readonly checked: number; readonly total: number } | undefined,
  turn: Turn | undefined,
): boolean {
  if (!group || !turn || group.checked < group.total) return false;
  const hadToGet = turn.toGet < 0;
  const wasEmpty = group.total === turn.total;
  return hadToGet || wasEmpty !== (group.total === 0);
}
