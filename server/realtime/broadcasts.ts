/** Sends the broadcasts of one member to the others of its topic, also those on other server processes. */
import { randomUUID } from 'node:crypto';
import type { Sql } from '#server/database/database.ts';
import { reply, send, type Channel, type Connection } from './connection.ts';
import { failChannel, type Hub } from './hub.ts';
import {
  encodeBroadcast,
  fitsBinary,
  type BroadcastFrame,
  type Message,
  encodeFrame,
  isObject,
  type Frame,
  parseJson,
} from './protocol/frame.ts';

/** Handles a broadcast in a text frame or a binary frame. One that causes too many deliveries closes its channel. */
export function handleBroadcast(hub: Hub, channel: Channel, frame: Frame | BroadcastFrame): void {
  // Private channels have no broadcasts.
  const message = channel.presence === null ? readMessage(frame) : null;
  if (message !== null && !hub.deliveryRate.admits(channel.connection, countReceivers(hub, channel)))
    return failChannel(hub, channel, 'Too many messages per second');
  if (message !== null) sendEverywhere(hub, channel.topic, { message, sender: channel });
  if (!channel.acknowledges) return undefined;
  return reply(channel.connection, frame, { status: message === null ? 'error' : 'ok', response: {} });
}

/** The members in this process that receive a broadcast of the channel. */
function countReceivers({ membersByTopic }: Hub, { topic, receivesOwn }: Channel): number {
  const members = membersByTopic.get(topic)?.size ?? 0;
  return receivesOwn ? members : members - 1;
}

function readMessage(frame: Frame | BroadcastFrame): Message | null {
  return 'message' in frame ? frame.message : payloadToMessage(frame.payload);
}

type Broadcast = {
  readonly message: Message;
  /** Null for a broadcast from another process. */
  readonly sender: Channel | null;
};

/** Sends to all members of a topic, in every process. */
function sendEverywhere(hub: Hub, topic: string, broadcast: Broadcast): void {
  sendToMembers(hub, topic, broadcast);
  hub.publishBroadcast(topic, broadcast.message);
}

/** Sends to the members of a topic in this process. The message is encoded once for each protocol version. */
export function sendToMembers(hub: Hub, topic: string, { message, sender }: Broadcast): void {
  const encodedByVersion = new Map<Connection['version'], Encoded | null>();
  for (const member of hub.membersByTopic.get(topic) ?? []) {
    if (member === sender && !member.receivesOwn) continue;
    const { version } = member.connection;
    const known = encodedByVersion.get(version);
    const encoded = known === undefined ? encode(version, topic, message) : known;
    encodedByVersion.set(version, encoded);
    if (encoded !== null) send(member.connection, encoded.data, encoded.isBinary);
  }
}

type Encoded = { readonly data: Buffer; readonly isBinary: boolean };

/** Returns null for binary content in version 1.0.0, which has no binary frames. */
function encode(version: Connection['version'], topic: string, message: Message): Encoded | null {
  const { event, payload, isJson } = message;
  if (version === '2.0.0' && fitsBinary(topic, event)) return { data: encodeBroadcast(topic, message), isBinary: true };
  if (!isJson) return null;
  const json = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload.toString()}}`;
  const head = { joinRef: null, ref: null, topic, event: 'broadcast' };
  return { data: Buffer.from(encodeFrame(version, head, json)), isBinary: false };
}

/** Converts the `{event, payload}` of a text frame. Returns null if it is invalid. */
function payloadToMessage(value: unknown): Message | null {
  if (!isObject(value)) return null;
  const { event, payload = {} } = value;
  if (typeof event !== 'string') return null;
  return { event, payload: Buffer.from(JSON.stringify(payload)), isJson: true };
}

type BroadcastFeed = {
  /** Sends a broadcast to the other processes, unless it is too long for a notification or too many are queued. */
  readonly publish: (topic: string, message: Message) => void;
  readonly close: () => Promise<void>;
};

/** Listens for broadcasts of other processes. */
export function createBroadcastFeed({ sql, onMessage, onGap, onFailure }: FeedParts): BroadcastFeed {
  const own = randomUUID();
  const waiting: string[] = [];
  let sending: Promise<void> | null = null;
  const receive = (payload: string): void => {
    const notice = parseNotice(payload);
    if (notice !== null && notice.from !== own) onMessage(notice.topic, notice.message);
  };
  let hasListened = false;
  const listening = sql.listen(CHANNEL, receive, () => {
    if (hasListened) onGap();
    hasListened = true;
  });
  listening.catch((error: unknown) => {
    // The driver reconnects. Broadcasts sent until then are lost, as in any gap.
    hasListened = true;
    onFailure(error);
  });
  const sendWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const payloads = waiting.splice(0, BATCH_SIZE);
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.catch(onFailure);
    }
    sending = null;
  };
  return {
    publish(topic, message) {
      const notice = writeNotice(own, topic, message);
      if (Buffer.byteLength(notice) > MAX_BYTES || waiting.length >= MAX_WAITING) return;
      waiting.push(notice);
      sending ??= sendWaiting();
    },
    async close() {
      waiting.length = 0;
      await listening.then((listener) => listener.unlisten()).catch(() => undefined);
      await sending;
    },
  };
}

type FeedParts = {
  readonly sql: Sql;
  readonly onMessage: (topic: string, message: Message) => void;
  /** Called after the listening connection was lost and restored. Messages in between are lost. */
  readonly onGap: () => void;
  /** Called when broadcasts could not be sent or received. Delivery is not guaranteed. */
  readonly onFailure: (error: unknown) => void;
};

const CHANNEL = 'realtime_broadcast';
/** A Postgres notification holds less than 8,000 bytes. */
const MAX_BYTES = 7_900;
const BATCH_SIZE = 100;
const MAX_WAITING = 1_000;

function writeNotice(from: string, topic: string, { event, payload, isJson }: Message): string {
  return JSON.stringify({ from, topic, event, isJson, payload: payload.toString(isJson ? 'utf8' : 'base64') });
}

/** Returns null for an invalid notice: any database client can send notifications. */
function parseNotice(
  text: string,
): { readonly from: unknown; readonly topic: string; readonly message: Message } | null {
  const notice = parseJson(text);
  if (!isObject(notice)) return null;
  const { from, topic, event, isJson, payload } = notice;
  if (typeof topic !== 'string' || typeof event !== 'string' || typeof payload !== 'string') return null;
  const bytes = Buffer.from(payload, isJson === true ? 'utf8' : 'base64');
  return { from, topic, message: { event, payload: bytes, isJson: isJson === true } };
}
