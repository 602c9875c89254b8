/** Encodes and decodes Phoenix text frames: objects in serializer version 1.0.0, arrays in 2.0.0. */

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
  if (isTooDeep(text)) return null;
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

const MAX_DEPTH = 200;

/** Whether a JSON text is nested so deeply that parsing or writing it could exhaust the stack. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (quoted && character === '\\') i += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted) depth += steps.get(character) ?? 0;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const steps: ReadonlyMap<string | undefined, number> = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
]);
