/** Reads an account's list from its database. Records that cannot be read are quarantined, not deleted (product D1). */
import { lazy } from '#core/lazy.ts';
import type { Contents } from '#core/list/contents.ts';
import { byTable, type Row, type TableName, TABLES, type Tables } from '#core/list/row.ts';
import { ok, type Result } from '#core/result.ts';
import type { Delta, ReadPosition, StorageFailure, StoredState } from '#client/ports/storage.ts';
import { type Guard, isText } from '#device/shape.ts';
import type { Run } from './database.ts';
import {
  ALL_STORES,
  META,
  type Mode,
  type QuarantinedRecord,
  ROW_STORES,
  rowsOf,
  STORE_OF,
  type StoredRow,
  type StoreName,
  type Transaction,
  withoutMetadata,
} from './schema.ts';
import { areIds, isHistoryRecord, isOutboxRecord, isRowOf } from './records.ts';

const quarantine = lazy(() => import('./quarantine.ts'));

/** The stores that tell whether the list exists. */
export const LIST_STORES = [...ROW_STORES, 'meta'] as const;

/**
 * Reads everything in one transaction, because the start of the app waits for it.
 * @param first the contents of a new list; null creates none
 */
export async function readState(run: Run, first: Contents | null): Promise<Result<StoredState, StorageFailure>> {
  const read = await run(ALL_STORES, 'readonly', readStored);
  if (!read.ok) return read;
  const { unreadable, ...stored } = read.value;
  // If the disk is too full, the records stay where they are, and the list opens anyway.
  if (unreadable.length > 0) await quarantineRecords(run, unreadable);
  return stored.isFresh && first !== null ? createList(run, first) : ok(stored);
}

type Reading = Transaction<StoreName, 'readonly'>;

/** Collects the records that could not be read. */
type Unreadable = QuarantinedRecord[];

async function readStored(tx: Reading): Promise<StoredState & { readonly unreadable: readonly QuarantinedRecord[] }> {
  const meta = tx.objectStore('meta');
  const [hasAny, collapsed, chosenStore, all] = await Promise.all([
    hasRecords(tx),
    meta.get(META.collapsed),
    meta.get(META.chosenStore),
    readAll(tx, START),
  ]);
  return {
    ...all,
    collapsed: areIds(collapsed) ? collapsed : [],
    chosenStore: isText(chosenStore) ? chosenStore : null,
    isFresh: !hasAny,
  };
}

async function quarantineRecords(run: Run, records: readonly QuarantinedRecord[]): Promise<void> {
  const module = await quarantine.tryLoad();
  await run(ALL_STORES, 'readwrite', async (tx) => module?.moveToQuarantine(tx, records));
}

const START: ReadPosition = { key: 0, localSeq: -1 };

/** Reads the changes on disk after a position. */
export async function readDelta(tx: Reading, after: ReadPosition): Promise<Delta> {
  const { unreadable: _, ...delta } = await readAll(tx, after);
  return delta;
}

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
  const base: { readonly [T in TableName]: Row<Tables[T]>[] } = byTable(() => []);
  const read = async <T extends TableName>(table: T, rows: Row<Tables[T]>[]): Promise<void> => {
    const store = rowsOf(tx, table);
    const stored = await (localSeq < 0
      ? store.getAll()
      : store.index('localSeq').getAll(IDBKeyRange.lowerBound(localSeq, true)));
    const reject = (value: { readonly id: string }) =>
      unreadable.push({ store: STORE_OF[table], key: value.id, value });
    for (const row of readable<{ readonly id: string }, Row<Tables[T]>>(isRowOf[table], stored, reject))
      rows.push(withoutMetadata<Tables[T]>(row));
  };
  const [latest] = await Promise.all([
    tx.objectStore('meta').get(META.localSeq),
    ...TABLES.map((table) => read(table, base[table])),
  ]);
  return { localSeq: toNumber(latest), base };
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

/** Whether the list exists: any row proves it, or a quarantined record, because every row may be broken. */
export async function hasRecords<M extends Mode>(tx: Transaction<(typeof LIST_STORES)[number], M>): Promise<boolean> {
  // Lower than any key. Counting the rows would take as long as reading them.
  const all = IDBKeyRange.lowerBound(-Infinity);
  const keys = await Promise.all(LIST_STORES.map((name) => tx.objectStore(name).getKey(all)));
  return keys.some((key) => key !== undefined);
}

/** Writes and reads the contents of a new list in one transaction. Another tab may have created the list first. */
const createList = (run: Run, first: Contents): Promise<Result<StoredState, StorageFailure>> =>
  run(ALL_STORES, 'readwrite', async (tx) => {
    const isFresh = !(await hasRecords(tx));
    if (isFresh) await Promise.all(TABLES.flatMap((table) => putRows(tx, table, first[table])));
    const { unreadable: _, ...stored } = await readStored(tx);
    return { ...stored, isFresh };
  });

const putRows = <T extends TableName>(tx: Transaction, table: T, rows: readonly StoredRow<T>[]) =>
  rows.map((row) => rowsOf(tx, table).put(row));
