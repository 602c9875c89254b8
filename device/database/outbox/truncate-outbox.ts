/** Removes changes from the outbox once the base includes their result. */
import { isText } from '#device/shape.ts';
import { areIds } from '#device/database/records.ts';
import type { Transaction } from '#device/database/schema.ts';
import { META } from '#device/database/schema.ts';

/** The most changes that the unload journal of a closed page may still hold. */
const REMEMBERED_IDS = 200;

/** Removes the outbox up to a key, and stores the last ids, so that replaying an unload journal skips those changes. */
export async function truncateOutbox(tx: Transaction<'outbox' | 'meta'>, upTo: number): Promise<void> {
  const [outbox, meta] = [tx.objectStore('outbox'), tx.objectStore('meta')];
  const range = IDBKeyRange.upperBound(upTo);
  const [records, before] = await Promise.all([outbox.getAll(range), meta.get(META.compactedIds)]);
  const ids = [...(areIds(before) ? before : []), ...records.map(({ id }) => id).filter(isText)];
  await Promise.all([
    outbox.delete(range),
    meta.put(upTo, META.compactedUpTo),
    meta.put(ids.slice(-REMEMBERED_IDS), META.compactedIds),
  ]);
}
