/** Values that are loaded when they are first needed, such as modules and what they open. */

export type Lazy<T> = {
  /** Loads the value once. Rejects if it cannot be loaded now; the next call tries again. */
  readonly load: () => Promise<T>;
  /** The same, with null if it cannot be loaded now. */
  readonly tryLoad: () => Promise<T | null>;
  /** The value; null until it is loaded. */
  readonly loaded: () => T | null;
  /**
   * Forgets the value, so that the next call loads it again.
   * @param close receives the value, once it is loaded if it is still loading; not called if there is none
   */
  readonly forget: (close: (value: T) => void) => void;
};

export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | null = null;
  let loaded: T | null = null;
  const start = (): Promise<T> => {
    const started = load().then(
      (value) => {
        if (loading === started) loaded = value;
        return value;
      },
      (error: unknown) => {
        if (loading === started) loading = null;
        throw error;
      },
    );
    loading = started;
    return started;
  };
  const loadOnce = (): Promise<T> => loading ?? start();
  return {
    load: loadOnce,
    tryLoad: () => loadOnce().catch(() => null),
    loaded: () => loaded,
    forget(close) {
      const [value, forgotten] = [loaded, loading];
      loaded = null;
      loading = null;
      if (value !== null) close(value);
      else forgotten?.then(close).catch(() => undefined);
    },
  };
}
