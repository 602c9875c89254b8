/** The turn port on Web Locks. */
import type { Turn } from '#client/ports/turn.ts';

/** Whoever holds the turn longer is taken for frozen (architecture section 3). */
const PATIENCE_MS = 30_000;

/**
 * @param name one for each account
 * @param patience milliseconds
 */
export function createTurn(name: string, patience = PATIENCE_MS): Turn {
  return {
    async take(work) {
      if (!('locks' in navigator)) {
        await work();
        return;
      }
      const { locks } = navigator;
      const started: Promise<void>[] = [];
      const run = (): Promise<void> => {
        const running = work();
        started.push(running);
        return running;
      };
      await locks.request(name, { signal: AbortSignal.timeout(patience) }, run).catch(async () => {
        // The time was up before it was our turn: we take it.
        if (started.length === 0) await locks.request(name, { steal: true }, run).catch(() => undefined);
      });
      // Where somebody took the turn from us, our work goes on all the same.
      await Promise.all(started);
    },
  };
}
