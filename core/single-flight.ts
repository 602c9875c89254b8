/** Runs asynchronous work one at a time, and again if it was requested during a run. */

/**
 * Wraps work that must not run concurrently.
 * @returns a function that starts a run, or requests another one after the current run. It resolves when all runs are over
 */
export function createSingleFlight(run: () => Promise<void>): () => Promise<void> {
  let requested = 0;
  let running: Promise<void> | null = null;
  const runUntilIdle = async (): Promise<void> => {
    const served = requested;
    try {
      await run();
    } catch (error) {
      // A bug in one run must not prevent the next.
      running = null;
      throw error;
    }
    if (requested !== served) await runUntilIdle();
    // Synchronous with the check above: a later request starts a new run.
    else running = null;
  };
  return () => {
    requested += 1;
    running ??= runUntilIdle();
    return running;
  };
}
