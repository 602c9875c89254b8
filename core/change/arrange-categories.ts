/** Changes to the order of categories: moving one, and going back to alphabetical order (product O1, decision 74). */
import type { RowDiff } from '#core/diff/diff.ts';
import { setFields } from '#core/diff/row-diff.ts';
import { isRank, MOVED, rankOf, START, type Ranks } from '#core/list/keyed-fields.ts';
import { isArranged, type List } from '#core/list/list.ts';
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
  const others = known.filter((other) => other !== id);
  const order = others.toSpliced(Math.max(0, to), 0, id);
  const rank = rankBetween(list, starts, { others, at: order.indexOf(id) });
  const moved = new Map(rank === null ? order.map((other, place) => [other, place + 1]) : [[id, rank]]);
  return placeCategories(list, starts, moved);
}

/**
 * Gives categories the places that they have in an order. Those that are not in it come last, except hidden ones with a rank, which
 * may return in between.
 */
export function arrangeCategories(
  list: List,
  { order, shown }: Extract<Change, { readonly type: 'arrange-categories' }>,
): ChangeResult {
  const starts = startRanks(list, shown);
  const moved = new Map(order.map((id, place) => [id, place + 1]));
  return placeCategories(list, starts, moved);
}

/**
 * Puts all categories back into alphabetical order, including hidden and deleted ones, which may come back. Each keeps its start
 * rank, so that a category that another person moves at the same time keeps its place among the others.
 */
export const sortCategories = (list: List): ChangeResult =>
  changeResult(
    [...list.categories.values()].map((category) =>
      setRanks(list, category.id, MOVED in category ? { [MOVED]: null } : {}),
    ),
  );

/** Writes where categories stood only together with a move: alone, it would be a step that Undo does not revert. */
function placeCategories(list: List, starts: Places, moved: Places): ChangeResult {
  const ids = [...new Set([...starts.keys(), ...moved.keys()])];
  const rows = ids.map((id) => setRanks(list, id, rankFields(starts.get(id), moved.get(id))));
  return changeResult(rows.some((row) => row !== null && MOVED in row.after) ? rows : []);
}

/** Ranks by the ids of their categories. */
type Places = ReadonlyMap<string, number>;

const rankFields = (start: number | undefined, moved: number | undefined): Ranks => ({
  ...(start === undefined ? {} : { [START]: start }),
  ...(moved === undefined ? {} : { [MOVED]: moved }),
});

function setRanks(list: List, id: string, ranks: Ranks): RowDiff | null {
  const category = list.categories.get(id);
  return category === undefined ? null : setFields('categories', category, ranks);
}

/**
 * The places to write before a move. In a list without an arrangement, all categories get the places that they have in view, because
 * those of an earlier arrangement may be out of date. Later, only categories without a place get one, after the others
 * (core/view/shown-categories.ts).
 */
function startRanks(list: List, shown: readonly string[]): Places {
  if (!isArranged(list)) return new Map(shown.map((id, at) => [id, at + 1]));
  const ranks = shown.map((id) => rankOf(list.categories.get(id) ?? {}));
  const last = Math.floor(Math.max(0, ...ranks.map((rank) => rank ?? 0)));
  const without = shown.filter((_, at) => ranks[at] === null);
  return new Map(without.map((id, at) => [id, last + at + 1]));
}

/**
 * A rank for the place at an index among others; null if there is no room. At either end, it is also beyond the start ranks of the
 * others, to which Undo may return them.
 */
function rankBetween(
  list: List,
  starts: Places,
  { others, at }: { readonly others: readonly string[]; readonly at: number },
): number | null {
  const rows = others.map((id) => ({ ...list.categories.get(id), ...rankFields(starts.get(id), undefined) }));
  const [before, after] = [rankOf(rows[at - 1] ?? {}), rankOf(rows[at] ?? {})];
  const all = rows.flatMap((row) => [row[MOVED], row[START]]).filter(isRank);
  if (before === null || after === null) {
    const end = before === null ? Math.min(...all) - 1 : Math.max(...all) + 1;
    return isRank(end) ? end : null;
  }
  return after - before > LEAST_DISTANCE ? (before + after) / 2 : null;
}
