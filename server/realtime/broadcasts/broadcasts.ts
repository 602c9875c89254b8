/** Sends the broadcasts of one member to the other members of its topic. */
import {
  encodeBroadcast,
  fitsBinary,
  type BroadcastFrame,
  type Message,
} from '#server/realtime/protocol/broadcast-frame.ts';
import { reply, send, type Channel, type Connection } from '#server/realtime/connection.ts';
import { encodeFrame, isObject, type Frame } from '#server/realtime/protocol/frame.ts';
import { failChannel, type Hub } from '#server/realtime/hub.ts';

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
