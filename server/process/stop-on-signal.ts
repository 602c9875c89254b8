/** What a signal to end does: the first one asks, a later one insists. */

type Stopping = {
  /** Ends everything in its own time. */
  readonly stop: () => Promise<void>;
  /** Told when nobody waits for that any more. */
  readonly cutOff: () => void;
};

/**
 * Ctrl+C reaches the whole process group and may then be passed on by our parent, who may also notice that it lost its
 * own: within this time, several signals are one.
 */
const ONE_MS = 1_000;

/** Gives whether a signal has come. The process ends with 0 in its own time, with 1 where it was cut off. */
export function stopOnSignal({ stop, cutOff }: Stopping): () => boolean {
  let since: number | null = null;
  const onSignal = (): void => {
    if (since === null) {
      since = performance.now();
      void stop().then(() => process.exit());
    } else if (performance.now() - since > ONE_MS) {
      cutOff();
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => since !== null;
}
