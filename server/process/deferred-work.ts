/** Runs work that continues after its response, such as sending an email, and waits for it before the server exits. */
import { setTimeout as wait } from 'node:timers/promises';
import { reportBug } from '#server/log/report-bug.ts';

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
