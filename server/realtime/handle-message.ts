/** Decodes client messages, applies rate limits, and dispatches them in order. */
import { WebSocket } from 'ws';
import { reportBug } from '#server/log/log.ts';
import { fail, ok, type Result } from '#server/result.ts';
import { handleBroadcast } from './broadcasts.ts';
import {
  reply,
  type Channel,
  type Connection,
  isPrivate,
  toName,
  type PrivateChannel,
  type Reply,
} from './connection.ts';
import { closeChannel, failChannel, type Hub, explainRevocation, isOpen } from './hub.ts';
import { explainToken, identify, type Identity } from './identity.ts';
import { join, bindSubscriptions, setSubscriptions, notifySubscribed, type BindResult } from './join.ts';
import { DATABASE_AWAY, type TopicAccess } from './presence/authorize.ts';
import {
  decodeBroadcast,
  type BroadcastFrame,
  decodeFrame,
  type Frame,
  isObject,
  type Presence,
} from './protocol/frame.ts';
import { readToken } from './protocol/join-request.ts';

/** Handles one WebSocket message. An invalid frame closes the connection. */
export function handleMessage(hub: Hub, connection: Connection, data: Buffer | string): void {
  // A client may keep sending until it receives the close frame.
  if (connection.socket.readyState !== WebSocket.OPEN) return undefined;
  connection.lastMessageAt = hub.clock();
  const frame = decode(connection, data);
  if (frame === null) return connection.socket.close(1007, 'invalid frame');
  if (!isWithinRate(hub, connection, frame)) return undefined;
  if (frame.topic === 'phoenix') {
    return frame.event === 'heartbeat' ? reply(connection, frame, { status: 'ok', response: {} }) : undefined;
  }
  return enqueue(connection, Buffer.byteLength(data), () => handleFrame(hub, connection, frame));
}

/** Counts a ping or pong, which ws answers itself. A flood of them terminates the connection. */
export function handleControlFrame(hub: Hub, connection: Connection): void {
  const count = countMessage(connection, false, hub.clock());
  if (count > hub.limits.messagesPerSecond * FLOOD_FACTOR) connection.socket.terminate();
}

function decode({ version }: Connection, data: Buffer | string): Frame | BroadcastFrame | null {
  if (typeof data === 'string') return decodeFrame(version, data);
  return version === '2.0.0' ? decodeBroadcast(data) : null;
}

/**
 * Counts a message in the current second. Over the limit, a join is refused and any other message closes its channel.
 * `FLOOD_FACTOR` times over the limit, the connection is closed.
 */
function isWithinRate(hub: Hub, connection: Connection, frame: Frame | BroadcastFrame): boolean {
  const isJoin = frame.event === 'phx_join';
  const count = countMessage(connection, isJoin, hub.clock());
  const limit = isJoin ? hub.limits.joinsPerSecond : hub.limits.messagesPerSecond;
  if (count > limit * FLOOD_FACTOR) {
    connection.socket.close(1008, 'too many messages');
    return false;
  }
  if (count <= limit || UNCOUNTED_EVENTS.has(frame.event)) return true;
  if (isJoin) {
    const reason = 'ClientJoinRateLimitReached: Too many joins per second';
    reply(connection, frame, { status: 'error', response: { reason } });
  } else {
    const channel = connection.channelByTopic.get(frame.topic);
    if (channel !== undefined) failChannel(hub, channel, 'Too many messages per second');
  }
  return false;
}

/** Returns the number of messages, or joins, in the current second. */
function countMessage(connection: Connection, isJoin: boolean, now: number): number {
  const second = Math.floor(now / 1000);
  const { messages, joins } = connection.rate.second === second ? connection.rate : { messages: 0, joins: 0 };
  connection.rate = { second, messages: isJoin ? messages : messages + 1, joins: isJoin ? joins + 1 : joins };
  return isJoin ? connection.rate.joins : connection.rate.messages;
}

