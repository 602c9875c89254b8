/**
 * Changes to the order of categories, of the list or of a store: moving one, and returning to the default order (product O1, O2,
 * decisions 74 and 82).
 */
import { type RowDiff, setFields } from '#core/diff/diff.ts';
import { isRank, movedField, rankOf, startField, type OrderOf, type Ranks } from '#core/list/keyed-fields.ts';
import { isArranged, type List } from '#core/list/list.ts';
import { fail } from '#core/result.ts';
import { storeName } from '#core/stores/stores.ts';
import { changeResult, type ChangeResult, type ChangeOf } from './change.ts';

/** Halving the distance between two ranks this often would need more digits than a rank should have. */
const LEAST_DISTANCE = 1e-6;

/**
 * Moves a category to another place. Only its own row changes, so that the moves of two people merge. The first move also writes the
 * places of all others: the same numbers on every device, and in a separate field, so that they never replace another person's
 * move. If there is no room between two ranks, all categories get new ones.
 */
export function moveCategory(list: List, { id, to, shown, store }: ChangeOf<'move-category'>): ChangeResult {
  const places = readPlaces(list, store, shown);
  if (places === null || !places.known.includes(id)) return fail({ type: 'gone' });
  const others = places.known.filter((other) => other !== id);
  const order = others.toSpliced(Math.max(0, to), 0, id);
  const rank = rankBetween(list, places, { others, at: order.indexOf(id) });
  const moved = new Map(rank === null ? order.map((other, place) => [other, place + 1]) : [[id, rank]]);
  return placeCategories(list, places, moved);
}

/**
 * Gives categories the places that they have in an order. Those that are not in it come last, except hidden ones with a rank, which
 * may return in between.
 */
export function arrangeCategories(list: List, { order, shown, store }: ChangeOf<'arrange-categories'>): ChangeResult {
  const places = readPlaces(list, store, shown);
  return places === null
    ? fail({ type: 'gone' })
    : placeCategories(list, places, new Map(order.map((id, place) => [id, place + 1])));
}

/**
 * Puts all categories back into alphabetical order, or those of a store into the list's order, including hidden and deleted ones,
 * which may come back. Each keeps its start rank, so that a category that another person moves at the same time keeps its place
 * among the others.
 */
export function sortCategories(list: List, { store }: ChangeOf<'sort-categories'>): ChangeResult {
  if (isGone(list, store)) return fail({ type: 'gone' });
  const moved = movedField(store ?? null);
  return changeResult(
    [...list.categories.values()].map((category) => setFields('categories', category, { [moved]: null })),
  );
}

/** Ranks by the ids of their categories. */
type Ranking = ReadonlyMap<string, number>;

/** The categories of an order before a move. */
type Places = {
  readonly order: OrderOf;
  /** The categories in view that have rows, in their current order. */
  readonly known: readonly string[];
  /** The places to write before the move. */
  readonly starts: Ranking;
};

/** @returns null if the store is gone */
function readPlaces(list: List, store: OrderOf | undefined, shown: readonly string[]): Places | null {
  if (isGone(list, store)) return null;
  const order = store ?? null;
  const known = shown.filter((id) => list.categories.has(id));
  return { order, known, starts: startRanks(list, order, known) };
}

const isGone = (list: List, store: OrderOf | undefined): boolean =>
  typeof store === 'string' && storeName(list, store) === null;

/** Writes where categories stood only together with a move: alone, it would be a step that Undo does not revert. */
function placeCategories(list: List, { order, starts }: Places, moved: Ranking): ChangeResult {
  const ids = [...new Set([...starts.keys(), ...moved.keys()])];
  const rows = ids.map((id) => setRanks(list, id, rankFields(order, starts.get(id), moved.get(id))));
  return changeResult(rows.some((row) => row !== null && movedField(order) in row.after) ? rows : []);
}

const rankFields = (order: OrderOf, start: number | undefined, moved: number | undefined): Ranks => ({
  ...(start === undefined ? {} : { [startField(order)]: start }),
  ...(moved === undefined ? {} : { [movedField(order)]: moved }),
});

function setRanks(list: List, id: string, ranks: Ranks): RowDiff | null {
  const category = list.categories.get(id);
  return category === undefined ? null : setFields('categories', category, ranks);
}

/**
 * The places to write before a move. In an order without an arrangement, all categories get the places that they have in view, because
 * those of an earlier arrangement may be out of date. Later, only categories without a place get one, after the others
 * (core/view/shown-categories.ts).
 */
function startRanks(list: List, order: OrderOf, shown: readonly string[]): Ranking {
  if (!isArranged(list, order)) return new Map(shown.map((id, at) => [id, at + 1]));
  const ranks = shown.map((id) => rankOf(list.categories.get(id) ?? {}, order));
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
  { order, starts }: Places,
  { others, at }: { readonly others: readonly string[]; readonly at: number },
): number | null {
  const rows = others.map((id) => ({ ...list.categories.get(id), ...rankFields(order, starts.get(id), undefined) }));
  const [before, after] = [rankOf(rows[at - 1] ?? {}, order), rankOf(rows[at] ?? {}, order)];
  const all = rows.flatMap((row) => [row[movedField(order)], row[startField(order)]]).filter(isRank);
  if (before === null || after === null) {
    const end = before === null ? Math.min(...all) - 1 : Math.max(...all) + 1;
    return isRank(end) ? end : null;
  }
  return after - before > LEAST_DISTANCE ? (before + after) / 2 : null;
}
