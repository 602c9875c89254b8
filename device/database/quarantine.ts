/** Quarantines records that cannot be read: moves them out of the way instead of deleting them (product D1). */
import type { Database } from './database.ts';
import { finish } from './database.ts';
import { ALL_STORES, META } from './schema.ts';
import type { MetaValue, QuarantinedRecord } from './schema.ts';

/** Moves records to the quarantine in one transaction. Skips those that another tab has moved already. */
export async function moveToQuarantine(database: Database, records: readonly QuarantinedRecord[]): Promise<void> {
  const tx = database.transaction(ALL_STORES, 'readwrite');
  const move = async (): Promise<void> => {
    const found = await Promise.all(
      records.map(({ store, key }) => tx.objectStore(store).getKey(IDBKeyRange.only(key))),
    );
    const still = records.filter((_, at) => found[at] !== undefined);
    await Promise.all(still.map(({ store, key }) => tx.objectStore(store).delete(IDBKeyRange.only(key))));
    await quarantine(tx.objectStore('meta'), still);
  };
  await finish(tx, move());
}

type MetaStore = {
  readonly get: (key: string) => Promise<MetaValue | undefined>;
  readonly put: (value: MetaValue, key: string) => Promise<unknown>;
};

/** Adds records to the quarantine as part of a transaction. */
export async function quarantine(meta: MetaStore, records: readonly QuarantinedRecord[]): Promise<void> {
  if (records.length === 0) return;
  const kept = await meta.get(META.quarantine);
  await meta.put([...(isQuarantine(kept) ? kept : []), ...records], META.quarantine);
}

const isQuarantine = (value: MetaValue | undefined): value is readonly QuarantinedRecord[] =>
  Array.isArray(value) && typeof value[0] === 'object';
