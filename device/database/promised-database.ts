/** IndexedDB's connections, transactions and stores, with promises for their events and types for their records. */

/** What the stores of a database hold, by their names. */
type Stores = { readonly [name: string]: Records };
type Records = { readonly key: IDBValidKey; readonly value: unknown; readonly indexes?: object };
type NameIn<S extends Stores> = keyof S & string;

/** A connection. */
export type PromisedDatabase<S extends Stores> = {
  readonly name: string;
  readonly close: () => void;
  /** Begins a transaction over these stores, and only these; throws as the browser does where the connection is closed. */
  readonly transaction: {
    <N extends NameIn<S>>(names: readonly N[]): ReadingTransaction<S, N>;
    <N extends NameIn<S>>(names: readonly N[], mode: 'readwrite'): WritingTransaction<S, N>;
  };
};

/** A transaction that only reads. */
export type ReadingTransaction<S extends Stores, N extends NameIn<S>> = Ending & {
  readonly objectStore: <M extends N>(name: M) => ReadStore<S[M]>;
};

/** A transaction that may write. */
export type WritingTransaction<S extends Stores, N extends NameIn<S>> = Ending & {
  readonly objectStore: <M extends N>(name: M) => Store<S[M]>;
  /** Ends it without waiting for the answers to what was asked of it. */
  readonly commit: () => void;
};

/** How a transaction ends: `done` fulfils when all of it is kept, and rejects when nothing of it is. */
export type Ending = Pick<IDBTransaction, 'abort' | 'error'> & { readonly done: Promise<void> };

/** Each call puts its request to the browser at once, before it returns. */
type ReadStore<R extends Records> = {
  readonly get: (key: R['key']) => Promise<R['value'] | undefined>;
  readonly getKey: (query: IDBKeyRange) => Promise<R['key'] | undefined>;
  readonly getAll: (range?: IDBKeyRange) => Promise<readonly R['value'][]>;
  readonly getAllKeys: (range?: IDBKeyRange) => Promise<readonly R['key'][]>;
  readonly count: () => Promise<number>;
  readonly index: (name: keyof R['indexes'] & string) => Pick<ReadStore<R>, 'getAll'>;
};

type Store<R extends Records> = ReadStore<R> & {
  readonly add: (value: R['value']) => Promise<R['key']>;
  /** @param key only where the value does not hold its own */
  readonly put: (value: R['value'], key?: R['key']) => Promise<R['key']>;
  readonly delete: (query: R['key'] | IDBKeyRange) => Promise<void>;
};

/** Gives a connection of the browser's promises and the types of its records. */
export const promiseDatabase = <S extends Stores>(connection: IDBDatabase): PromisedDatabase<S> => ({
  name: connection.name,
  close: () => connection.close(),
  transaction: <N extends NameIn<S>>(names: readonly N[], mode?: 'readwrite'): WritingTransaction<S, N> =>
    promiseTransaction(connection.transaction(names, mode)),
});

function promiseTransaction<S extends Stores, N extends NameIn<S>>(tx: IDBTransaction): WritingTransaction<S, N> {
  const done = new Promise<void>((resolve, reject) => {
    tx.addEventListener('complete', () => resolve());
    tx.addEventListener('abort', () => reject(tx.error ?? aborted()));
  });
  return {
    done: heard(done),
    get error() {
      return tx.error;
    },
    abort: () => tx.abort(),
    commit: () => tx.commit(),
    objectStore: (name) => promiseStore(tx.objectStore(name)),
  };
}

const promiseStore = <R extends Records>(store: IDBObjectStore): Store<R> => ({
  get: (key) => answerOf(store.get(key)),
  getKey: (query) => answerOf(store.getKey(query)),
  getAll: (range) => answerOf(store.getAll(range)),
  getAllKeys: (range) => answerOf(store.getAllKeys(range)),
  count: () => answerOf(store.count()),
  index(name) {
    const index = store.index(name);
    return { getAll: (range) => answerOf(index.getAll(range)) };
  },
  add: (value) => answerOf(store.add(value)),
  put: (value, key) => answerOf(store.put(value, key)),
  delete: (query) => answerOf(store.delete(query)),
});

/**
 * The answer to a request.
 * @throws what the browser says went wrong: a DOMException
 */
export const answerOf = <T>(request: Asked): Promise<T> =>
  heard(
    new Promise((resolve, reject) => {
      // A schema says what is in a store; whoever reads a record checks it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      request.addEventListener('success', () => resolve(request.result as T));
      request.addEventListener('error', () => reject(request.error ?? aborted()));
    }),
  );

type Asked = EventTarget & Pick<IDBRequest<unknown>, 'result' | 'error'>;

/**
 * Whoever waits for it hears how it fails. Where work stops half-way nobody waits for the rest of its requests: their
 * transaction says what went wrong.
 */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** What a transaction fails of when the browser names no reason. */
export const aborted = (): Error => new DOMException('The transaction was aborted.', 'AbortError');
