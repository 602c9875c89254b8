/** The state of one WebSocket connection and its channels, and the functions that send to it. */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { AddressTier } from '#server/http/client-address.ts';
import { encodeFrame, type FrameHead, type Version } from '#server/realtime/protocol/frame.ts';
import type { SubscriptionParams } from '#server/realtime/protocol/join-request.ts';
import type { Presence } from '#server/realtime/protocol/presence.ts';
import type { Binding } from '#server/realtime/subscriptions/binding.ts';
import type { Identity } from './identity.ts';
import type { RealtimeLimits } from './limits.ts';

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
  readonly joinRef: string | null;
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

export type SystemNotice = {
  readonly extension: 'postgres_changes' | 'system';
  readonly status: 'ok' | 'error';
  readonly message: string;
};

export const TOPIC_PREFIX = 'realtime:';

/** The topic as clients and policies name it. */
export const toName = (topic: string): string => topic.slice(TOPIC_PREFIX.length);

/** The presence of a private channel. Mutable, like the channel. */
export type ChannelPresence = {
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
