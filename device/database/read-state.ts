/** Reads an account's list from its database. Records that cannot be read are quarantined, not deleted (product D1). */
import type { IDBPTransaction } from 'idb';
import type { Contents } from '#core/list/contents.ts';
import type { Row, TableName, Tables } from '#core/list/row.ts';
import type { Delta, ReadPosition, StoredState } from '#client/ports/storage.ts';
import type { Guard } from '#device/shape.ts';
import { finish } from './database.ts';
import type { Database } from './database.ts';
import { withoutMetadata } from './row-metadata.ts';
import { areIds, isHistoryRecord, isOutboxRecord, isRowOf } from './records.ts';
import { ALL_STORES, META, ROW_STORES, STORE_OF } from './schema.ts';
import type { Schema, QuarantinedRecord } from './schema.ts';

type KeyReader = {
  readonly objectStore: (name: (typeof ALL_STORES)[number]) => {
    readonly getKey: (query: IDBKeyRange) => Promise<IDBValidKey | undefined>;
  };
};

/**
 * Reads everything in one transaction.
 * @param first the contents of a new list; null creates none
 */
export async function readState(database: Database, first: Contents | null): Promise<StoredState> {
  const stored = await readStored(database);
  if (!stored.isFresh || first === null) return stored;
  const isFresh = await createList(database, first);
  return { ...(await readStored(database)), isFresh };
}

/** Uses a single read transaction, because the start of the app waits for it. */
async function readStored(database: Database): Promise<StoredState> {
  const tx = database.transaction(ALL_STORES);
  const [hasAny, collapsed, { unreadable, ...delta }] = await finish(
    tx,
    Promise.all([hasRecords(tx), tx.objectStore('meta').get(META.collapsed), readAll(tx, START)]),
  );
  // If the disk is too full, the records stay where they are, and the list opens anyway.
  if (unreadable.length > 0) await quarantineRecords(database, unreadable).catch(() => undefined);
  return { ...delta, collapsed: areIds(collapsed) ? collapsed : [], isFresh: !hasAny };
}

const quarantineRecords = async (database: Database, records: readonly QuarantinedRecord[]): Promise<void> =>
  (await import('./quarantine.ts')).moveToQuarantine(database, records);

const START: ReadPosition = { key: 0, localSeq: -1 };

/** Reads the changes on disk after a position. */
export async function readDelta(database: Database, after: ReadPosition): Promise<Delta> {
  const tx = database.transaction(ALL_STORES);
  const { unreadable: _, ...delta } = await finish(tx, readAll(tx, after));
  return delta;
}

type Reading = IDBPTransaction<Schema, typeof ALL_STORES>;

/** Collects the records that could not be read. */
type Unreadable = QuarantinedRecord[];

async function readAll(
  tx: Reading,
  { key, localSeq }: ReadPosition,
): Promise<Delta & { readonly unreadable: readonly QuarantinedRecord[] }> {
  const unreadable: Unreadable = [];
  const [outbox, base] = await Promise.all([readOutbox(tx, key, unreadable), readBase(tx, localSeq, unreadable)]);
  return { ...outbox, ...base, unreadable };
}

async function readOutbox(tx: Reading, after: number, unreadable: Unreadable) {
  const range = IDBKeyRange.lowerBound(after, true);
  const [keys, records, entries, compactedUpTo] = await Promise.all([
    tx.objectStore('outbox').getAllKeys(range),
    tx.objectStore('outbox').getAll(range),
    tx.objectStore('history').getAll(),
    tx.objectStore('meta').get(META.compactedUpTo),
  ]);
  const outbox = keys.flatMap((key, at) =>
    readable(isOutboxRecord, [records[at]], (value) => unreadable.push({ store: 'outbox', key, value })).map(
      ({ patches }) => ({ key, patches }),
    ),
  );
  const history = readable(isHistoryRecord, entries, (value) =>
    unreadable.push({ store: 'history', key: value.id, value }),
  );
  return { outbox, history, compactedUpTo: toNumber(compactedUpTo) };
}

/** @param localSeq reads the rows written after this number; below 0 reads all rows, even those without a number */
async function readBase(tx: Reading, localSeq: number, unreadable: Unreadable) {
  const rowsOf = async <T extends TableName>(table: T): Promise<readonly Row<Tables[T]>[]> => {
    const store = tx.objectStore(STORE_OF[table]);
    const stored: readonly { readonly id: string }[] = await (localSeq < 0
      ? store.getAll()
      : store.index('localSeq').getAll(IDBKeyRange.lowerBound(localSeq, true)));
    const reject = (value: { readonly id: string }) =>
      unreadable.push({ store: STORE_OF[table], key: value.id, value });
    return readable<{ readonly id: string }, Row<Tables[T]>>(isRowOf[table], stored, reject).map((row) =>
      withoutMetadata<Tables[T]>(row),
    );
  };
  const [items, categories, savedLists, profile, latest] = await Promise.all([
    rowsOf('items'),
    rowsOf('categories'),
    rowsOf('savedLists'),
    rowsOf('profile'),
    tx.objectStore('meta').get(META.localSeq),
  ]);
  return { localSeq: toNumber(latest), base: { items, categories, savedLists, profile } };
}

const toNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The values of the right shape; the others are passed to `onUnreadable`. */
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

/** Whether the account's list is in its database. */
export async function hasList(database: Database): Promise<boolean> {
  const tx = database.transaction(ALL_STORES);
  return finish(tx, hasRecords(tx));
}

/** Whether the list exists: any row proves it, or a quarantined record, because every row may be broken. */
async function hasRecords(tx: KeyReader): Promise<boolean> {
  // Lower than any key. Counting the rows would take as long as reading them.
  const all = IDBKeyRange.lowerBound(-Infinity);
  const keys = await Promise.all([...ROW_STORES, 'meta' as const].map((name) => tx.objectStore(name).getKey(all)));
  return keys.some((key) => key !== undefined);
}

/** Writes the contents of a new list in one transaction. Returns false, and writes nothing, if the list exists. */
async function createList(database: Database, first: Contents): Promise<boolean> {
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
  return finish(tx, write());
}
