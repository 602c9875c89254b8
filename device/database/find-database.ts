/** Looks whether an account has a database on this device. */
import { databaseName } from './database.ts';

/** `unknown`: the browser did not say just now. */
type Found = 'here' | 'absent' | 'unknown';

/** To look must not leave an empty database behind. */
export function findDatabase(userId: string): Promise<Found> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName(userId));
      let isNew = false;
      request.addEventListener('upgradeneeded', () => {
        isNew = true;
        request.transaction?.abort();
      });
      request.addEventListener('success', () => {
        request.result.close();
        resolve('here');
      });
      request.addEventListener('error', () => resolve(isNew ? 'absent' : 'unknown'));
    } catch {
      resolve('unknown');
    }
  });
}
