/** Keyed subscriptions: who listens to one row hears of that row only. */

export type Notifier<Key> = {
  /** Calls back whenever this key is notified, until the result is called. */
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
        // A listener may come or go while others are told: who came hears the next time, who went hears no more.
        for (const listener of Array.from(own)) if (own.has(listener)) listener();
      }
    },
  };
}
