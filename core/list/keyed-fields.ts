/**
 * Fields with a key in their names: the rank of a category in an order (product O1), and the name of a store (product O2). Each is a
 * separate field in patches, undo and sync, so that what two people do merges key by key (decisions 74 and 82).
 */

/** The id of a store of the list. */
export type StoreId = string;

/** The id of the store whose order of categories it is; null for the list's own order (product O2). */
export type OrderOf = StoreId | null;

/**
 * `rank:list` is where the category was moved to. `rank:start` is where it was before anything was moved. `rank:store_ID` and
 * `rank:start_ID` are the same for a store.
 */
export type RankField = `rank:${string}`;

/** A category omits the ranks that it does not have; in a patch, null removes one. */
export type Ranks = { readonly [field: RankField]: number | null | undefined };

/** The name of a store. */
export type StoreField = `store:${string}`;

/** The list's own row omits the stores that it does not have; in a patch, null removes one. */
export type Stores = { readonly [field: StoreField]: string | null | undefined };

const RANK = 'rank:';
const STORE = 'store:';

/** A key of an order that databases accept, without characters that mean something elsewhere. */
const RANK_KEY = /^[\w-]{1,64}$/u;

/** Ranks are between minus and plus this number, and databases store them as decimal numbers. */
const LIMIT = 1e9;

export const MOVED: RankField = 'rank:list';
export const START: RankField = 'rank:start';

/** The field for where a category was moved to in an order. */
export const movedField = (order: OrderOf): RankField => (order === null ? MOVED : `${RANK}store_${order}`);

/** The field for where a category was before anything was moved in an order. */
export const startField = (order: OrderOf): RankField => (order === null ? START : `${START}_${order}`);

/** The field with the name of a store. */
export const storeField = (id: StoreId): StoreField => `${STORE}${id}`;

export const isRankField = (name: string): name is RankField => name.startsWith(RANK);
export const isStartField = (name: string): boolean => name === START || name.startsWith(`${START}_`);
export const isStoreField = (name: string): name is StoreField => name.startsWith(STORE);

export const isRank = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < LIMIT;

/** The place of a category among the others in an order, lowest first; null if it has none. An invalid rank counts as none. */
export const rankOf = (category: Ranks, order: OrderOf = null): number | null =>
  [category[movedField(order)], category[startField(order)]].find((rank) => isRank(rank)) ?? null;

/** The ranks that a category has, without its other fields. */
export const pickRanks = (category: Ranks): Ranks =>
  Object.fromEntries(Object.entries(category).filter(([name, rank]) => isRankField(name) && isRank(rank)));

/** The ranks of another category in the orders in which a category has none. */
export function missingRanks(category: Ranks, other: Ranks): Ranks {
  const known = new Set(ordersOf(category));
  return keepRanks(other, (order) => !known.has(order));
}

/** A category's ranks, in one or more orders. */
export const keepRanks = (category: Ranks, isKept: (order: OrderOf) => boolean): Ranks =>
  Object.fromEntries(
    Object.entries(pickRanks(category)).filter(([name]) => isRankField(name) && isKept(orderOfField(name))),
  );

const ordersOf = (category: Ranks): readonly OrderOf[] =>
  Object.keys(pickRanks(category)).filter(isRankField).map(orderOfField);

/** The order of a rank: the id of its store, or null for the list's own. */
export const orderOfField = (name: RankField): OrderOf => /_(.*)$/u.exec(name)?.[1] ?? null;

/** The same rank in the order of a store. */
export const rankFieldIn = (name: RankField, store: StoreId): RankField =>
  isStartField(name) ? startField(store) : movedField(store);

/** At most this many keys of another program are read, those of the list's own order first (product H12). */
export const MOST_KEYS = 64;

/** The ranks among some fields, by their keys, as list files and backends have them; undefined if there are none. */
export const ranksToKeys = (fields: object): Keys | undefined => fieldsToKeys(fields, RANK);

/** The names of stores among some fields, by their ids; undefined if there are none. */
export const storesToKeys = (fields: object): Keys | undefined => fieldsToKeys(fields, STORE);

type Keys = Readonly<Record<string, unknown>>;

function fieldsToKeys(fields: object, prefix: string): Keys | undefined {
  const keyed = Object.entries(fields).filter(([name, value]) => name.startsWith(prefix) && value !== undefined);
  return keyed.length === 0
    ? undefined
    : Object.fromEntries(keyed.map(([name, value]): [string, unknown] => [name.slice(prefix.length), value]));
}

/** Reads what `ranksToKeys` wrote, from any source: null for a rank that was removed or is invalid. */
export function keysToRanks(keys: unknown): Ranks {
  const entries = entriesOf(keys, RANK_KEY).map(([key, rank]): [RankField, number | null] => [
    `${RANK}${key}`,
    isRank(rank) ? rank : null,
  ]);
  const [own, others] = [entries.filter(isOfList), entries.filter((entry) => !isOfList(entry))];
  return Object.fromEntries([...own, ...others].slice(0, MOST_KEYS));
}

/** The keys of an object from any source, if they match. */
export const entriesOf = (keys: unknown, key: RegExp): readonly [string, unknown][] =>
  typeof keys === 'object' && keys !== null && !Array.isArray(keys)
    ? Object.entries<unknown>({ ...keys }).filter(([name]) => key.test(name))
    : [];

const isOfList = ([name]: readonly [RankField, unknown]): boolean => name === MOVED || name === START;
