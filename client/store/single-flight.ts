/** One run at a time, and one more when somebody asked meanwhile. */

/**
 * @param run what to do
 * @returns starts it, or, while it runs, has it run once more afterwards; resolves when all is quiet
 */
export function createSingleFlight(run: () => Promise<void>): () => Promise<void> {
  let asked = 0;
  let running: Promise<void> | null = null;
  const runUntilQuiet = async (): Promise<void> => {
    const answered = asked;
    try {
      await run();
    } catch (error) {
      // A bug in one run must not keep the next from starting.
      running = null;
      throw error;
    }
    if (asked !== answered) await runUntilQuiet();
    // In the same step as the last look at `asked`: whoever asks from here on starts a new run.
    else running = null;
  };
  return () => {
    asked += 1;
    running ??= runUntilQuiet();
    return running;
  };
}
