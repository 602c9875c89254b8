/**
 * Owns who is present in the private topics of this process: a topic begins with its first channel, its channels are updated
 * after each change, and it ends with the last channel. `presence-store.ts` keeps the presences for all processes.
 */
import { randomUUID } from 'node:crypto';
import type { Sql } from '#server/database/database.ts';
import { reportBug } from '#server/log/log.ts';
import {
  send,
  sendFrame,
  toName,
  TOPIC_PREFIX,
  type PrivateChannel,
  type RealtimeLimits,
} from '#server/realtime/connection.ts';
import type { Identity } from '#server/realtime/identity.ts';
import {
  encodeFrame,
  type Version,
  writeDiff,
  writeState,
  type Presence,
  type PresencesByRef,
} from '#server/realtime/protocol/frame.ts';
import { createAuthorize, type Authorize } from './authorize.ts';
import { createPresenceStore, type PresenceStore } from './presence-store.ts';

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

export function trackPresences({ sql, limits, clock, onRevoked }: PresencesParts): Presences {
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

/** The private channels of a topic in this process. */
type Topic = {
  /** Without the prefix `realtime:`. */
  readonly name: string;
  readonly channels: Set<PrivateChannel>;
  /** The presences that the channels know. */
  known: PresencesByRef;
  /** Whether the topic is being updated, or was updated just before. */
  isResting: boolean;
  /** Whether it has to be updated after that. */
  hasChanged: boolean;
};

const createTopic = (name: string): Topic => ({
  name,
  channels: new Set(),
  known: new Map(),
  isResting: false,
  hasChanged: false,
});

type UpdateParts = {
  readonly clock: () => number;
  /** Called for a channel whose caller may no longer read its topic. */
  readonly onRevoked: (channel: PrivateChannel) => void;
  readonly authorize: Authorize;
  readonly store: PresenceStore;
};

/**
 * Reads the presences, and then checks all callers, so that no caller receives anything that is later than its removal.
 * Rejects if the database is unavailable.
 */
async function updateTopic({ authorize, store, clock, onRevoked }: UpdateParts, topic: Topic): Promise<void> {
  const presences = await store.load(topic.name);
  const identities = new Map([...topic.channels].map(({ identity }) => [identity.key, identity]));
  const checked = await Promise.all(
    Array.from(identities, async ([key, identity]) => [key, await authorize(identity, topic.name)] as const),
  );
  const accessByKey = new Map(checked);
  const frames = createFrames(topic, presences);
  for (const channel of topic.channels) {
    const access = accessByKey.get(channel.identity.key);
    // The database is unavailable, or the channel has joined or got another caller's token during the queries.
    if (access === undefined || access === null || channel.identity.expiresAt <= clock()) {
      channel.presence.hasState = false;
      topic.hasChanged = true;
    } else if (access.canRead) {
      sendPresences(channel, frames);
    } else {
      onRevoked(channel);
    }
  }
  topic.known = presences;
}

/** Sends the state to a channel that joined, and the difference to the others. */
function sendPresences({ connection, topic, joinRef, presence }: PrivateChannel, { state, diff }: Frames): void {
  if (presence.hasState) {
    const frame = diff(connection.version);
    if (frame !== null) send(connection, frame);
    return;
  }
  sendFrame(connection, { joinRef, ref: null, topic, event: 'presence_state' }, state());
  presence.hasState = true;
}

type Frames = {
  /** The payload of presence_state. */
  readonly state: () => string;
  /** The frame of presence_diff; null if there is no difference. */
  readonly diff: (version: Version) => string | null;
};

/** Serializes the state once, and the difference once for each protocol version. */
function createFrames({ name, known }: Topic, presences: PresencesByRef): Frames {
  let state: string | null = null;
  const payload = writeDiff(known, presences);
  const head = { joinRef: null, ref: null, topic: `${TOPIC_PREFIX}${name}`, event: 'presence_diff' };
  const frameByVersion = new Map<Version, string>();
  return {
    state: () => (state ??= writeState(presences)),
    diff(version) {
      if (payload === null) return null;
      const frame = frameByVersion.get(version) ?? encodeFrame(version, head, payload);
      frameByVersion.set(version, frame);
      return frame;
    },
  };
}
