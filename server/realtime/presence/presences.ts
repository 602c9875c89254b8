/** The presences of private topics: who is present, on all servers, and who may know it. */
import { randomUUID } from 'node:crypto';
import type { Sql } from '#server/database/database.ts';
import { reportBug } from '#server/log/report-bug.ts';
import { toName } from '#server/realtime/connection.ts';
import type { Identity, PrivateChannel } from '#server/realtime/connection.ts';
import type { RealtimeLimits } from '#server/realtime/limits.ts';
import { createAuthorize } from './authorize.ts';
import type { Authorize } from './authorize.ts';
import { createPresenceStore } from './presence-store.ts';
import type { PresenceStore } from './presence-store.ts';
import type { Presence } from './presence.ts';
import { createTopic, updateTopic } from './update-topic.ts';
import type { Topic, UpdateParts } from './update-topic.ts';

export type Presences = {
  readonly authorize: Authorize;
  /** Adds a private channel to its topic. It soon receives the state. */
  readonly open: (channel: PrivateChannel) => void;
  /** Removes a private channel and its presence. */
  readonly close: (channel: PrivateChannel) => void;
  /** Adds or replaces the presence of a channel. Returns false if the topic, or the caller in it, has too many. */
  readonly track: (channel: PrivateChannel, meta: Presence['meta']) => boolean;
  readonly untrack: (channel: PrivateChannel) => void;
  /** Removes the presences of this process. */
  readonly stop: () => Promise<void>;
};

type PresencesParts = Pick<UpdateParts, 'clock' | 'onRevoked'> & {
  readonly sql: Sql;
  readonly limits: RealtimeLimits;
};

export function createPresences({ sql, limits, clock, onRevoked }: PresencesParts): Presences {
  const topics = new Map<string, Topic>();
  const authorize = createAuthorize(sql);
  const onChange = (name: string): void => update(topics.get(name) ?? createTopic(name));
  const store = createPresenceStore({ sql, onChange, onFailure: reportBug });
  const update = createUpdate({ authorize, store, clock, onRevoked }, limits.presenceInterval);
  const refreshing = setInterval(() => {
    if (topics.size > 0) store.refresh().catch(reportBug);
  }, REFRESH_MS).unref();
  return {
    authorize,
    open(channel) {
      const name = toName(channel.topic);
      const topic = topics.get(name) ?? createTopic(name);
      topics.set(name, topic);
      topic.channels.add(channel);
      update(topic);
    },
    close(channel) {
      const topic = topics.get(toName(channel.topic));
      topic?.channels.delete(channel);
      if (topic?.channels.size === 0) topics.delete(topic.name);
      setPresence(store, channel, null);
    },
    track(channel, meta) {
      const { tracked } = channel.presence;
      if (tracked !== null && JSON.stringify(tracked.meta) === JSON.stringify(meta)) return true;
      if (tracked === null && !hasRoom(topics.get(toName(channel.topic)), channel, limits)) return false;
      setPresence(store, channel, { ref: randomUUID(), key: channel.presence.key, meta });
      return true;
    },
    untrack: (channel) => setPresence(store, channel, null),
    async stop() {
      clearInterval(refreshing);
      await store.close();
    },
  };
}

const REFRESH_MS = 10_000;

/** Updates the channels of a topic now, or after the interval if it was updated just before. */
function createUpdate(parts: UpdateParts, interval: number): (topic: Topic) => void {
  const update = (topic: Topic): void => {
    topic.hasChanged = true;
    if (topic.isResting || topic.channels.size === 0) return;
    topic.isResting = true;
    topic.hasChanged = false;
    updateTopic(parts, topic)
      .catch(() => {
        // The database is unavailable, so the next update repeats this one.
        topic.hasChanged = true;
      })
      .finally(() => setTimeout(wake, interval, topic).unref());
  };
  const wake = (topic: Topic): void => {
    topic.isResting = false;
    if (topic.hasChanged) update(topic);
  };
  return update;
}

function setPresence(store: PresenceStore, { topic, presence }: PrivateChannel, tracked: Presence | null): void {
  if (presence.tracked !== null) store.remove(presence.tracked);
  if (tracked !== null) store.add(toName(topic), tracked);
  presence.tracked = tracked;
}

/** Whether the topic and the caller can have another presence. One member must not use up the presences of the others. */
function hasRoom(topic: Topic | undefined, { identity }: PrivateChannel, limits: RealtimeLimits): boolean {
  const present = [...(topic?.channels ?? [])].filter(({ presence }) => presence.tracked !== null);
  const own = present.filter((channel) => ownerOf(channel.identity) === ownerOf(identity));
  return present.length < limits.presencesPerTopic && own.length < limits.presencesPerCaller;
}

const ownerOf = ({ caller, key }: Identity): unknown => caller.claims['sub'] ?? key;
