/** Reads an account's list from its database; what cannot be read is put aside, not thrown away (product D1). */
import type { Contents } from '#core/list/memory.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import type { News, Position, StoredState } from '#client/ports/storage.ts';
import { isListOf, isText } from '#device/shape.ts';
import type { Guard } from '#device/shape.ts';
import { settle } from './database.ts';
import type { Database } from './database.ts';
import { withoutMarks } from './marks.ts';
import type { ReadingTransaction } from './promised-database.ts';
import { isHistoryRecord, isOutboxRecord, isRowOf } from './records.ts';
import { ALL_STORES, META, ROW_STORES, STORE_OF } from './schema.ts';
import type { Schema, SetAside } from './schema.ts';

type Looking = {
  readonly objectStore: (name: (typeof ALL_STORES)[number]) => {
    readonly getKey: (query: IDBKeyRange) => Promise<IDBValidKey | undefined>;
  };
};

/** Reads everything as of one moment; a list that is not there yet begins as `first`, or, where that is null, does not. */
export async function readState(database: Database, first: Contents | null): Promise<StoredState> {
  const kept = await readKept(database);
  if (!kept.isFresh || first === null) return kept;
  const isFresh = await begin(database, first);
  return { ...(await readKept(database)), isFresh };
}

/** Only reads, and looks whether there is anything in the same go: a start waits for it. */
async function readKept(database: Database): Promise<StoredState> {
  const tx = database.transaction(ALL_STORES);
  const [hasAny, folded, { aside, ...news }] = await settle(
    tx,
    Promise.all([hasRecords(tx), tx.objectStore('meta').get(META.folded), readAll(tx, START)]),
  );
  // A disk too full for it keeps them where they are; the list must open all the same.
  if (aside.length > 0) await moveAside(database, aside).catch(() => undefined);
  return { ...news, folded: areIds(folded) ? folded : [], isFresh: !hasAny };
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
  const rowsOf = async <T extends TableName>(table: T): Promise<readonly Row<Tables[T]>[]> => {
    const store = tx.objectStore(STORE_OF[table]);
    const stored: readonly { readonly id: string }[] = await (stamp < 0
      ? store.getAll()
      : store.index('stamp').getAll(IDBKeyRange.lowerBound(stamp, true)));
    const keep = (value: { readonly id: string }) => aside.push({ store: STORE_OF[table], key: value.id, value });
    return readable<{ readonly id: string }, Row<Tables[T]>>(isRowOf[table], stored, keep).map((row) =>
      withoutMarks<Tables[T]>(row),
    );
  };
  const [items, categories, savedLists, profile, latest] = await Promise.all([
    rowsOf('items'),
    rowsOf('categories'),
    rowsOf('savedLists'),
    rowsOf('profile'),
    tx.objectStore('meta').get(META.stamp),
  ]);
  return { stamp: toNumber(latest), base: { items, categories, savedLists, profile } };
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
export async function hasRecords(tx: Looking): Promise<boolean> {
  // Lower than any key there can be. To count them all would take as long as to read them.
  const all = IDBKeyRange.lowerBound(-Infinity);
  const keys = await Promise.all([...ROW_STORES, 'meta' as const].map((name) => tx.objectStore(name).getKey(all)));
  return keys.some((key) => key !== undefined);
}

/** Writes the first contents, whole or not at all, unless the list is there; returns whether it was not. */
async function begin(database: Database, first: Contents): Promise<boolean> {
  const tx = database.transaction(ALL_STORES, 'readwrite');
  const put = <S extends (typeof ROW_STORES)[number]>(store: S, rows: readonly Schema[S]['value'][]) =>
    rows.map((row) => tx.objectStore(store).put(row));
  const write = async (): Promise<boolean> => {
    if (await hasRecords(tx)) return false;
    await Promise.all([
      ...put('groceryItems', first.items),
      ...put('groceryCategories', first.categories),
      ...put('savedLists', first.savedLists),
      ...put('profile', first.profile),
    ]);
    return true;
  };
  return settle(tx, write());
}
