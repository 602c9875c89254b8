/** The browser APIs that the device layer needs, as globals of a Node process. Each simulated device has its own process. */
import { setMaxListeners } from 'node:events';
import * as fakeIndexedDb from 'fake-indexeddb';

export type FakeBrowser = {
  /** Disconnects or reconnects the network for requests, and dispatches the browser's event. */
  readonly setOnline: (isOnline: boolean) => void;
};

/** Installs window, document, local storage, IndexedDB, fetch and the page's address as globals. */
export function installFakeBrowser(origin: string): FakeBrowser {
  const window = new EventTarget();
  // Each opening of a list adds listeners.
  setMaxListeners(0, window);
  let isOnline = true;
  const globals = {
    ...fakeIndexedDb,
    indexedDB: createIndexedDb(),
    window,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    localStorage: createLocalStorage(),
    location: { origin, href: `${origin}/` },
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

/** The internals of fake-indexeddb that are used here. */
type RawTransaction = EventTarget & {
  readonly _started: boolean;
  readonly _state: string;
  readonly _start: () => void;
};
type RawDatabase = { readonly transactions: RawTransaction[]; processTransactions: () => void };

/**
 * IndexedDB in memory. fake-indexeddb searches all earlier transactions whenever one starts, which would dominate the
 * measurements. This scheduler runs them one after the other, as this app's transactions do anyway.
 */
function createIndexedDb(): IDBFactory {
  const factory = new fakeIndexedDb.IDBFactory();
  // fake-indexeddb has its databases in this field.
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
    // fake-indexeddb's own scheduler, which this one replaces, calls this method.
    // oxlint-disable-next-line no-underscore-dangle
    next._start();
  };
  const schedule = (): void => void setImmediate(startNext);
  return schedule;
}

/** `fetch` as in a page: URLs may be relative, and it fails at once without a network. */
function prepareFetch(origin: string, isOnline: () => boolean): void {
  const realFetch = globalThis.fetch;
  const pageFetch: typeof fetch = async (input, init) => {
    if (!isOnline()) throw new TypeError('Failed to fetch');
    return realFetch(typeof input === 'string' ? new URL(input, origin) : input, init);
  };
  define(globalThis, 'fetch', pageFetch);
}
