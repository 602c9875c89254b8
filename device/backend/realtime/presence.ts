/**
 * Joins the private channel of a list, which shows who has it open (product H8). The backend decides who may join, by row level
 * security of realtime.messages.
 */
import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, type RealtimeClient } from '@supabase/realtime-js';
import type { ListRef } from '#core/account/list-ref.ts';
import type { Clock } from '#client/ports/clock.ts';
import { isText, isWith } from '#device/shape.ts';
import type { SessionManager } from '#device/backend/session/session-manager.ts';
import type { PresenceFeed } from './realtime.ts';

type PresenceParts = {
  readonly list: ListRef;
  readonly sessions: Pick<SessionManager, 'token'>;
  readonly clock: Clock;
  readonly presenceFeed: PresenceFeed;
};

/** Delay before the channel is joined again after the backend has closed it, for example because its token expired. */
const REJOIN_MS = 10_000;

/**
 * Joins while the page is visible and the feed has a subscriber. If the backend refuses, it is asked again only when the page
 * becomes visible again, because a backend without presence always refuses.
 * @returns a function that leaves the channel
 */
export function followPresence(client: RealtimeClient, parts: PresenceParts): () => void {
  const { presenceFeed: feed } = parts;
  let leave: (() => Promise<unknown>) | null = null;
  // The library returns a channel that it is still leaving, so the next join waits for it.
  let left: Promise<unknown> = Promise.resolve();
  const update = (): void => {
    const isWanted = feed.isWanted() && document.visibilityState === 'visible';
    if (isWanted === (leave !== null)) return;
    if (leave !== null) left = leave();
    leave = isWanted ? stayJoined(client, parts, left) : null;
  };
  const stopListening = feed.onWanted(update);
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    stopListening();
    document.removeEventListener('visibilitychange', update);
    void leave?.();
    leave = null;
  };
}

/** A refused join has a reason; a lost connection has none. */
const isRefusal = isWith({ cause: isWith({ reason: isText }) });

/** @returns a function that leaves, and resolves when the channel is gone */
function stayJoined(client: RealtimeClient, parts: PresenceParts, ready: Promise<unknown>): () => Promise<unknown> {
  const { list, sessions, clock, presenceFeed: feed } = parts;
  let channel: RealtimeChannel | null = null;
  let isOver = false;
  let cancel: (() => void) | null = null;
  let leaving: Promise<unknown> | null = null;
  const leave = (): Promise<unknown> => {
    isOver = true;
    cancel?.();
    feed.report([]);
    leaving ??= channel === null ? Promise.resolve() : client.removeChannel(channel);
    return leaving;
  };
  const join = async (): Promise<void> => {
    await ready;
    const token = await sessions.token(list.userId);
    if (isOver) return;
    if (!token.ok) {
      joinLater();
      return;
    }
    // Takes effect before the call returns, so the join below carries the token.
    void client.setAuth(token.value);
    channel = joinChannel(client, parts, { onRefused: () => void leave(), onClosed: joinLater, isOver: () => isOver });
  };
  const joinLater = (): void => {
    channel = null;
    cancel = clock.after(REJOIN_MS, () => void join());
  };
  void join();
  return leave;
}

type ChannelListeners = {
  readonly onRefused: () => void;
  /** The backend has closed the channel, and the library does not rejoin. */
  readonly onClosed: () => void;
  /** Whether the channel was left. */
  readonly isOver: () => boolean;
};

function joinChannel(
  client: RealtimeClient,
  { list, presenceFeed: feed }: PresenceParts,
  listeners: ChannelListeners,
): RealtimeChannel {
  const channel = client.channel(`list:${list.listId}`, { config: { private: true, presence: { key: list.userId } } });
  return channel
    .on('presence', { event: 'sync' }, () => {
      const userIds = Object.keys(channel.presenceState()).filter((id) => id !== list.userId);
      if (!listeners.isOver()) feed.report(userIds.toSorted());
    })
    .subscribe((status, error) => {
      if (listeners.isOver()) return;
      // After a lost connection, the library rejoins without help, and reports this status again.
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) void channel.track({});
      else feed.report([]);
      if (status === REALTIME_SUBSCRIBE_STATES.CLOSED) listeners.onClosed();
      else if (isRefusal(error)) listeners.onRefused();
    });
}
