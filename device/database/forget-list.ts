/** Removes an account's data from this device (product Y9). */
import { forgetPlainRows } from '#device/backend/plain-rows.ts';
import { removeValue } from '#device/local-storage.ts';
import { openDatabase, settle } from './database.ts';
import type { Database } from './database.ts';
import { answerOf } from './promised-database.ts';
import { META } from './schema.ts';
import { findStrandedKeys } from './stranding.ts';
import { isSyncRecord } from './sync-record.ts';

/**
 * To be called once the list is closed; tabs that still have it open let go of it by themselves. Where something is
 * left that was not sent, or was refused, nothing is removed: another tab may have acted a moment ago. Nor where the disk
 * does not answer.
 * @param isGone the account is no more: nobody is left to whom anything could be sent
 */
export async function forgetList(userId: string, isGone: boolean): Promise<void> {
  const opened = await openDatabase({ userId, mayCreate: true, onClosed: () => undefined });
  if (!opened.ok) return;
  const { value: database } = opened;
  try {
    if (!isGone && (await hasUnsent(database, userId))) return;
    for (const key of findStrandedKeys(userId)) removeValue(key);
    database.close();
    await answerOf(indexedDB.deleteDatabase(database.name));
    forgetPlainRows(userId);
  } catch {
    // It stays, and goes the next time.
  } finally {
    database.close();
  }
}

async function hasUnsent(database: Database, userId: string): Promise<boolean> {
  const tx = database.transaction(['outbox', 'meta']);
  const [waiting, record] = await settle(
    tx,
    Promise.all([tx.objectStore('outbox').count(), tx.objectStore('meta').get(META.sync)]),
  );
  const refused = isSyncRecord(record) ? record.tray.length : 0;
  return waiting + refused > 0 || findStrandedKeys(userId).length > 0;
}
