/**
 * Learns the order in which a shopper walks through a store (product O4). It knows only the last walks: each is the order of the
 * categories in one trip, so the memory is bounded, and old walks are forgotten.
 */
import type { OrderOf, StoreId } from '#core/list/keyed-fields.ts';

/** The ids of the categories of one trip, each once, in the order in which the shopper reached them. */
export type Walk = readonly string[];

/** What the device keeps about its shopper's walks through a list. */
export type WalkMemory = {
  /** The latest last. */
  readonly walks: readonly Walk[];
  /** False if the shopper never wants to be asked. */
  readonly asks: boolean;
};

/** The same for the list without a chosen store, and for each store. */
export type WalkMemories = WalkMemory & {
  readonly stores?: readonly (WalkMemory & { readonly id: StoreId })[] | null | undefined;
};

export const NO_WALKS: WalkMemory = { walks: [], asks: true };

const MAX_WALKS = 5;
/** Fewer walks say too little about items that were forgotten or not on the list. */
const MIN_WALKS = 3;
/** The maximum number of categories in a walk. */
const MAX_CATEGORIES = 100;
/** How much less a walk counts than the one after it. */
const DECAY = 0.8;
/**
 * How many standard deviations the agreement of the walks must be above that of random walks. Below this, there is no order to
 * learn: the walks are too few, too short, or in no particular order.
 */
const CERTAIN = 4.8;
/** Sums of weights that differ by less than this count as equal. */
const ROUNDING = 1e-6;
/** The share of what the walks say that the shown order may contradict before the shopper is asked. */
const TOLERATED = 0.05;

/** What the device keeps about walks through a store, or with none chosen. */
export const walksIn = (all: WalkMemories, store: OrderOf): WalkMemory =>
  store === null ? all : (all.stores?.find(({ id }) => id === store) ?? NO_WALKS);

/**
 * Changes what the device keeps about walks through a store.
 * @param known the ids of the list's stores: walks through others are forgotten
 */
export function changeWalks(
  all: WalkMemories,
  { store, known }: { readonly store: OrderOf; readonly known: readonly StoreId[] },
  change: (memory: WalkMemory) => WalkMemory,
): WalkMemories {
  const others = (all.stores ?? []).filter(({ id }) => id !== store && known.includes(id));
  const { walks, asks } = change(walksIn(all, store));
  return store === null
    ? { walks, asks, stores: others }
    : { walks: all.walks, asks: all.asks, stores: [...others, { id: store, walks, asks }] };
}

/**
 * The walk of a trip.
 * @param ticks the categories of the ticked items, in the order of the ticks
 * @returns the categories by their first quarter of ticks: someone who goes back for an item they forgot ticks it late, and
 * an item that was ticked at home is a single tick among several
 */
export function toWalk(ticks: readonly string[]): Walk {
  const places = new Map<string, number[]>();
  for (const [at, category] of ticks.entries()) places.set(category, [...(places.get(category) ?? []), at]);
  return [...places]
    .toSorted(([, one], [, other]) => early(one) - early(other))
    .map(([category]) => category)
    .slice(0, MAX_CATEGORIES);
}

/** The place that at most a quarter of the places come before. The places ascend. */
const early = (places: readonly number[]): number => places[Math.floor((places.length - 1) / 4)] ?? 0;

/** The walks to keep after one more, the latest last. One with fewer than two categories says nothing. */
export const rememberWalk = (walks: readonly Walk[], walk: Walk): readonly Walk[] =>
  walk.length < 2 ? walks : [...walks, walk].slice(-MAX_WALKS);

/**
 * The order to offer.
 * @param walks the latest last
 * @param shown the ids of the categories in their current order
 * @returns all of `shown` in the order walked; categories that are in no walk keep their places. Null if the walks do not agree with
 * each other, or agree with the shown order
 */
export function findWalkedOrder(walks: readonly Walk[], shown: readonly string[]): readonly string[] | null {
  const isWalked = new Set(walks.flat());
  const walked = shown.filter((category) => isWalked.has(category));
  const known = walks.map((walk) => walk.filter((category) => walked.includes(category)));
  if (walks.length < MIN_WALKS || !isCertain(known)) return null;
  const evidence = weigh(known, walked);
  const places = improve([...walked.keys()], evidence);
  const said = sum(evidence.flat().map(Math.abs)) / 2;
  // Swapping a pair adds twice what the walks say for it.
  const contradicted = (agreement(places, evidence) - agreement([...walked.keys()], evidence)) / 2;
  if (contradicted <= TOLERATED * said) return null;
  const order = places.values();
  return shown.map((category) => (isWalked.has(category) ? (walked[order.next().value ?? 0] ?? category) : category));
}

/** Whether the walks agree more than chance explains: Kendall's test, over every pair of walks. */
function isCertain(walks: readonly Walk[]): boolean {
  let [agreed, variance] = [0, 0];
  for (const [at, walk] of walks.entries()) {
    for (const earlier of walks.slice(0, at)) {
      const common = walk.filter((category) => earlier.includes(category));
      const n = common.length;
      agreed += concordance(common, earlier);
      variance += (n * (n - 1) * (2 * n + 5)) / 18;
    }
  }
  return agreed > CERTAIN * Math.sqrt(variance);
}

/** How many pairs of categories are in the same order in both walks, minus those that are not. */
function concordance(common: Walk, earlier: Walk): number {
  const places = common.map((category) => earlier.indexOf(category));
  return sum(places.map((place, at) => sum(places.slice(at + 1).map((later) => Math.sign(later - place)))));
}

/** For each pair of walked categories, by their places: how much the walks say for the first before the second; negative against it. */
type Evidence = readonly (readonly number[])[];

function weigh(walks: readonly Walk[], walked: readonly string[]): Evidence {
  const placeById = new Map(walked.map((category, place) => [category, place]));
  const evidence = walked.map(() => walked.map(() => 0));
  const add = (first: number, second: number, weight: number): void => {
    const row = evidence[first];
    if (row !== undefined) row[second] = (row[second] ?? 0) + weight;
  };
  for (const [age, walk] of walks.toReversed().entries()) {
    const places = walk.map((category) => placeById.get(category) ?? 0);
    for (const [at, first] of places.entries()) {
      for (const second of places.slice(at + 1)) {
        add(first, second, DECAY ** age);
        add(second, first, -(DECAY ** age));
      }
    }
  }
  return evidence;
}

/** How much the walks say for this order of places, minus what they say against it. */
const agreement = (places: readonly number[], evidence: Evidence): number =>
  sum(places.map((first, at) => sum(places.slice(at + 1).map((second) => evidence[first]?.[second] ?? 0))));

/** Moves each category to where the walks agree most, until no move improves the agreement. Each move improves it, so this ends. */
function improve(places: readonly number[], evidence: Evidence): readonly number[] {
  const better = places.reduce((order, place) => move(order, place, evidence), places);
  return better === places ? places : improve(better, evidence);
}

/** Returns the same order if no other place is better for this category. */
function move(places: readonly number[], place: number, evidence: Evidence): readonly number[] {
  const others = places.filter((other) => other !== place);
  // Each step to the right puts one more category before this one.
  let gain = 0;
  const gains = [gain, ...others.map((other) => (gain += evidence[other]?.[place] ?? 0))];
  const best = Math.max(...gains);
  const isBetter = best > (gains[places.indexOf(place)] ?? 0) + ROUNDING;
  return isBetter ? others.toSpliced(gains.indexOf(best), 0, place) : places;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
