/** One open socket: what is kept for it, and how something is sent to it. */
import { WebSocket } from 'ws';
import type { Caller } from '#server/database/database.ts';
import type { Binding, Wish } from './subscriptions/binding.ts';
import { encodeFrame } from './protocol/frame.ts';
import type { FrameHead, Version } from './protocol/frame.ts';
import type { RealtimeLimits } from './limits.ts';

/** Who a channel speaks for. */
export type Identity = {
  readonly caller: Caller;
  /** The same for all whom row level security cannot tell apart. */
  readonly key: string;
  /** Milliseconds since 1970; Infinity for a key that does not expire. */
  readonly expiresAt: number;
};

/** Plain data that changes in place: thousands of these live at once. */
export type Connection = {
  readonly socket: WebSocket;
  readonly version: Version;
  readonly limits: RealtimeLimits;
  /** The network address it is counted by. */
  readonly address: string;
  /** Who comes without an access token: whoever the API key stands for. */
  readonly guest: Identity;
  readonly channelByTopic: Map<string, Channel>;
  /** When something last came. */
  heardAt: number;
  /** The second that is counted, and what came in it. */
  rate: { readonly second: number; readonly messages: number; readonly joins: number };
  /** Messages are handled one after the other: the last one's end, and how many wait. */
  tail: Promise<void>;
  waiting: number;
};

export type Channel = {
  readonly connection: Connection;
  readonly topic: string;
  readonly joinRef: string | null;
  /** Whether its own broadcasts come back, and whether they are acknowledged. */
  readonly hearsItself: boolean;
  readonly acknowledges: boolean;
  /** What it asked to hear of, and what of that it hears under its present identity. */
  readonly wishes: readonly Wish[];
  subscriptions: readonly Subscription[];
  identity: Identity;
};

/** What a channel hears of the changes. */
export type Subscription = Binding & { readonly channel: Channel };

/** Sends; a client that does not read is cut off before its queue fills the memory. */
export function send({ socket, limits }: Connection, data: string | Buffer, isBinary = false): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > limits.waitingBytes) socket.terminate();
  else socket.send(data, { binary: isBinary });
}

/** Sends a message whose payload is JSON already. */
export function sendFrame(connection: Connection, head: FrameHead, payload: string): void {
  send(connection, encodeFrame(connection.version, head, payload));
}

/** Answers a client's message. */
export function reply(connection: Connection, head: FrameHead, answer: Reply): void {
  sendFrame(connection, { ...head, event: 'phx_reply' }, JSON.stringify(answer));
}

export type Reply = {
  readonly status: 'ok' | 'error';
  readonly response: Readonly<Record<string, unknown>>;
};

/** Tells a channel's client how its subscription fares. */
export function sendSystem({ connection, topic, joinRef }: Channel, notice: SystemNotice): void {
  const payload = JSON.stringify({ ...notice, channel: topic.slice(TOPIC_PREFIX.length) });
  sendFrame(connection, { joinRef, ref: null, topic, event: 'system' }, payload);
}

export type SystemNotice = {
  readonly extension: 'postgres_changes' | 'system';
  readonly status: 'ok' | 'error';
  readonly message: string;
};

export const TOPIC_PREFIX = 'realtime:';
