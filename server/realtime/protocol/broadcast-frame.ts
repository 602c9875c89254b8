/** Binary frames of version 2.0.0: broadcasts only, kind 3 from a client and kind 4 to one (realtime-js lib/serializer.ts). */
import { isExcessive, parseJson, type FrameHead } from './frame.ts';

/** A broadcast message. */
export type Message = {
  readonly event: string;
  /** Binary content, or JSON text. */
  readonly payload: Buffer;
  readonly isJson: boolean;
};

export type BroadcastFrame = FrameHead & { readonly message: Message };

/**
 * Decodes a client's binary frame: [3, lengths of join ref, ref, topic, event and metadata, encoding], these texts, payload.
 * Returns null for another kind of frame, wrong lengths, or invalid JSON.
 */
export function decodeBroadcast(bytes: Buffer): BroadcastFrame | null {
  const lengths = bytes.subarray(1, 6);
  const start = HEADER + lengths.reduce((sum, length) => sum + length, 0);
  if (bytes[0] !== FROM_CLIENT || bytes.length < HEADER || bytes.length < start) return null;
  const message = { payload: bytes.subarray(start), isJson: bytes[6] === JSON_ENCODING };
  if (message.isJson && !isJson(message.payload.toString())) return null;
  const texts: string[] = [];
  let at = HEADER;
  for (const length of lengths) {
    texts.push(bytes.toString('utf8', at, at + length));
    at += length;
  }
  return toFrame(texts, message);
}

function toFrame(texts: readonly string[], message: Omit<Message, 'event'>): BroadcastFrame {
  const [joinRef = '', ref = '', topic = '', event = ''] = texts;
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', message: { ...message, event } };
}

/** Encodes [4, lengths of topic, event and metadata, encoding], topic, event, payload. See `fitsBinary`. */
export function encodeBroadcast(topic: string, { event, payload, isJson: json }: Message): Buffer {
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)];
  const header = Buffer.from([TO_CLIENT, topicBytes.length, eventBytes.length, 0, json ? JSON_ENCODING : 0]);
  return Buffer.concat([header, topicBytes, eventBytes, payload]);
}

/** Whether a topic and an event fit into a binary frame: their lengths are single bytes. */
export function fitsBinary(topic: string, event: string): boolean {
  return Buffer.byteLength(topic) <= 255 && Buffer.byteLength(event) <= 255;
}

const FROM_CLIENT = 3;
const TO_CLIENT = 4;
const JSON_ENCODING = 1;
const HEADER = 7;

function isJson(text: string): boolean {
  return !isExcessive(text) && parseJson(text) !== undefined;
}
