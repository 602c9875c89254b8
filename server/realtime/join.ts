/** phx_join: a client asks to take part in a topic. */
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { reply, sendFrame, TOPIC_PREFIX } from './connection.ts';
import type { Channel, Connection, Identity } from './connection.ts';
import type { Frame } from './protocol/frame.ts';
import { closeChannel, openChannel } from './hub.ts';
import type { Hub } from './hub.ts';
import { explainToken, identify } from './identity.ts';
import { readJoinRequest } from './protocol/join-request.ts';
import type { JoinRequest } from './protocol/join-request.ts';
import { bindWishes, setSubscriptions, wishIds } from './subscriptions/subscribe.ts';
import type { BindFailure, BindResult } from './subscriptions/subscribe.ts';

/**
 * Lets a client into a topic, or says why not: `{reason: 'Code: sentence'}`, as the hosted service (RealtimeChannel.join).
 * The answer carries each wish with its number, in order; the subscriptions hold before the answer goes out, so that
 * nothing that is committed after it is missed.
 */
export async function join(hub: Hub, connection: Connection, frame: Frame): Promise<void> {
  const examined = await examine(hub, connection, frame);
  if (!examined.ok) return reply(connection, frame, { status: 'error', response: { reason: examined.failure.reason } });
  // The client may have gone while the database was asked.
  if (!hub.connections.has(connection)) return undefined;
  const { request, identity, bound } = examined.value;
  const before = connection.channelByTopic.get(frame.topic);
  if (before !== undefined) closeChannel(hub, before);
  const channel = createChannel({ connection, frame, request, identity });
  openChannel(hub, channel);
  reply(connection, frame, { status: 'ok', response: { postgres_changes: echoWishes(channel) } });
  setSubscriptions(hub, channel, bound);
  if (request.hasPresence) sendEmptyPresence(channel);
  return undefined;
}

type Examined = { readonly request: JoinRequest; readonly identity: Identity; readonly bound: BindResult };

type JoinFailure = { readonly type: 'join-refused'; readonly reason: string };

async function examine(hub: Hub, connection: Connection, frame: Frame): Promise<Result<Examined, JoinFailure>> {
  const excess = findExcess(hub, connection, frame.topic);
  if (excess !== null) return refuse(excess);
  const read = readJoinRequest(frame.payload);
  if (!read.ok) return refuse(read.failure.message);
  const request = read.value;
  if (countWishes(connection, frame.topic) + request.wishes.length > hub.limits.wishes) {
    return refuse('ChannelRateLimitReached: Too many changes to hear of');
  }
  const identity = await findIdentity(hub, connection, request);
  if (!identity.ok) return identity;
  if (request.isPrivate) {
    const name = frame.topic.slice(TOPIC_PREFIX.length);
    return refuse(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`);
  }
  const bound = await bindWishes(hub, identity.value, request.wishes);
  const reason = bound.ok ? null : findRefusal(bound.failure, request);
  return reason === null ? ok({ request, identity: identity.value, bound }) : refuse(reason);
}

/** A client that did not ask to wait joins all the same, and is told of a wrong wish afterwards. */
function findRefusal({ type, message }: BindFailure, { waits }: JoinRequest): string | null {
  if (type === 'database-away') return `UnableToConnectToProject: ${message}`;
  return waits ? `RealtimeDisabledForConfiguration: ${message}` : null;
}

function refuse(reason: string): Result<never, JoinFailure> {
  return fail({ type: 'join-refused', reason });
}

function findExcess({ limits }: Hub, connection: Connection, topic: string): string | null {
  if (!topic.startsWith(TOPIC_PREFIX)) return 'unmatched topic';
  if (topic === TOPIC_PREFIX) return 'TopicNameRequired: You must provide a topic name';
  const { channelByTopic } = connection;
  const isFull = channelByTopic.size >= limits.channels && !channelByTopic.has(topic);
  return isFull ? 'ChannelRateLimitReached: Too many channels' : null;
}

/** What the other channels of a connection ask to hear of. */
function countWishes({ channelByTopic }: Connection, topic: string): number {
  const others = [...channelByTopic.values()].filter((channel) => channel.topic !== topic);
  return others.reduce((count, { wishes }) => count + wishes.length, 0);
}

async function findIdentity(
  { tokens, clock }: Hub,
  connection: Connection,
  { token }: JoinRequest,
): Promise<Result<Identity, JoinFailure>> {
  const { guest } = connection;
  if (token === null) {
    return guest.expiresAt <= clock() ? refuse('InvalidJWTToken: Token has expired') : ok(guest);
  }
  const identity = await identify(tokens, token);
  if (identity.ok) return ok(findTwin(connection, identity.value));
  const { code, message } = explainToken(identity.failure, token);
  return refuse(`${code}: ${message}`);
}

/** Channels of one session share what is kept of it. */
function findTwin({ channelByTopic }: Connection, identity: Identity): Identity {
  for (const { identity: known } of channelByTopic.values()) {
    if (known.key === identity.key && known.expiresAt === identity.expiresAt) return known;
  }
  return identity;
}

type Joining = {
  readonly connection: Connection;
  readonly frame: Frame;
  readonly request: JoinRequest;
  readonly identity: Identity;
};

function createChannel({ connection, frame, request, identity }: Joining): Channel {
  const { hearsItself, acknowledges, wishes } = request;
  const { topic, joinRef, ref } = frame;
  return { connection, topic, joinRef: joinRef ?? ref, hearsItself, acknowledges, wishes, subscriptions: [], identity };
}

function echoWishes({ wishes }: Channel): readonly unknown[] {
  const ids = wishIds(wishes);
  return wishes.map((wish, i) => ({ ...wish, id: ids[i] }));
}

/** Presence is not offered: a channel that asks for it gets an empty state, so that clients stop waiting for one. */
function sendEmptyPresence({ connection, topic, joinRef }: Channel): void {
  sendFrame(connection, { joinRef, ref: null, topic, event: 'presence_state' }, '{}');
}
