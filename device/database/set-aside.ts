/** Records that cannot be read are moved out of the way and kept, not thrown away (product D1). */
import type { Database } from './database.ts';
import { settle } from './database.ts';
import { ALL_STORES, META } from './schema.ts';
import type { MetaValue, SetAside } from './schema.ts';

/** Moves records to `meta`, whole or not at all. Another tab may have been quicker. */
export async function putAside(database: Database, records: readonly SetAside[]): Promise<void> {
  const tx = database.transaction(ALL_STORES, 'readwrite');
  const move = async (): Promise<void> => {
    const found = await Promise.all(
      records.map(({ store, key }) => tx.objectStore(store).getKey(IDBKeyRange.only(key))),
    );
    const still = records.filter((_, at) => found[at] !== undefined);
    await Promise.all(still.map(({ store, key }) => tx.objectStore(store).delete(IDBKeyRange.only(key))));
    await keepAside(tx.objectStore('meta'), still);
  };
  await settle(tx, move());
}

type MetaStore = {
  readonly get: (key: string) => Promise<MetaValue | undefined>;
  readonly put: (value: MetaValue, key: string) => Promise<unknown>;
};

/** Adds records to those that are kept aside, in a transaction that is under way. */
export async function keepAside(meta: MetaStore, records: readonly SetAside[]): Promise<void> {
  if (records.length === 0) return;
  const kept = await meta.get(META.aside);
  await meta.put([...(isSetAside(kept) ? kept : []), ...records], META.aside);
}

const isSetAside = (value: MetaValue | undefined): value is readonly SetAside[] =>
  Array.isArray(value) && typeof value[0] === 'object';
