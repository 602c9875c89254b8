/** IndexedDB in memory, for modules of the device that look for the browser's. */
import * as fake from 'fake-indexeddb';
import { openDB } from 'idb';
import type { IDBPDatabase } from 'idb';
import { vi } from 'vitest';

/** The database of the account that the tests use. */
export const USER = 'ann';
const NAME = `checklist:${USER}`;

/** Gives this test a separate, empty disk. */
export function stubIndexedDb(): void {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fake.IDBFactory());
}

/** Does something to the raw database, beside the connections of the app. */
export async function withRawDatabase<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(NAME);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** The connections that are open. */
export function connections(): readonly IDBDatabase[] {
  // The factory of the double keeps its databases in this field.
  const databases = Reflect.get(indexedDB, '_databases') as Map<string, { readonly connections: IDBDatabase[] }>;
  return Array.from(databases.get(NAME)?.connections ?? []);
}

/** The browser closes every connection, as when the shopper clears its data. */
export function forceClose(): void {
  // The types of the double say "the class" where they mean "an object of it".
  for (const connection of connections()) fake.forceCloseDatabase(connection as unknown as typeof IDBDatabase);
}

/** From now on, transactions that are committed at once abort for this reason. */
export const abortCommits = (reason: string): { readonly mockRestore: () => void } =>
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function commit(this: IDBTransaction) {
    abort(this, reason);
  });

/** From now on, transactions that put something abort for this reason, soon after. */
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

/** What the double does itself when a transaction fails. */
function abort(transaction: IDBTransaction, reason: string): void {
  (Reflect.get(transaction, '_abort') as (errorName: string) => void).call(transaction, reason);
}
