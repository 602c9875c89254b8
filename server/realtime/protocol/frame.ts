/** Encodes and decodes Phoenix text frames: objects in serializer version 1.0.0, arrays in 2.0.0. */
import { findJsonExcess } from '#server/http/json-limits.ts';

export type Version = '1.0.0' | '2.0.0';

/** The fields of a frame except its payload. */
export type FrameHead = {
  readonly joinRef: string | null;
  readonly ref: string | null;
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

function toRef(value: unknown): string | null {
  return isName(value) ? value : null;
}

/** Parsing or writing deeper values could exhaust the stack, and many values block the event loop. */
const JSON_LIMITS = { depth: 200, values: 20_000 };

/** Whether a JSON text exceeds the limits of frames. */
export const isExcessive = (text: string): boolean => findJsonExcess(text, JSON_LIMITS) !== null;
