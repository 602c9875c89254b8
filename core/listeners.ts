/** Listeners for one kind of event, or for events with a key. */

export type Listeners<Args extends readonly unknown[] = []> = {
  /** Adds a listener; returns a function that removes it. */
  readonly add: (listener: (...args: Args) => void) => () => void;
  readonly notify: (...args: Args) => void;
};

/** Creates the listeners of one kind of event. */
export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (...args) => callEach(listeners, ...args),
  };
}

export type Notifier<Key> = {
  /** Calls back whenever this key is notified. Returns a function that unsubscribes. */
  readonly subscribe: (key: Key, listener: () => void) => () => void;
  readonly notify: (keys: Iterable<Key>) => void;
};

/** Creates keyed listeners: a listener of one row is called for that row only. */
export function createNotifier<Key>(): Notifier<Key> {
  const listeners = new Map<Key, Set<() => void>>();
  return {
    subscribe(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key);
      };
    },
    notify(keys) {
      for (const key of keys) callEach(listeners.get(key) ?? new Set());
    },
  };
}

/** Calls each listener. One that is added during the loop waits for the next call; one that is removed is skipped. */
function callEach<Args extends readonly unknown[]>(
  listeners: ReadonlySet<(...args: Args) => void>,
  ...args: Args
): void {
  for (const listener of Array.from(listeners)) if (listeners.has(listener)) listener(...args);
}
