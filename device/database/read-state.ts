/** Reads an account's list from its database; what cannot be read is put aside, not thrown away (product D1). */
import type { IDBPTransaction } from 'idb';
import * as v from 'valibot';
import type { Contents } from '#core/list/memory.ts';
import type { OutboxNews, StoredState } from '#client/ports/storage.ts';
import type { Database } from './database.ts';
import { categoryRow, historyRecord, itemRow, outboxRecord, profileRow, savedListRow } from './records.ts';
import { ALL_STORES, META, ROW_STORES } from './schema.ts';
import type { Schema, SetAside } from './schema.ts';

type Reading = IDBPTransaction<Schema, typeof ALL_STORES>;

/** Reads everything as of one moment; a list that is not there yet begins as `first`. */
export async function readState(database: Database, first: Contents): Promise<StoredState> {
  const isFresh = await begin(database, first);
  const tx = database.transaction(ALL_STORES);
  const [items, categories, savedLists, profile, folded, news] = await Promise.all([
    tx.objectStore('groceryItems').getAll(),
    tx.objectStore('groceryCategories').getAll(),
    tx.objectStore('savedLists').getAll(),
    tx.objectStore('profile').getAll(),
    tx.objectStore('meta').get(META.folded),
    readOutbox(tx, 0),
  ]);
  const aside: SetAside[] = [...news.aside];
  const base = {
    items: readable(itemRow, items, (value) => aside.push({ store: 'groceryItems', value })),
    categories: readable(categoryRow, categories, (value) => aside.push({ store: 'groceryCategories', value })),
    savedLists: readable(savedListRow, savedLists, (value) => aside.push({ store: 'savedLists', value })),
    profile: readable(profileRow, profile, (value) => aside.push({ store: 'profile', value })),
  };
  if (aside.length > 0) await putAside(database, aside);
  return { ...news, base, folded: v.is(v.array(v.string()), folded) ? folded : [], isFresh };
}

/** Reads what happened in the outbox since a key. */
export const readNews = (database: Database, after: number): Promise<OutboxNews> =>
  readOutbox(database.transaction(ALL_STORES), after);

async function readOutbox(tx: Reading, after: number): Promise<OutboxNews & { readonly aside: readonly SetAside[] }> {
  const range = IDBKeyRange.lowerBound(after, true);
  const [keys, records, entries, absorbedUpTo] = await Promise.all([
    tx.objectStore('outbox').getAllKeys(range),
    tx.objectStore('outbox').getAll(range),
    tx.objectStore('history').getAll(),
    tx.objectStore('meta').get(META.absorbedUpTo),
  ]);
  const aside: SetAside[] = [];
  const ops = keys.flatMap((key, at) =>
    readable(outboxRecord, [records[at]], (value) => aside.push({ store: 'outbox', value })).map(({ patches }) => ({
      key,
      patches,
    })),
  );
  const history = readable(historyRecord, entries, (value) => aside.push({ store: 'history', value }));
  return { ops, history, absorbedUpTo: typeof absorbedUpTo === 'number' ? absorbedUpTo : 0, aside };
}

/** The values that have the shape they should; the others go to `onUnreadable`. */
function readable<T>(
  schema: v.GenericSchema<unknown, T>,
  values: readonly unknown[],
  onUnreadable: (value: unknown) => void,
): readonly T[] {
  return values.flatMap((value) => {
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return [parsed.output];
    onUnreadable(value);
    return [];
  });
}

/** Writes the first contents, whole or not at all, unless the list is there; returns whether it was not. */
async function begin(database: Database, first: Contents): Promise<boolean> {
  const tx = database.transaction(ROW_STORES, 'readwrite');
  const isFresh = (await tx.objectStore('profile').count()) === 0;
  if (isFresh) {
    await Promise.all([
      ...first.items.map((row) => tx.objectStore('groceryItems').put(row)),
      ...first.categories.map((row) => tx.objectStore('groceryCategories').put(row)),
      ...first.savedLists.map((row) => tx.objectStore('savedLists').put(row)),
      ...first.profile.map((row) => tx.objectStore('profile').put(row)),
    ]);
  }
  await tx.done;
  return isFresh;
}

/** Moves unreadable records out of the way: kept in `meta`, gone from where they would be read again. */
async function putAside(database: Database, aside: readonly SetAside[]): Promise<void> {
  const tx = database.transaction('meta', 'readwrite');
  const kept = await tx.store.get(META.aside);
  const known = new Set(Array.isArray(kept) ? kept.map((record) => JSON.stringify(record)) : []);
  const fresh = aside.filter((record) => !known.has(JSON.stringify(record)));
  if (fresh.length > 0) await tx.store.put([...(isSetAside(kept) ? kept : []), ...fresh], META.aside);
  await tx.done;
}

const isSetAside = (value: unknown): value is readonly SetAside[] =>
  Array.isArray(value) && typeof value[0] === 'object';
