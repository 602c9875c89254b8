/** As much of a browser as the app's device looks for, for a whole process: each simulated device has a process of its own. */
import { setMaxListeners } from 'node:events';
import * as fakeIndexedDb from 'fake-indexeddb';

export type Page = {
  /** Cuts the network off for requests, or brings it back; the page hears of it. */
  readonly setOnline: (isOnline: boolean) => void;
};

/** Puts window, document, local storage, IndexedDB and a page's address into this process. */
export function preparePage(origin: string): Page {
  const window = new EventTarget();
  // Lists that are opened again and again listen again.
  setMaxListeners(0, window);
  let isOnline = true;
  const globals = {
    ...fakeIndexedDb,
    indexedDB: createIndexedDb(),
    window,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    localStorage: createLocalStorage(),
    location: { origin },
  };
  for (const [name, value] of Object.entries(globals)) define(globalThis, name, value);
  Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
  prepareFetch(origin, () => isOnline);
  return {
    setOnline(next) {
      isOnline = next;
      window.dispatchEvent(new Event(next ? 'online' : 'offline'));
    },
  };
}

const define = (on: object, name: string, value: unknown): unknown =>
  Object.defineProperty(on, name, { value, configurable: true, writable: true });

function createLocalStorage() {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (at: number) => [...values.keys()][at] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** What is used of the double's inside. */
type RawTransaction = EventTarget & {
  readonly _started: boolean;
  readonly _state: string;
  readonly _start: () => void;
};
type RawDatabase = { readonly transactions: RawTransaction[]; processTransactions: () => void };

/**
 * IndexedDB in memory. The double looks through all transactions there ever were whenever one begins, which would be the larger
 * part of what a benchmark measures: here they run one after the other, as those of this app do anyway.
 */
function createIndexedDb(): IDBFactory {
  const factory = new fakeIndexedDb.IDBFactory();
  // The double keeps its databases in this field.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const databases = Reflect.get(factory, '_databases') as Map<string, RawDatabase>;
  const set = databases.set.bind(databases);
  databases.set = (name, raw) => set(name, Object.assign(raw, { processTransactions: createSchedule(raw) }));
  return factory;
}

const isOver = ({ _state: state }: RawTransaction): boolean => state === 'finished';

function createSchedule({ transactions }: RawDatabase): () => void {
  const startNext = (): void => {
    while (transactions[0] !== undefined && isOver(transactions[0])) transactions.shift();
    const [next] = transactions;
    if (next === undefined) return;
    const { _started: isStarted } = next;
    if (isStarted) return;
    next.addEventListener('complete', schedule);
    next.addEventListener('abort', schedule);
    // Only the double's own scheduler, in whose place this stands, calls this.
    // oxlint-disable-next-line no-underscore-dangle
    next._start();
  };
  const schedule = (): void => void setImmediate(startNext);
  return schedule;
}

/** `fetch` as a page has it: addresses may be relative, and without a network it fails at once. */
function prepareFetch(origin: string, isOnline: () => boolean): void {
  const realFetch = globalThis.fetch;
  const pageFetch: typeof fetch = async (input, init) => {
    if (!isOnline()) throw new TypeError('Failed to fetch');
    return realFetch(typeof input === 'string' ? new URL(input, origin) : input, init);
  };
  define(globalThis, 'fetch', pageFetch);
}