/** Events that a client with many channels sends for all of them at once, so they are not limited. */
const UNCOUNTED_EVENTS: ReadonlySet<string> = new Set(['access_token', 'phx_leave', 'heartbeat']);

/** How far over a limit an honest client never gets. */
const FLOOD_FACTOR = 10;

/** Handles messages in the client's order: a join that waits for the database delays the messages after it. */
function enqueue(connection: Connection, bytes: number, work: () => Promise<void> | void): void {
  const { waiting } = connection;
  if (waiting.messages >= MAX_WAITING.messages || waiting.bytes > MAX_WAITING.bytes)
    return connection.socket.close(1008, 'too many messages');
  connection.waiting = { messages: waiting.messages + 1, bytes: waiting.bytes + bytes };
  const { tail } = connection;
  const run = async (): Promise<void> => {
    await tail;
    await work();
  };
  connection.tail = run()
    .catch(reportBug)
    .finally(() => {
      const left = connection.waiting;
      connection.waiting = { messages: left.messages - 1, bytes: left.bytes - bytes };
    });
  return undefined;
}

const MAX_WAITING = { messages: 1_000, bytes: 1024 * 1024 };

function handleFrame(hub: Hub, connection: Connection, frame: Frame | BroadcastFrame): Promise<void> | void {
  if (!hub.connections.has(connection)) return undefined;
  if (!('message' in frame) && frame.event === 'phx_join') return join(hub, connection, frame);
  return handleChannelFrame(hub, connection, frame);
}

function handleChannelFrame(hub: Hub, connection: Connection, frame: Frame | BroadcastFrame): Promise<void> | void {
  const channel = connection.channelByTopic.get(frame.topic);
  if (frame.event === 'phx_leave') return leave(hub, connection, { frame, channel });
  if (channel === undefined) {
    return reply(connection, frame, { status: 'error', response: { reason: 'unmatched topic' } });
  }
  // Ignores messages of an earlier join of this topic.
  if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return undefined;
  return 'message' in frame ? handleBroadcast(hub, channel, frame) : handleEvent(hub, channel, frame);
}

function handleEvent(hub: Hub, channel: Channel, frame: Frame): Promise<void> | void {
  switch (frame.event) {
    case 'access_token':
      return renewToken(hub, channel, frame);
    case 'broadcast':
      return handleBroadcast(hub, channel, frame);
    case 'presence':
      return handlePresence(hub, channel, frame);
    default:
      return undefined;
  }
}

type Leaving = { readonly frame: Frame | BroadcastFrame; readonly channel: Channel | undefined };

function leave(hub: Hub, connection: Connection, { frame, channel }: Leaving): void {
  reply(connection, frame, { status: 'ok', response: {} });
  const isCurrent = frame.joinRef === null || frame.joinRef === channel?.joinRef;
  if (channel !== undefined && isCurrent) closeChannel(hub, channel);
}

/** Replaces the channel's token without a reply. An invalid token closes the channel (RealtimeChannel.handle_in). */
async function renewToken(hub: Hub, channel: Channel, { payload }: Frame): Promise<void> {
  const token = readToken(isObject(payload) ? payload['access_token'] : null);
  if (token === null) return;
  const renewal = await examine(hub, channel, token);
  if (!isOpen(hub, channel)) return;
  if (renewal.ok) replaceIdentity(hub, channel, renewal.value);
  else failChannel(hub, channel, renewal.failure.message);
}

type Renewal = {
  readonly identity: Identity;
  readonly bound: BindResult;
  /** Whether the caller may have a presence. True for public channels, which have none. */
  readonly canWrite: boolean;
};

type RenewalFailure = { readonly type: 'renewal-refused'; readonly message: string };

