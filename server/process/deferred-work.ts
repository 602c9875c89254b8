/** Work that goes on after its answer was given, such as a mail that is sent: the server does not end before it is done. */
import { setTimeout as wait } from 'node:timers/promises';
import { reportBug } from '#server/report-bug.ts';

export type DeferredWork = {
  readonly defer: (work: () => Promise<void>) => void;
  /** Resolves once all of it is done, or after a while: a mail server may never answer. */
  readonly finish: (patienceMs: number) => Promise<void>;
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
    async finish(patienceMs) {
      await Promise.race([untilDone(running), wait(patienceMs, undefined, { ref: false })]);
    },
  };
}

/** What is running may defer more. */
async function untilDone(running: ReadonlySet<Promise<void>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
