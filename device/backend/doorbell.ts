/** The doorbell of one account: its machinery is fetched after the list is there. */
import type { Doorbell, Ring } from '#client/ports/backend.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ReadConfig } from './config.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** So long after a failure the machinery is asked for again. */
const RETRY_MS = 10_000;

export type DoorbellParts = {
  readonly readConfig: ReadConfig;
  readonly keeper: SessionKeeper;
  readonly clock: Clock;
  readonly userId: string;
};

export function createDoorbell(parts: DoorbellParts): Doorbell {
  return {
    listen(onRing) {
      let silence: (() => void) | null = null;
      let isOver = false;
      const ring = (heard: Ring): void => {
        if (!isOver) onRing(heard);
      };
      const begin = async (): Promise<void> => {
        const config = await parts.readConfig();
        const module = config.ok ? await import('./realtime-doorbell.ts').catch(() => null) : null;
        if (isOver) return;
        silence =
          config.ok && module
            ? module.listenToTables({ ...parts, config: config.value }, ring)
            : parts.clock.after(RETRY_MS, () => void begin());
      };
      void begin();
      return () => {
        isOver = true;
        silence?.();
      };
    },
  };
}
