/** Text frames of Phoenix, in both versions of its serializer: 1.0.0 is an object, 2.0.0 an array. */

export type Version = '1.0.0' | '2.0.0';

/** What names a message: where it goes, what it is, and the join and the message it answers. */
export type FrameHead = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
};

export type Frame = FrameHead & { readonly payload: unknown };

/**
 * Reads a text frame of a client.
 * Gives null for what is no frame: broken JSON, another shape, endless names, or nesting without end.
 */
export function decodeFrame(version: Version, text: string): Frame | null {
  if (isTooDeep(text)) return null;
  const value = parseJson(text);
  if (version === '1.0.0') return isObject(value) ? toFrame(value) : null;
  if (!Array.isArray(value) || value.length !== 5) return null;
  const [join_ref, ref, topic, event, payload] = value as readonly unknown[];
  return toFrame({ join_ref, ref, topic, event, payload });
}

/** Writes a text frame; the payload is JSON already, so that what many receive is serialised once. */
export function encodeFrame(version: Version, { joinRef, ref, topic, event }: FrameHead, payload: string): string {
  const [j, r, t, e] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part));
  return version === '1.0.0'
    ? `{"join_ref":${j},"ref":${r},"topic":${t},"event":${e},"payload":${payload}}`
    : `[${j},${r},${t},${e},${payload}]`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Gives undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LONGEST_NAME = 1024;

function toFrame({ join_ref, ref, topic, event, payload }: Readonly<Record<string, unknown>>): Frame | null {
  if (!isName(topic) || !isName(event)) return null;
  return { joinRef: toRef(join_ref), ref: toRef(ref), topic, event, payload };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_NAME;
}

function toRef(value: unknown): string | null {
  return isName(value) ? value : null;
}

const DEEPEST = 200;

/**
 * Whether the arrays and objects of a JSON text are nested deeper than any real message. Parsing and writing such a text
 * would exhaust the stack.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (quoted && character === '\\') i += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted) depth += steps.get(character) ?? 0;
    if (depth > DEEPEST) return true;
  }
  return false;
}

const steps: ReadonlyMap<string | undefined, number> = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
]);
