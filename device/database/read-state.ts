/** Reads an account's list from its database; what cannot be read is put aside, not thrown away (product D1). */
import type { IDBPTransaction } from 'idb';
import type { Contents } from '#core/list/memory.ts';
import type { OutboxNews, StoredState } from '#client/ports/storage.ts';
import { isListOf, isText } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';
import { settle } from './database.ts';
import type { Database } from './database.ts';
import { isCategoryRow, isHistoryRecord, isItemRow, isOutboxRecord, isProfileRow, isSavedListRow } from './records.ts';
import { ALL_STORES, META, ROW_STORES } from './schema.ts';
import type { Schema, SetAside } from './schema.ts';

type Reading = IDBPTransaction<Schema, typeof ALL_STORES>;
type Counting = {
  readonly objectStore: (name: (typeof ALL_STORES)[number]) => { readonly count: () => Promise<number> };
};

/** Reads everything as of one moment; a list that is not there yet begins as `first`. */
export async function readState(database: Database, first: Contents): Promise<StoredState> {
  const isFresh = await begin(database, first);
  const tx = database.transaction(ALL_STORES);
  const [items, categories, savedLists, profile, folded, news] = await settle(
    tx,
    Promise.all([
      tx.objectStore('groceryItems').getAll(),
      tx.objectStore('groceryCategories').getAll(),
      tx.objectStore('savedLists').getAll(),
      tx.objectStore('profile').getAll(),
      tx.objectStore('meta').get(META.folded),
      readOutbox(tx, 0),
    ]),
  );
  const aside: SetAside[] = [...news.aside];
  const readRows = <T extends Keyed>(
    store: (typeof ROW_STORES)[number],
    isReadable: Guard<T>,
    rows: readonly Keyed[],
  ) => readable(isReadable, rows, (value) => aside.push({ store, key: value.id, value }));
  const base = {
    items: readRows('groceryItems', isItemRow, items),
    categories: readRows('groceryCategories', isCategoryRow, categories),
    savedLists: readRows('savedLists', isSavedListRow, savedLists),
    profile: readRows('profile', isProfileRow, profile),
  };
  // A disk too full for it keeps them where they are; the list must open all the same.
  if (aside.length > 0) await moveAside(database, aside).catch(() => undefined);
  const { ops, history, absorbedUpTo } = news;
  return { base, ops, history, absorbedUpTo, folded: areIds(folded) ? folded : [], isFresh };
}

/** Hardly any device needs it. */
const moveAside = async (database: Database, records: readonly SetAside[]): Promise<void> =>
  (await import('./set-aside.ts')).putAside(database, records);

/** Whatever else is wrong with a record, the key it is stored under is part of it. */
type Keyed = { readonly id: string };

/** Reads what happened in the outbox since a key. */
export async function readNews(database: Database, after: number): Promise<OutboxNews> {
  const tx = database.transaction(ALL_STORES);
  const { ops, history, absorbedUpTo } = await settle(tx, readOutbox(tx, after));
  return { ops, history, absorbedUpTo };
}

async function readOutbox(tx: Reading, after: number): Promise<OutboxNews & { readonly aside: readonly SetAside[] }> {
  const range = IDBKeyRange.lowerBound(after, true);
  const [keys, records, entries, absorbedUpTo] = await Promise.all([
    tx.objectStore('outbox').getAllKeys(range),
    tx.objectStore('outbox').getAll(range),
    tx.objectStore('history').getAll(),
    tx.objectStore('meta').get(META.absorbedUpTo),
  ]);
  const aside: SetAside[] = [];
  const ops = keys.flatMap((key, at) =>
    readable(isOutboxRecord, [records[at]], (value) => aside.push({ store: 'outbox', key, value })).map(
      ({ patches }) => ({ key, patches }),
    ),
  );
  const history = readable(isHistoryRecord, entries, (value) => aside.push({ store: 'history', key: value.id, value }));
  return { ops, history, absorbedUpTo: typeof absorbedUpTo === 'number' ? absorbedUpTo : 0, aside };
}

/** The values that have the shape they should; the others go to `onUnreadable`. */
function readable<V, T extends V>(
  isReadable: Guard<T>,
  values: readonly V[],
  onUnreadable: (value: V) => void,
): readonly T[] {
  const read: T[] = [];
  for (const value of values) {
    if (isReadable(value)) read.push(value);
    else onUnreadable(value);
  }
  return read;
}

const areIds = isListOf(isText);

/** Whether the account's list is there: any row tells, or one that was put aside, because each of them can be broken. */
export async function hasRecords(tx: Counting): Promise<boolean> {
  const counts = await Promise.all([...ROW_STORES, 'meta' as const].map((name) => tx.objectStore(name).count()));
  return counts.some((count) => count > 0);
}

/** Writes the first contents, whole or not at all, unless the list is there; returns whether it was not. */
async function begin(database: Database, first: Contents): Promise<boolean> {
  const tx = database.transaction(ALL_STORES, 'readwrite');
  const write = async (): Promise<boolean> => {
    if (await hasRecords(tx)) return false;
    await Promise.all([
      ...first.items.map((row) => tx.objectStore('groceryItems').put(row)),
      ...first.categories.map((row) => tx.objectStore('groceryCategories').put(row)),
      ...first.savedLists.map((row) => tx.objectStore('savedLists').put(row)),
      ...first.profile.map((row) => tx.objectStore('profile').put(row)),
    ]);
    return true;
  };
  return settle(tx, write());
}
