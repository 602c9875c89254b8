/** The realtime port of one list. Downloads the realtime library only after the list is on screen. */
import type { ListRef } from '#core/account/list-ref.ts';
import type { ChangeEvent, Realtime } from '#client/ports/backend.ts';
import type { OtherLists } from '#client/ports/lists.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { ReadConfig } from '#device/backend/connection/config.ts';
import type { SessionManager } from '#device/backend/session/session-manager.ts';
import type { PresenceFeed } from './presence-feed.ts';

/** Delay before the library is downloaded again after a failure. */
const RETRY_MS = 10_000;

export type RealtimeParts = {
  readonly readConfig: ReadConfig;
  readonly sessions: SessionManager;
  readonly clock: Clock;
  readonly list: ListRef;
  readonly otherLists: OtherLists;
  /** Receives who else has the list open. */
  readonly presenceFeed: PresenceFeed;
};

export function createRealtime(parts: RealtimeParts): Realtime {
  return {
    subscribe(onEvent) {
      let stop: (() => void) | null = null;
      let isOver = false;
      const forward = (event: ChangeEvent): void => {
        if (!isOver) onEvent(event);
      };
      const start = async (): Promise<void> => {
        const config = await parts.readConfig();
        const module = config.ok ? await import('./realtime-subscription.ts').catch(() => null) : null;
        if (isOver) return;
        stop =
          config.ok && module
            ? module.subscribeToTables({ ...parts, config: config.value }, forward)
            : parts.clock.after(RETRY_MS, () => void start());
      };
      void start();
      return () => {
        isOver = true;
        stop?.();
      };
    },
  };
}
