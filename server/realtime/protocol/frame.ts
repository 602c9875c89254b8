/**
 * Encodes and decodes Phoenix frames. Text frames are objects in serializer version 1.0.0 and arrays in 2.0.0. Binary frames
 * of 2.0.0 are broadcasts: kind 3 from a client and kind 4 to one (realtime-js lib/serializer.ts). Presences are payloads of
 * text frames (phoenix.js, Presence).
 */
import { findJsonExcess } from '#server/http/json-limits.ts';

export type Version = '1.0.0' | '2.0.0';

/** A client's reference to one of its messages, which the server echoes. */
export type Ref = string | number | null;

/** The fields of a frame except its payload. */
export type FrameHead = {
  readonly joinRef: Ref;
  readonly ref: Ref;
  readonly topic: string;
  readonly event: string;
};

export type Frame = FrameHead & { readonly payload: unknown };

/** Decodes a client's text frame. Returns null for invalid JSON, a wrong shape, long names, or deep nesting. */
export function decodeFrame(version: Version, text: string): Frame | null {
  if (isExcessive(text)) return null;
  const value = parseJson(text);
  if (version === '1.0.0') return isObject(value) ? toFrame(value) : null;
  if (!Array.isArray(value) || value.length !== 5) return null;
  const [join_ref, ref, topic, event, payload] = value as readonly unknown[];
  return toFrame({ join_ref, ref, topic, event, payload });
}

/** Encodes a text frame. The payload is JSON text, so that a payload for many clients is serialized once. */
export function encodeFrame(version: Version, { joinRef, ref, topic, event }: FrameHead, payload: string): string {
  const [j, r, t, e] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part));
  return version === '1.0.0'
    ? `{"join_ref":${j},"ref":${r},"topic":${t},"event":${e},"payload":${payload}}`
    : `[${j},${r},${t},${e},${payload}]`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_NAME_LENGTH = 1024;

function toFrame({ join_ref, ref, topic, event, payload }: Readonly<Record<string, unknown>>): Frame | null {
  if (!isName(topic) || !isName(event)) return null;
  return { joinRef: toRef(join_ref), ref: toRef(ref), topic, event, payload };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_NAME_LENGTH;
}

function toRef(value: unknown): Ref {
  return isName(value) || typeof value === 'number' ? value : null;
}

/** Parsing or writing deeper values could exhaust the stack, and many values block the event loop. */
const JSON_LIMITS = { depth: 200, values: 20_000 };

/** Whether a JSON text exceeds the limits of frames. */
const isExcessive = (text: string): boolean => findJsonExcess(text, JSON_LIMITS) !== null;

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
  return toBroadcast(texts, message);
}

function toBroadcast(texts: readonly string[], message: Omit<Message, 'event'>): BroadcastFrame {
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

/** A client that is present in a private topic. Each channel has at most one presence. */
export type Presence = {
  /** Identifies it in all processes (`phx_ref`). A client that replaces its metadata gets a new one. */
  readonly ref: string;
  /** Clients group presences by this key, which the client chose when it joined. */
  readonly key: string;
  /** Metadata of the client, which other clients receive. */
  readonly meta: Readonly<Record<string, unknown>>;
};

export type PresencesByRef = ReadonlyMap<string, Presence>;

/** Writes the payload of presence_state: `{key: {metas: [{phx_ref, …}]}}`. */
export function writeState(presences: PresencesByRef): string {
  return JSON.stringify(groupByKey([...presences.values()]));
}

/** Writes the payload of presence_diff. Returns null if there is no difference. */
export function writeDiff(before: PresencesByRef, after: PresencesByRef): string | null {
  const joins = [...after.values()].filter(({ ref }) => !before.has(ref));
  const leaves = [...before.values()].filter(({ ref }) => !after.has(ref));
  if (joins.length === 0 && leaves.length === 0) return null;
  return JSON.stringify({ joins: groupByKey(joins), leaves: groupByKey(leaves) });
}

function groupByKey(presences: readonly Presence[]): object {
  const byKey = Map.groupBy(presences, ({ key }) => key);
  return Object.fromEntries(
    Array.from(byKey, ([key, group]) => [key, { metas: group.map(({ ref, meta }) => ({ ...meta, phx_ref: ref })) }]),
  );
}
