/** Runs work a few at a time; the rest waits its turn. */

export type Queue = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Gives a queue that runs at most so many at once, first come, first served. */
export function createQueue(atOnce: number): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    // Whoever leaves hands over the place: the count stays.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
