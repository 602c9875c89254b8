/** Waits until every promise that can resolve has resolved. */

/** Resolves when all work that only waits for promises is done. */
export const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
