/** Ends the process: on a signal or a bug, after the work that outlives its response. */
import { setTimeout as wait } from 'node:timers/promises';
import { reportBug } from '#server/log/log.ts';

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

/** EX_SOFTWARE in sysexits.h. scripts/start.js, or the operator's supervisor, restarts the server after it. */
const CRASHED = 70;

/**
 * Call this first. A process in an unknown state must not continue, and a restart loses nothing, because every acknowledged
 * write is in the database.
 */
export function exitOnBug(): void {
  process.on('uncaughtException', (error) => {
    reportBug(error);
    process.exit(CRASHED);
  });
}

export type DeferredWork = {
  readonly defer: (work: () => Promise<void>) => void;
  /** Resolves when all work is done, or after a timeout. */
  readonly finish: (timeoutMs: number) => Promise<void>;
};

export function createDeferredWork(): DeferredWork {
  const running = new Set<Promise<void>>();
  return {
    defer(work) {
      const run = work()
        .catch(reportBug)
        .finally(() => running.delete(run));
      running.add(run);
    },
    async finish(timeoutMs) {
      await Promise.race([untilDone(running), wait(timeoutMs, undefined, { ref: false })]);
    },
  };
}

/** Loops, because running work may defer more. */
async function untilDone(running: ReadonlySet<Promise<void>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
