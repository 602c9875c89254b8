/** Replaces the browser's IndexedDB with an in-memory one. */
import * as fake from 'fake-indexeddb';
import { openDB, type IDBPDatabase } from 'idb';
import { vi } from 'vitest';

/** The database of the account that the tests use. */
export const USER = 'ann';
const NAME = `checklist:${USER}`;

/** Gives this test a separate, empty disk. */
export function stubIndexedDb(): void {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fake.IDBFactory());
}

/** Runs work on the raw database, on a separate connection. */
export async function withRawDatabase<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(NAME);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Returns the open connections. */
export function connections(): readonly IDBDatabase[] {
  // fake-indexeddb has its databases in this field.
  const databases = Reflect.get(indexedDB, '_databases') as Map<string, { readonly connections: IDBDatabase[] }>;
  return Array.from(databases.get(NAME)?.connections ?? []);
}

/** Closes every connection, as a browser does when the user clears its data. */
export function forceClose(): void {
  // The types of fake-indexeddb name the class instead of its instance.
  for (const connection of connections()) fake.forceCloseDatabase(connection as unknown as typeof IDBDatabase);
}

/** Makes transactions that call `commit` abort with this reason. */
export const abortCommits = (reason: string): { readonly mockRestore: () => void } =>
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function commit(this: IDBTransaction) {
    abort(this, reason);
  });

/** Makes transactions that put a row abort shortly afterwards with this reason. */
export function abortPuts(reason: string): { readonly mockRestore: () => void } {
  const real: unknown = Reflect.get(IDBObjectStore.prototype, 'put');
  const doomed = new Set<IDBTransaction>();
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function put(this: IDBObjectStore, ...args) {
    const { transaction } = this;
    if (!doomed.has(transaction)) queueMicrotask(() => abort(transaction, reason));
    doomed.add(transaction);
    return (real as IDBObjectStore['put']).apply(this, args);
  });
}

/** Aborts a transaction as fake-indexeddb does when it fails. */
function abort(transaction: IDBTransaction, reason: string): void {
  (Reflect.get(transaction, '_abort') as (errorName: string) => void).call(transaction, reason);
}
