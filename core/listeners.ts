/** A set of listeners for one kind of event. For events with a key, see `client/store/notifier.ts`. */

export type Listeners<Args extends readonly unknown[] = []> = {
  /** Adds a listener; returns a function that removes it. */
  readonly add: (listener: (...args: Args) => void) => () => void;
  readonly notify: (...args: Args) => void;
};

export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}
