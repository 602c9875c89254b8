/** Keyed subscriptions: a listener of one row is called for that row only. */

export type Notifier<Key> = {
  /** Calls back whenever this key is notified. Returns a function that unsubscribes. */
  readonly subscribe: (key: Key, listener: () => void) => () => void;
  readonly notify: (keys: Iterable<Key>) => void;
};

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
      for (const key of keys) {
        const own = listeners.get(key) ?? new Set();
        // Listeners may come and go during the loop: new ones wait for the next call, removed ones are skipped.
        for (const listener of Array.from(own)) if (own.has(listener)) listener();
      }
    },
  };
}
