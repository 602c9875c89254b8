/** The realtime port of one list. Downloads the realtime library only after the list is on screen. */
import type { ListRef } from '#core/account/list-ref.ts';
import { lazy } from '#core/lazy.ts';
import type { ChangeEvent, Presence, Realtime } from '#client/ports/backend.ts';
import type { ListChanges } from '#client/ports/lists.ts';
import type { Clock } from '#client/ports/clock.ts';
import { retryUntilLoaded } from '#client/sync/backoff.ts';
import { pickAskedWait } from '#device/backend/connection/fetch.ts';
import type { ReadConfig } from '#device/backend/connection/config.ts';
import type { SessionManager } from '#device/backend/session/session-manager.ts';
import { createListeners } from '#core/listeners.ts';

export type RealtimeParts = {
  readonly readConfig: ReadConfig;
  readonly sessions: SessionManager;
  readonly clock: Clock;
  readonly list: ListRef;
  readonly listChanges: ListChanges;
  /** Receives who else has the list open. */
  readonly presenceFeed: PresenceFeed;
};

export function createRealtime(parts: RealtimeParts): Realtime {
  return {
    subscribe(onEvent) {
      let unsubscribe: (() => void) | null = null;
      let isOver = false;
      let askedWaitMs: number | null = null;
      const forward = (event: ChangeEvent): void => {
        if (!isOver) onEvent(event);
      };
      const subscription = lazy(async () => {
        const config = await parts.readConfig();
        if (!config.ok) {
          askedWaitMs = pickAskedWait(config.failure).retryAfterMs ?? null;
          throw new Error(`The backend's address is not known: ${config.failure.type}.`);
        }
        askedWaitMs = null;
        const { subscribeToTables } = await import('./realtime-subscription.ts');
        return () => subscribeToTables({ ...parts, config: config.value }, forward);
      });
      const stopLoading = retryUntilLoaded(subscription, { ...parts, askedWaitMs: () => askedWaitMs }, (subscribe) => {
        unsubscribe = subscribe();
      });
      return () => {
        isOver = true;
        stopLoading();
        unsubscribe?.();
      };
    },
  };
}

/** Connects the subscribers of a list's presence with the channel that reports it, which is downloaded later. */
export type PresenceFeed = {
  readonly presence: Presence;
  /** Whether there is a subscriber. */
  readonly isWanted: () => boolean;
  /** Calls back when this changes. */
  readonly onWanted: (listener: () => void) => () => void;
  /** Reports the other users who have the list open. */
  readonly report: (userIds: readonly string[]) => void;
};

export function createPresenceFeed(): PresenceFeed {
  const subscribers = new Set<(userIds: readonly string[]) => void>();
  const wanted = createListeners();
  let present: readonly string[] = [];
  return {
    presence: {
      subscribe(onChange) {
        // A new function each time, because a subscriber may subscribe twice.
        const subscriber = (userIds: readonly string[]): void => onChange(userIds);
        subscribers.add(subscriber);
        onChange(present);
        wanted.notify();
        return () => {
          subscribers.delete(subscriber);
          wanted.notify();
        };
      },
    },
    isWanted: () => subscribers.size > 0,
    onWanted: wanted.add,
    report(userIds) {
      if (userIds.join() === present.join()) return;
      present = userIds;
      for (const subscriber of subscribers) subscriber(userIds);
    },
  };
}
