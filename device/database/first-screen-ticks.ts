/**
 * Stores the ticks that are made before the app's scripts have run (web/first-screen/show-first-screen.ts), and reads them again. This file
 * is part of the script in the page, so it does without the library for IndexedDB.
 */
import type { FirstScreenTick } from '#client/ports/service-worker.ts';
import { parseJson, readKeys, readValue, removeValue, writeValue } from '#device/local-storage/local-storage.ts';
import { isFlag, isListOf, isText } from '#device/shape.ts';
import { databaseName, META } from './schema.ts';

/** The local storage keys of a list's ticks. Each start has one, because another tab may show the first screen of the same list. */
export const findTickKeys = (listKey: string): readonly string[] =>
  readKeys()
    .filter((key) => key.startsWith(prefixOf(listKey)))
    .toSorted();

const prefixOf = (listKey: string): string => `checklist.first-screen-ticks.${listKey} `;

/** The keys of the records in the `meta` store. Each start has its own record, so that it never replaces one that was not applied. */
export const tickRecords = (): IDBKeyRange =>
  IDBKeyRange.bound(META.firstScreenTicks, `${META.firstScreenTicks}\uffff`);

/** Reads the ticks of one start; none if the value is unreadable. */
export const toTicks = (value: unknown): readonly FirstScreenTick[] => (areTicks(value) ? value : []);

const areTicks = isListOf(
  (value): value is FirstScreenTick => Array.isArray(value) && isText(value[0]) && isFlag(value[1]),
);

type TickStorage = {
  /** Ticks of starts that ended before the app could apply them. */
  readonly earlier: readonly FirstScreenTick[];
  readonly add: (tick: FirstScreenTick) => void;
  /** Removes the ticks from local storage, once the app has applied them. Those that another tab has added since stay. */
  readonly remove: () => void;
};

/**
 * Opens the storage of a start's ticks. A tick is written twice: the database survives if the browser is killed, local storage if the task
 * of the tick closes the page.
 * @param start the time of this start, in milliseconds
 */
export function openTickStorage(listKey: string, start: number): TickStorage {
  const database = openDatabase(listKey);
  const key = prefixOf(listKey) + start;
  const stored = new Map(findTickKeys(listKey).map((name) => [name, readValue(name)]));
  const ticks: FirstScreenTick[] = [];
  return {
    earlier: [...stored.values()].flatMap((text) => toTicks(parseJson(text))),
    add(tick) {
      ticks.push(tick);
      const text = JSON.stringify(ticks);
      stored.set(key, text);
      writeValue(key, text);
      database
        .then((open) => {
          const tx = open.transaction('meta', 'readwrite');
          tx.objectStore('meta').put(ticks, `${META.firstScreenTicks} ${start}`);
          // Does not wait for the answer, so that the tick survives if the browser is killed at once.
          tx.commit();
        })
        // It was closed for another version, or because the list is being removed.
        .catch(() => undefined);
    },
    remove() {
      for (const [name, text] of stored) if (readValue(name) === text) removeValue(name);
    },
  };
}

/** Stays pending if the list was removed from this device. */
function openDatabase(listKey: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName(listKey));
  return new Promise((resolve) => {
    opening.addEventListener('success', () => {
      const open = opening.result;
      open.addEventListener('versionchange', () => open.close());
      resolve(open);
    });
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
  });
}
