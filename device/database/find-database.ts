/** Checks whether an account has a database on this device. */
import { openDB } from 'idb';
import { abort, databaseName } from './database.ts';

/** `unknown`: the browser could not tell. */
type Found = 'here' | 'absent' | 'unknown';

/** Looking must not leave an empty database behind. */
export async function findDatabase(userId: string): Promise<Found> {
  try {
    const database = await openDB(databaseName(userId), undefined, {
      // Only a database that is not there begins by an upgrade. The four parameters are the library's.
      // oxlint-disable-next-line eslint/max-params
      upgrade: (_created, _from, _to, tx) => abort(tx),
    });
    database.close();
    return 'here';
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? 'absent' : 'unknown';
  }
}
