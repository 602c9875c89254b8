/** The screen for the next start, which the service worker stores, and the ticks that were made on it (decision 50). */
import type { FirstScreenStorage, FirstScreenTick } from '#client/ports/service-worker.ts';
import { sendFirstScreen } from './caches.ts';
import { createUserStorage, parseJson, readValue, removeValue } from './local-storage/local-storage.ts';
import { listKey, type ListRef } from '#core/account/list-ref.ts';
import { createDatabase } from './database/database.ts';
import { findTickKeys, tickRecords, toTicks } from './database/first-screen-ticks.ts';
import type { Transaction } from './database/schema.ts';

export const firstScreenStorage: FirstScreenStorage = {
  write(userId, markup) {
    // After a sign-out in another tab, this tab still shows the list for a moment.
    if (createUserStorage().read()?.id === userId) sendFirstScreen({ markup, script: findScript() });
  },
  remove: () => sendFirstScreen(null),
  takeFirstScreenTicks,
};

/** The app's script, as the page names it. */
const findScript = (): string => document.querySelector('script[type=module]')?.getAttribute('src') ?? '';

/** The ticks of one start, in the database or on local storage. They may be unreadable. */
type Stored = { readonly key: string; readonly value: unknown };

/** Reads the ticks, and removes what it has read if `apply` returns true. */
export async function takeFirstScreenTicks(
  list: ListRef,
  apply: (ticks: readonly FirstScreenTick[]) => Promise<boolean>,
): Promise<void> {
  const key = listKey(list);
  const { run, close } = createDatabase(key, false);
  // The database lacks the last ones if the page was closed at once, and local storage if the browser was killed. Usually both have
  // a start's ticks: applied one after the other, they have the same result as once.
  const read = await run(['meta'], 'readonly', readOnDisk);
  try {
    if (!read.ok) return;
    const local = findTickKeys(key).map((name) => ({ key: name, value: readValue(name) }));
    const starts = [...read.value, ...local.map((text) => ({ ...text, value: parseJson(text.value) }))];
    const ticks = starts.toSorted((a, b) => startOf(a) - startOf(b)).flatMap(({ value }) => toTicks(value));
    if (ticks.length > 0 && !(await apply(ticks))) return;
    for (const { key: name, value } of local) if (readValue(name) === value) removeValue(name);
    if (read.value.length > 0) await run(['meta'], 'readwrite', (tx) => removeOnDisk(tx, read.value));
  } finally {
    await close();
  }
}

/** The keys end with the time of the start. */
const startOf = ({ key }: Stored): number => Number(key.slice(key.lastIndexOf(' ')));

async function readOnDisk(tx: Transaction<'meta', 'readonly'>): Promise<readonly Stored[]> {
  const meta = tx.objectStore('meta');
  const [keys, values] = await Promise.all([meta.getAllKeys(tickRecords()), meta.getAll(tickRecords())]);
  return keys.map((key, at) => ({ key, value: values[at] }));
}

/** Another tab may still show its first screen. Its record stays if it has got ticks since it was read. */
async function removeOnDisk(tx: Transaction<'meta'>, read: readonly Stored[]): Promise<void> {
  const meta = tx.objectStore('meta');
  const now = await Promise.all(read.map(({ key }) => meta.get(key)));
  const same = read.filter(({ value }, at) => JSON.stringify(value) === JSON.stringify(now[at]));
  const deleted = Promise.all(same.map(({ key }) => meta.delete(key)));
  // The page may be closing, which aborts what is not committed.
  tx.commit();
  await deleted;
}
