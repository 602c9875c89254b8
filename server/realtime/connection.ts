/** The state of one WebSocket connection and its channels, the functions that send to it, and its limits. */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { AddressTier } from '#server/http/client-address.ts';
import type { Identity } from './identity.ts';
import { encodeFrame, type FrameHead, type Ref, type Version, type Presence } from './protocol/frame.ts';
import type { SubscriptionParams } from './protocol/join-request.ts';
import type { Binding } from './subscriptions/binding.ts';

/** Mutable, because thousands of connections are open at once. */
export type Connection = {
  readonly socket: WebSocket;
  readonly version: Version;
  readonly limits: RealtimeLimits;
  /** The tiers in which the connection counts toward the limits per network address. Empty for this machine, where a proxy may be. */
  readonly addressTiers: readonly AddressTier[];
  /** The caller of channels that join without an access token: the role of the API key. */
  readonly keyIdentity: Identity;
  readonly channelByTopic: Map<string, Channel>;
  /** When the last message arrived, in milliseconds since 1970. */
  lastMessageAt: number;
  /** The current second, and the messages and joins received in it. */
  rate: { readonly second: number; readonly messages: number; readonly joins: number };
  /** Messages are handled one at a time. `tail` resolves when the last one is done; `waiting` has the number and bytes of unfinished ones. */
  tail: Promise<void>;
  waiting: { readonly messages: number; readonly bytes: number };
};

export type Channel = {
  readonly connection: Connection;
  readonly topic: string;
  readonly joinRef: Ref;
  /** Whether the channel receives its own broadcasts, and whether broadcasts are acknowledged. */
  readonly receivesOwn: boolean;
  readonly acknowledges: boolean;
  /** Null for a public channel. Only private channels have presences, and they have no broadcasts. */
  readonly presence: ChannelPresence | null;
  /** The requested subscriptions, and those that are active under the current identity. */
  readonly params: readonly SubscriptionParams[];
  subscriptions: readonly Subscription[];
  identity: Identity;
};

/** A private channel. */
export type PrivateChannel = Channel & { readonly presence: ChannelPresence };

export function isPrivate(channel: Channel): channel is PrivateChannel {
  return channel.presence !== null;
}

/** An active subscription of a channel. */
export type Subscription = Binding & { readonly channel: Channel };

/** Sends a message. Closes the connection of a client that does not read, before its queue fills the memory. */
export function send({ socket, limits }: Connection, data: string | Buffer, isBinary = false): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > limits.waitingBytes) socket.terminate();
  else socket.send(data, { binary: isBinary });
}

/** Sends a frame. `payload` is JSON text. */
export function sendFrame(connection: Connection, head: FrameHead, payload: string): void {
  send(connection, encodeFrame(connection.version, head, payload));
}

/** Replies to a client's message. */
export function reply(connection: Connection, head: FrameHead, payload: Reply): void {
  sendFrame(connection, { ...head, event: 'phx_reply' }, JSON.stringify(payload));
}

export type Reply = {
  readonly status: 'ok' | 'error';
  readonly response: Readonly<Record<string, unknown>>;
};

/** Sends a system message, such as the status of a subscription, to a channel's client. */
export function sendSystem({ connection, topic, joinRef }: Channel, notice: SystemNotice): void {
  const payload = JSON.stringify({ ...notice, channel: toName(topic) });
  sendFrame(connection, { joinRef, ref: null, topic, event: 'system' }, payload);
}

type SystemNotice = {
  readonly extension: 'postgres_changes' | 'system';
  readonly status: 'ok' | 'error';
  readonly message: string;
};

export const TOPIC_PREFIX = 'realtime:';

/** The topic as clients and policies name it. */
export const toName = (topic: string): string => topic.slice(TOPIC_PREFIX.length);

/** The presence of a private channel. Mutable, like the channel. */
type ChannelPresence = {
  readonly key: string;
  /** Null if the client does not track a presence. */
  tracked: Presence | null;
  /** Whether the client has received the state of the topic, and receives only differences from then on. */
  hasState: boolean;
  /** The start of the current period in milliseconds since 1970, and the messages received in it. */
  rate: { readonly start: number; readonly messages: number };
};

/** @param key null if the client chose none */
export function createChannelPresence(key: string | null): ChannelPresence {
  return { key: key ?? randomUUID(), tracked: null, hasState: false, rate: { start: 0, messages: 0 } };
}

export type RealtimeLimits = {
  /** Open connections in this process. */
  readonly connections: number;
  /** Open connections from one IPv4 address or one IPv6 network. Connections from this machine are not counted. */
  readonly connectionsPerAddress: number;
  /** Channels on one connection. */
  readonly channels: number;
  /** `postgres_changes` subscriptions over all channels of one connection. Each value in a filter counts like a subscription. */
  readonly subscriptions: number;
  /** Subscriptions over all connections from one IPv4 address or one IPv6 network, except this machine. */
  readonly subscriptionsPerAddress: number;
  /** Characters of their parameters, as JSON. */
  readonly subscriptionLength: number;
  /** Joins on one connection within a second. */
  readonly joinsPerSecond: number;
  /** Messages on one connection within a second. */
  readonly messagesPerSecond: number;
  /** Deliveries within a second that the broadcasts of one connection cause: one for each member that receives one. */
  readonly deliveriesPerSecond: number;
  /** The same over all connections from one IPv4 address or one IPv6 network, except this machine. */
  readonly deliveriesPerAddress: number;
  /** Milliseconds without a message after which a connection is closed. Clients send a heartbeat every 25 s. */
  readonly silence: number;
  /** Bytes that may be queued for a client that reads slowly. Beyond that its connection is closed. */
  readonly waitingBytes: number;
  /** Changes that may be queued for delivery. Beyond that the subscribers with the most queued changes are disconnected. */
  readonly waitingChanges: number;
  /** Changes that are delivered together, each counted once for each subscription it may concern. One change is always delivered. */
  readonly batchWeight: number;
  /** Presences of one private topic in this process, and those of one account among them. */
  readonly presencesPerTopic: number;
  readonly presencesPerCaller: number;
  /** Bytes of the metadata of a presence. */
  readonly presenceBytes: number;
  /** The shortest time between two updates of the presences of a topic, in milliseconds. */
  readonly presenceInterval: number;
};

/** The hosted service's limits, where it documents them. */
export const defaultLimits: RealtimeLimits = {
  connections: 10_000,
  connectionsPerAddress: 100,
  channels: 100,
  subscriptions: 200,
  subscriptionsPerAddress: 2_000,
  subscriptionLength: 128 * 1024,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  deliveriesPerSecond: 2_000,
  deliveriesPerAddress: 20_000,
  silence: 60_000,
  waitingBytes: 1024 * 1024,
  waitingChanges: 20_000,
  batchWeight: 50_000,
  presencesPerTopic: 400,
  presencesPerCaller: 20,
  presenceBytes: 1_024,
  presenceInterval: 500,
};

/** The largest WebSocket message that is accepted. */
export const MAX_MESSAGE_BYTES = 256 * 1024;
