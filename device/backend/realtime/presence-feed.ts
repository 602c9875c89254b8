/** Connects the subscribers of a list's presence with the channel that reports it, which is downloaded later. */
import { createListeners } from '#core/listeners.ts';
import type { Presence } from '#client/ports/backend.ts';

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
