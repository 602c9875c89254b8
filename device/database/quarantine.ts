/** Quarantines records that cannot be read: moves them out of the way instead of deleting them (product D1). */
import { META, type MetaValue, type QuarantinedRecord, type Transaction } from './schema.ts';

/** Moves records to the quarantine. Skips those that another tab has moved already. */
export async function moveToQuarantine(tx: Transaction, records: readonly QuarantinedRecord[]): Promise<void> {
  const found = await Promise.all(records.map(({ store, key }) => tx.objectStore(store).getKey(IDBKeyRange.only(key))));
  const still = records.filter((_, at) => found[at] !== undefined);
  await Promise.all(still.map(({ store, key }) => tx.objectStore(store).delete(IDBKeyRange.only(key))));
  await quarantine(tx, still);
}

/** Adds records to the quarantine as part of a transaction. */
export async function quarantine(tx: Transaction<'meta'>, records: readonly QuarantinedRecord[]): Promise<void> {
  if (records.length === 0) return;
  const meta = tx.objectStore('meta');
  const kept = await meta.get(META.quarantine);
  await meta.put([...(isQuarantine(kept) ? kept : []), ...records], META.quarantine);
}

const isQuarantine = (value: MetaValue | undefined): value is readonly QuarantinedRecord[] =>
  Array.isArray(value) && typeof value[0] === 'object';
