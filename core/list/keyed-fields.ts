/**
 * The rank of a category in an order (product O1): a field with the order's key in its name. Each is a separate field in patches,
 * undo and sync, so that the arrangements of two people merge category by category (decision 74).
 */

/** `rank:list` is where the category was moved to. `rank:start` is where it was before anything was moved. */
export type RankField = `rank:${string}`;

/** A category omits the ranks that it does not have; in a patch, null removes one. */
export type Ranks = { readonly [field: RankField]: number | null | undefined };

const PREFIX = 'rank:';

/** A key of an order that databases accept, without characters that mean something elsewhere. */
const KEY = /^[\w-]{1,64}$/u;

/** Ranks are between minus and plus this number, and databases store them as decimal numbers. */
const LIMIT = 1e9;

export const MOVED: RankField = 'rank:list';
export const START: RankField = 'rank:start';

export const isRankField = (name: string): name is RankField => name.startsWith(PREFIX);

export const isRank = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < LIMIT;

/** The place of a category among the others, lowest first; null if it has none. An invalid rank counts as none. */
export const rankOf = (category: Ranks): number | null =>
  [category[MOVED], category[START]].find((rank) => isRank(rank)) ?? null;

/** The ranks that a category has, without its other fields. */
export const pickRanks = (category: Ranks): Ranks =>
  Object.fromEntries(Object.entries(category).filter(([name, rank]) => isRankField(name) && isRank(rank)));

/** At most this many keys of another program's ranks are read, those of the list's own order first (product H12). */
const MOST_KEYS = 64;

/** The ranks among some fields, by their keys, as list files and backends have them; undefined if there are none. */
export function ranksToKeys(fields: object): Readonly<Record<string, unknown>> | undefined {
  const ranks = Object.entries(fields).filter(([name, rank]) => isRankField(name) && rank !== undefined);
  return ranks.length === 0
    ? undefined
    : Object.fromEntries(ranks.map(([name, rank]): [string, unknown] => [name.slice(PREFIX.length), rank]));
}

/** Reads what `ranksToKeys` wrote, from any source: null for a rank that was removed or is invalid. */
export function keysToRanks(keys: unknown): Ranks {
  if (typeof keys !== 'object' || keys === null) return {};
  const entries = Object.entries<unknown>({ ...keys })
    .filter(([key]) => KEY.test(key))
    .map(([key, rank]): [RankField, number | null] => [`${PREFIX}${key}`, isRank(rank) ? rank : null]);
  const [own, others] = [entries.filter(isOfList), entries.filter((entry) => !isOfList(entry))];
  return Object.fromEntries([...own, ...others].slice(0, MOST_KEYS));
}

const isOfList = ([name]: readonly [RankField, unknown]): boolean => name === MOVED || name === START;