async function examine(hub: Hub, channel: Channel, token: string): Promise<Result<Renewal, RenewalFailure>> {
  const identified = await identify(hub.tokens, token);
  if (!identified.ok) return refuse(explainToken(identified.failure, token).message);
  const identity = identified.value;
  const bound = await bindSubscriptions(hub, identity, channel.params);
  if (!bound.ok && bound.failure.type === 'database-away') return refuse(bound.failure.message);
  if (!isPrivate(channel)) return ok({ identity, bound, canWrite: true });
  const access = await hub.presences.authorize(identity, toName(channel.topic));
  if (access === null) return refuse(DATABASE_AWAY);
  return access.canRead ? ok({ identity, bound, canWrite: access.canWrite }) : refuse(explainRevocation(channel));
}

function refuse(message: string): Result<never, RenewalFailure> {
  return fail({ type: 'renewal-refused', message });
}

function replaceIdentity(hub: Hub, channel: Channel, { identity, bound, canWrite }: Renewal): void {
  channel.identity = identity;
  if (isPrivate(channel) && !canWrite) hub.presences.untrack(channel);
  // Keeps the subscriptions, so that changes under way still arrive. Delivery drops those queried for another identity.
  if (bound.ok && channel.subscriptions.length > 0) notifySubscribed(channel, bound);
  else setSubscriptions(hub, channel, bound);
}

/** The hosted service's limit of presence messages for each channel. */
const PRESENCE_RATE = { messages: 5, period: 30_000 };

/** Track and untrack (supabase/realtime, PresenceHandler). Public channels have no presence: their messages only get a reply. */
async function handlePresence(hub: Hub, channel: Channel, frame: Frame): Promise<void> {
  if (!isPrivate(channel)) return reply(channel.connection, frame, OK);
  if (!isWithinPresenceRate(channel, hub.clock()))
    return failChannel(hub, channel, 'Client presence rate limit exceeded');
  const { event, payload = {} } = isObject(frame.payload) ? frame.payload : {};
  if (event === 'untrack') {
    hub.presences.untrack(channel);
    return reply(channel.connection, frame, OK);
  }
  return event === 'track'
    ? track(hub, channel, { frame, meta: payload })
    : reply(channel.connection, frame, { status: 'error', response: {} });
}

const OK: Reply = { status: 'ok', response: {} };

function isWithinPresenceRate({ presence }: PrivateChannel, now: number): boolean {
  const { start, messages } = presence.rate;
  presence.rate = now - start >= PRESENCE_RATE.period ? { start: now, messages: 1 } : { start, messages: messages + 1 };
  return presence.rate.messages <= PRESENCE_RATE.messages;
}

type Tracking = { readonly frame: Frame; readonly meta: unknown };

async function track(hub: Hub, channel: PrivateChannel, { frame, meta }: Tracking): Promise<void> {
  const refuseTrack = (reason: string): void =>
    reply(channel.connection, frame, { status: 'error', response: { reason } });
  if (!isObject(meta)) return refuseTrack('Presence track payload must be a map');
  const isTooLong = Buffer.byteLength(JSON.stringify(meta)) > hub.limits.presenceBytes;
  if (isTooLong) return failChannel(hub, channel, 'Track message size exceeded');
  const access = await hub.presences.authorize(channel.identity, toName(channel.topic));
  if (!isOpen(hub, channel)) return undefined;
  if (access?.canRead === false) return failChannel(hub, channel, explainRevocation(channel));
  const reason = access === null ? DATABASE_AWAY : trackIfAllowed(hub, channel, { meta, access });
  return reason === null ? reply(channel.connection, frame, OK) : refuseTrack(reason);
}

type Tracked = { readonly meta: Presence['meta']; readonly access: TopicAccess };

/** Returns why it was refused, or null. */
function trackIfAllowed({ presences }: Hub, channel: PrivateChannel, { meta, access }: Tracked): string | null {
  if (!access.canWrite) return 'You do not have permissions to write to this Channel topic';
  return presences.track(channel, meta) ? null : 'Too many presences';
}
