/** Sends the presences of a private topic to its channels in this process. */
import { send, sendFrame, TOPIC_PREFIX } from '#server/realtime/connection.ts';
import type { PrivateChannel } from '#server/realtime/connection.ts';
import { encodeFrame } from '#server/realtime/protocol/frame.ts';
import type { Version } from '#server/realtime/protocol/frame.ts';
import type { Authorize } from './authorize.ts';
import type { PresenceStore } from './presence-store.ts';
import { writeDiff, writeState } from './presence.ts';
import type { PresencesByRef } from './presence.ts';

/** The private channels of a topic in this process. */
export type Topic = {
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

export const createTopic = (name: string): Topic => ({
  name,
  channels: new Set(),
  known: new Map(),
  isResting: false,
  hasChanged: false,
});

export type UpdateParts = {
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
export async function updateTopic({ authorize, store, clock, onRevoked }: UpdateParts, topic: Topic): Promise<void> {
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
