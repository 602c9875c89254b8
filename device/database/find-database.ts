/** Checks whether a list has a database on this device. */
import { openDB } from 'idb';
import { abort } from './database.ts';
import { databaseName } from './schema.ts';

/** The names of all databases that begin with a prefix; none in browsers that do not list them. */
export async function findDatabaseNames(prefix: string): Promise<readonly string[]> {
  if (!('databases' in indexedDB)) return [];
  const databases = await indexedDB.databases().catch(() => []);
  return databases.map(({ name = '' }) => name).filter((name) => name.startsWith(prefix));
}

/** `unknown`: the browser reported an error. */
type Found = 'here' | 'absent' | 'unknown';

/** Checks for a database without creating one. */
export async function findDatabase(listKey: string): Promise<Found> {
  try {
    const database = await openDB(databaseName(listKey), undefined, {
      // Only a missing database starts with an upgrade. The library defines the four parameters.
      // oxlint-disable-next-line eslint/max-params
      upgrade: (_created, _from, _to, tx) => abort(tx),
    });
    database.close();
    return 'here';
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? 'absent' : 'unknown';
  }
}
