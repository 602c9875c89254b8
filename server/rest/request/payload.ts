/** The body of a request, as the database takes it: JSON text, and the columns that it fills. */
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';

export type Payload = {
  /** A JSON array of objects. */
  readonly rows: string;
  /** The keys of the objects, or what the parameter `columns` names. */
  readonly columns: readonly string[];
  /** How many objects are in it. */
  readonly count: number;
};

/** The arguments of a function call. */
export type CallInput =
  /** A JSON object of named arguments. */
  | { readonly type: 'object'; readonly text: string; readonly keys: readonly string[] }
  /** The parameters of an address; of a name that is given twice the last counts. */
  | { readonly type: 'params'; readonly pairs: readonly (readonly [name: string, value: string])[] };

/** One request holds up its account's others for as long as it takes: what is more goes in several. */
export const MAX_ROWS_WRITTEN = 5_000;

/** Deeper values run Postgres out of stack; nobody writes them. */
const MAX_DEPTH = 512;

/**
 * Reads the rows of an insert or update. With `columns`, the objects may differ in their keys.
 * Gives the payload, or PGRST102 as PostgREST does; PostgREST itself has no limit of rows.
 */
export function parsePayload(
  body: string,
  contentType: string | undefined,
  columns: readonly string[] | null,
): Result<Payload, RestFailure> {
  const parsed = parseBody(body, contentType);
  if (!parsed.ok) return parsed;
  const { text, value } = parsed.value;
  if (isObject(value)) {
    return ok({ rows: `[${text}]`, columns: columns ?? Object.keys(value), count: 1 });
  }
  if (!Array.isArray(value)) return nothing;
  if (value.length > MAX_ROWS_WRITTEN) return fail({ type: 'body-too-large', most: `${MAX_ROWS_WRITTEN} rows` });
  const keys = columns ?? sharedKeys(value);
  if (keys === null) return wrong('keys-differ');
  return ok({ rows: text, columns: keys, count: value.length });
}

/** Reads the named arguments of a call; an empty body has none. */
export function parseArguments(
  body: string,
  contentType: string | undefined,
): Result<Extract<CallInput, { type: 'object' }>, RestFailure> {
  const parsed = parseBody(body === '' ? '{}' : body, contentType);
  if (!parsed.ok) return parsed;
  const { text, value } = parsed.value;
  return isObject(value) ? ok({ type: 'object', text, keys: Object.keys(value) }) : wrong('not-json');
}

type Parsed = { readonly text: string; readonly value: unknown };

function parseBody(body: string, contentType: string | undefined): Result<Parsed, RestFailure> {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json') return fail({ type: 'wrong-content-type', contentType: type });
  if (isTooDeep(body)) return wrong('too-deep');
  try {
    const value: unknown = JSON.parse(body);
    return ok({ text: body, value });
  } catch {
    return wrong('not-json');
  }
}

/** Whether brackets outside of strings open too deep; said before anything is parsed. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += 1) {
    const char = text[at];
    if (char === '"') isInString = !isInString;
    else if (isInString) at += char === '\\' ? 1 : 0;
    else depth += stepOf(char);
  }
  return depth > MAX_DEPTH;
}

function stepOf(char: string | undefined): number {
  if (char === '[' || char === '{') return 1;
  return char === ']' || char === '}' ? -1 : 0;
}

/** The keys that all objects have; null where they differ, or where something is no object. */
function sharedKeys(values: readonly unknown[]): readonly string[] | null {
  const [first, ...others] = values.map((value) => (isObject(value) ? Object.keys(value) : null));
  if (first === undefined) return [];
  if (first === null) return null;
  const keys = new Set(first);
  const isAlike = (found: readonly string[] | null): boolean =>
    found !== null && found.length === keys.size && found.every((key) => keys.has(key));
  return others.every(isAlike) ? first : null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// A number or a text holds no row: PostgREST takes it for an empty array.
const nothing: Result<Payload, RestFailure> = ok({ rows: '[]', columns: [], count: 0 });

const wrong = (why: 'not-json' | 'keys-differ' | 'too-deep'): Result<never, RestFailure> =>
  fail({ type: 'wrong-body', why });
