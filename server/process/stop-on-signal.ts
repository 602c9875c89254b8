/** Stops the server on SIGINT or SIGTERM. A second signal exits at once. */

type Stopping = {
  /** Stops all parts of the server. */
  readonly stop: () => Promise<void>;
  /** Called before an immediate exit. */
  readonly onForcedExit: () => void;
};

/**
 * Signals within this time count as one: Ctrl+C reaches the whole process group, and the parent process may forward it and
 * send another one when it loses its own parent.
 */
const DEBOUNCE_MS = 1_000;

/** Installs the handlers. The exit code is 0 after a clean stop, and 1 after a forced one. Returns whether a signal came. */
export function stopOnSignal({ stop, onForcedExit }: Stopping): () => boolean {
  let since: number | null = null;
  const onSignal = (): void => {
    if (since === null) {
      since = performance.now();
      void stop().then(() => process.exit());
    } else if (performance.now() - since > DEBOUNCE_MS) {
      onForcedExit();
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => since !== null;
}
