/** Changes to the order of categories: moving one, and going back to alphabetical order (product O1, decision 74). */
import type { RowDiff } from '#core/diff/diff.ts';
import { setFields } from '#core/diff/row-diff.ts';
import { isRank, MOVED, rankOf, START, type RankField } from '#core/list/keyed-fields.ts';
import type { List } from '#core/list/list.ts';
import { fail } from '#core/result.ts';
import { changeResult, type ChangeResult } from './change-result.ts';
import type { Change } from './change.ts';

/** Halving the distance between two ranks this often would need more digits than a rank should have. */
const LEAST_DISTANCE = 1e-6;

/**
 * Moves a category to another place. Only its own row changes, so that the moves of two people merge. The first move also writes the
 * places of all others: the same numbers on every device, and in a separate field, so that they never replace another person's
 * move. If there is no room between two ranks, all categories get new ones.
 */
export function moveCategory(
  list: List,
  { id, to, shown }: Extract<Change, { readonly type: 'move-category' }>,
): ChangeResult {
  const known = shown.filter((other) => list.categories.has(other));
  if (!known.includes(id)) return fail({ type: 'gone' });
  const starts = startRanks(list, known);
  const rankIn = (other: string | undefined): number | undefined =>
    other === undefined ? undefined : (starts.get(other) ?? rankOf(list.categories.get(other) ?? {}) ?? undefined);
  const others = known.filter((other) => other !== id);
  const order = others.toSpliced(Math.max(0, to), 0, id);
  const at = order.indexOf(id);
  const rank = rankBetween(rankIn(order[at - 1]), rankIn(order[at + 1]));
  const moved = new Map(rank === null ? order.map((other, place) => [other, place + 1]) : [[id, rank]]);
  return changeResult(
    known.map((other) => {
      const fields = { ...field(START, starts.get(other)), ...field(MOVED, moved.get(other)) };
      return setRanks(list, other, fields);
    }),
  );
}

/** Gives categories the places that they have in an order. Those that are not in it come last. */
export const arrangeCategories = (list: List, order: readonly string[]): ChangeResult =>
  changeResult(order.map((id, place) => setRanks(list, id, { [MOVED]: place + 1 })));

/** Puts all categories back into alphabetical order, including hidden and deleted ones, which may come back. */
export const sortCategories = (list: List): ChangeResult =>
  changeResult(
    [...list.categories.values()].map((category) => {
      const ranks = [MOVED, START].filter((name) => name in category);
      return setRanks(list, category.id, Object.fromEntries(ranks.map((name) => [name, null])));
    }),
  );

const field = (name: RankField, rank: number | undefined) => (rank === undefined ? {} : { [name]: rank });

function setRanks(list: List, id: string, ranks: object): RowDiff | null {
  const category = list.categories.get(id);
  return category === undefined ? null : setFields('categories', category, ranks);
}

/** Places for the categories that have none yet. They come after the others (core/view/shown-categories.ts). */
function startRanks(list: List, shown: readonly string[]): ReadonlyMap<string, number> {
  const ranks = shown.map((id) => rankOf(list.categories.get(id) ?? {}));
  const last = Math.floor(Math.max(0, ...ranks.map((rank) => rank ?? 0)));
  const without = shown.filter((_, at) => ranks[at] === null);
  return new Map(without.map((id, at) => [id, last + at + 1]));
}

/** A rank between two neighbors; null if there is no room. Without a neighbor, one step before or after the other. */
function rankBetween(before: number | undefined, after: number | undefined): number | null {
  const rank = before === undefined ? (after ?? 1) - 1 : after === undefined ? before + 1 : (before + after) / 2;
  const hasRoom = before === undefined || after === undefined || after - before > LEAST_DISTANCE;
  return hasRoom && isRank(rank) ? rank : null;
}
