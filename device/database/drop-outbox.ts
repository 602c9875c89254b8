/** Takes acts out of the outbox once the base holds what became of them. */
import { isListOf, isText } from '#device/shape.ts';
import type { MetaValue } from './schema.ts';
import { META } from './schema.ts';

/** So many acts a page that was left may have had under way. */
const REMEMBERED_IDS = 200;

type Stores = {
  readonly objectStore: {
    (name: 'outbox'): {
      readonly getAll: (range: IDBKeyRange) => Promise<readonly { readonly id?: unknown }[]>;
      readonly delete: (range: IDBKeyRange) => Promise<void>;
    };
    (name: 'meta'): {
      readonly get: (key: string) => Promise<MetaValue | undefined>;
      readonly put: (value: MetaValue, key: string) => Promise<unknown>;
    };
  };
};

/** Drops everything up to a key, and remembers the last ids: a page that was left may still hold one of those acts. */
export async function dropOutbox(tx: Stores, upTo: number): Promise<void> {
  const [outbox, meta] = [tx.objectStore('outbox'), tx.objectStore('meta')];
  const range = IDBKeyRange.upperBound(upTo);
  const [records, before] = await Promise.all([outbox.getAll(range), meta.get(META.absorbedIds)]);
  const ids = [...(areIds(before) ? before : []), ...records.map(({ id }) => id).filter(isText)];
  await Promise.all([
    outbox.delete(range),
    meta.put(upTo, META.absorbedUpTo),
    meta.put(ids.slice(-REMEMBERED_IDS), META.absorbedIds),
  ]);
}

const areIds = isListOf(isText);
