/** Reads an account's list from its database; what cannot be read is put aside, not thrown away (product D1). */
import type { Contents } from '#core/list/memory.ts';
import type { News, Position, StoredState } from '#client/ports/storage.ts';
import { isListOf, isText } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';
import { settle } from './database.ts';
import type { Database } from './database.ts';
import { withoutMarks } from './marks.ts';
import type { ReadingTransaction } from './promised-database.ts';
import { isCategoryRow, isHistoryRecord, isItemRow, isOutboxRecord, isProfileRow, isSavedListRow } from './records.ts';
import { ALL_STORES, META, ROW_STORES } from './schema.ts';
import type { Schema, SetAside } from './schema.ts';

type Counting = {
  readonly objectStore: (name: (typeof ALL_STORES)[number]) => { readonly count: () => Promise<number> };
};

/** Reads everything as of one moment; a list that is not there yet begins as `first`. */
export async function readState(database: Database, first: Contents): Promise<StoredState> {
  const isFresh = await begin(database, first);
  const tx = database.transaction(ALL_STORES);
  const [folded, { aside, ...news }] = await settle(
    tx,
    Promise.all([tx.objectStore('meta').get(META.folded), readAll(tx, START)]),
  );
  // A disk too full for it keeps them where they are; the list must open all the same.
  if (aside.length > 0) await moveAside(database, aside).catch(() => undefined);
  return { ...news, folded: areIds(folded) ? folded : [], isFresh };
}

const START: Position = { key: 0, stamp: -1 };

/** Hardly any device needs it. */
const moveAside = async (database: Database, records: readonly SetAside[]): Promise<void> =>
  (await import('./set-aside.ts')).putAside(database, records);

/** Reads what happened on the disk after a position. */
export async function readNews(database: Database, after: Position): Promise<News> {
  const tx = database.transaction(ALL_STORES);
  const { aside: _, ...news } = await settle(tx, readAll(tx, after));
  return news;
}

type Reading = ReadingTransaction<Schema, keyof Schema>;

/** Records that could not be read, in the order in which they were met. */
type Aside = SetAside[];

async function readAll(tx: Reading, { key, stamp }: Position): Promise<News & { readonly aside: readonly SetAside[] }> {
  const aside: Aside = [];
  const [outbox, base] = await Promise.all([readOutbox(tx, key, aside), readBase(tx, stamp, aside)]);
  return { ...outbox, ...base, aside };
}

async function readOutbox(tx: Reading, after: number, aside: Aside) {
  const range = IDBKeyRange.lowerBound(after, true);
  const [keys, records, entries, absorbedUpTo] = await Promise.all([
    tx.objectStore('outbox').getAllKeys(range),
    tx.objectStore('outbox').getAll(range),
    tx.objectStore('history').getAll(),
    tx.objectStore('meta').get(META.absorbedUpTo),
  ]);
  const ops = keys.flatMap((key, at) =>
    readable(isOutboxRecord, [records[at]], (value) => aside.push({ store: 'outbox', key, value })).map(
      ({ patches }) => ({ key, patches }),
    ),
  );
  const history = readable(isHistoryRecord, entries, (value) => aside.push({ store: 'history', key: value.id, value }));
  return { ops, history, absorbedUpTo: toNumber(absorbedUpTo) };
}

/** @param stamp the rows that were written after this one; below 0: all of them, those without a stamp too */
async function readBase(tx: Reading, stamp: number, aside: Aside) {
  const rowsOf = <S extends (typeof ROW_STORES)[number]>(store: S) =>
    stamp < 0
      ? tx.objectStore(store).getAll()
      : tx.objectStore(store).index('stamp').getAll(IDBKeyRange.lowerBound(stamp, true));
  const [items, categories, savedLists, profile, latest] = await Promise.all([
    rowsOf('groceryItems'),
    rowsOf('groceryCategories'),
    rowsOf('savedLists'),
    rowsOf('profile'),
    tx.objectStore('meta').get(META.stamp),
  ]);
  const keep = (store: SetAside['store']) => (value: { readonly id: string }) =>
    aside.push({ store, key: value.id, value });
  return {
    stamp: toNumber(latest),
    base: {
      items: readable(isItemRow, items, keep('groceryItems')).map(withoutMarks),
      categories: readable(isCategoryRow, categories, keep('groceryCategories')).map(withoutMarks),
      savedLists: readable(isSavedListRow, savedLists, keep('savedLists')).map(withoutMarks),
      profile: readable(isProfileRow, profile, keep('profile')).map(withoutMarks),
    },
  };
}

const toNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

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
