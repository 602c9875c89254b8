/** Broadcasts: what one says to a topic, its other members hear. */
import { encodeBroadcast, fitsBinary } from '#server/realtime/protocol/broadcast-frame.ts';
import type { BroadcastFrame, Message } from '#server/realtime/protocol/broadcast-frame.ts';
import { reply, send } from '#server/realtime/connection.ts';
import type { Channel, Connection } from '#server/realtime/connection.ts';
import { encodeFrame, isObject } from '#server/realtime/protocol/frame.ts';
import type { Frame } from '#server/realtime/protocol/frame.ts';
import type { Hub } from '#server/realtime/hub.ts';

/** Handles a member's broadcast, of a text frame or of a binary one. */
export function handleBroadcast(hub: Hub, channel: Channel, frame: Frame | BroadcastFrame): void {
  const message = 'message' in frame ? frame.message : payloadToMessage(frame.payload);
  if (message !== null) tellEverywhere(hub, channel.topic, { message, sender: channel });
  if (!channel.acknowledges) return;
  const answer =
    message === null ? ({ status: 'error', response: {} } as const) : ({ status: 'ok', response: {} } as const);
  reply(channel.connection, frame, answer);
}

type Saying = {
  readonly message: Message;
  /** Null where it came from another process. */
  readonly sender: Channel | null;
};

/** Tells all members of a topic, those of other processes too. */
function tellEverywhere(hub: Hub, topic: string, saying: Saying): void {
  tellMembers(hub, topic, saying);
  hub.tellOthers(topic, saying.message);
}

/** Tells all members of a topic in this process; each form is written once. */
export function tellMembers(hub: Hub, topic: string, { message, sender }: Saying): void {
  const written = new Map<Connection['version'], Written | null>();
  for (const member of hub.membersByTopic.get(topic) ?? []) {
    if (member === sender && !member.hearsItself) continue;
    const { version } = member.connection;
    const known = written.get(version);
    const form = known === undefined ? write(version, topic, message) : known;
    written.set(version, form);
    if (form !== null) send(member.connection, form.data, form.isBinary);
  }
}

type Written = { readonly data: Buffer; readonly isBinary: boolean };

/** Gives null where the version cannot say it: 1.0.0 has no bytes. */
function write(version: Connection['version'], topic: string, message: Message): Written | null {
  const { event, payload, isJson } = message;
  if (version === '2.0.0' && fitsBinary(topic, event)) return { data: encodeBroadcast(topic, message), isBinary: true };
  if (!isJson) return null;
  const said = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload.toString()}}`;
  const head = { joinRef: null, ref: null, topic, event: 'broadcast' };
  return { data: Buffer.from(encodeFrame(version, head, said)), isBinary: false };
}

/** Takes `{event, payload}` as text frames carry it. Gives null for what is none. */
function payloadToMessage(said: unknown): Message | null {
  if (!isObject(said)) return null;
  const { event, payload = {} } = said;
  if (typeof event !== 'string') return null;
  return { event, payload: Buffer.from(JSON.stringify(payload)), isJson: true };
}
