/** Removes an account's data from this device (product Y9). */
import type { Database } from './database.ts';
import { answerOf } from './promised-database.ts';
import { findStrandedKeys } from './stranding.ts';

/**
 * To be called once the list is closed; tabs that still have it open let go of it by themselves. Where something is
 * left that was not sent, nothing is removed: another tab may have acted a moment ago.
 */
export async function forgetList(database: Database, userId: string): Promise<void> {
  const waiting = await database.transaction(['outbox']).objectStore('outbox').count();
  if (waiting > 0 || findStrandedKeys(userId).length > 0) return;
  database.close();
  await answerOf(indexedDB.deleteDatabase(database.name));
}
