/** A set of listeners: what every port with `onChange` keeps. */

export type Listeners = {
  readonly add: (listener: () => void) => () => void;
  readonly notify: () => void;
};

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
