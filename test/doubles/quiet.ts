/** Waits until no promise that can go on is left waiting. */

/** Everything that needed no more than promises has happened when this resolves. */
export const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
