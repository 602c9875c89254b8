/** Reads the body of a write. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Context } from 'hono';
import pLimit from 'p-limit';
import { findJsonExcess, readLimitedBody } from '#server/http/json-limits.ts';
import type { BodyFault, RestFailure } from '#server/rest/failure.ts';
import { fail, ok, readErrorCode, type Result } from '#server/result.ts';

export type Payload = {
  /** A JSON array of objects. */
  readonly rows: string;
  /** The keys of the objects, or the columns of the parameter `columns`. */
  readonly columns: readonly string[];
  /** The number of objects. */
  readonly count: number;
  /** The keys of texts such as `1e60000`, from which Postgres reads a number that it writes with all its digits. */
  readonly longNumbers: readonly string[];
};

/** The arguments of a function call. */
export type CallInput =
  /** A JSON object of named arguments. */
  | { readonly type: 'object'; readonly text: string; readonly keys: readonly string[] }
  /** The query parameters. If a name occurs twice, the last one counts. */
  | { readonly type: 'params'; readonly pairs: readonly (readonly [name: string, value: string])[] };

/** A longer write would block the account's other requests for too long. */
export const MAX_ROWS_WRITTEN = 5_000;

/** Deeper values exhaust the stack of Postgres. Parsing many small values blocks the event loop. */
const JSON_LIMITS = { depth: 512, values: 100_000 };
const FAULTS = { depth: 'too-deep', values: 'too-many-values', exponent: 'too-many-digits' } as const;

/**
 * Parses the rows of an insert or update. With `columns`, the objects may differ in their keys.
 * Fails with PGRST102 as PostgREST does, and for more than `MAX_ROWS_WRITTEN` rows, which PostgREST does not limit.
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
    const longNumbers = findLongNumbers([value]);
    return ok({ rows: `[${text}]`, columns: columns ?? Object.keys(value), count: 1, longNumbers });
  }
  if (!Array.isArray(value)) return nothing;
  if (value.length > MAX_ROWS_WRITTEN) return fail({ type: 'body-too-large', most: `${MAX_ROWS_WRITTEN} rows` });
  const keys = columns ?? sharedKeys(value);
  if (keys === null) return wrong('keys-differ');
  return ok({ rows: text, columns: keys, count: value.length, longNumbers: findLongNumbers(value) });
}

/** Parses the named arguments of a call. An empty body has none. */
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
  const excess = findJsonExcess(body, JSON_LIMITS);
  if (excess !== null) return wrong(FAULTS[excess]);
  try {
    const value: unknown = JSON.parse(body);
    return ok({ text: body, value });
  } catch {
    return wrong('not-json');
  }
}

/** Returns the keys that all objects have, or null if the keys differ or a value is not an object. */
function sharedKeys(values: readonly unknown[]): readonly string[] | null {
  const [first, ...others] = values.map((value) => (isObject(value) ? Object.keys(value) : null));
  if (first === undefined) return [];
  if (first === null) return null;
  const keys = new Set(first);
  const isAlike = (found: readonly string[] | null): boolean =>
    found !== null && found.length === keys.size && found.every((key) => keys.has(key));
  return others.every(isAlike) ? first : null;
}

/** Of exponents with more digits than those of JSON may have (server/http/json-limits.ts). */
const LONG_NUMBER = /^\s*[+-]?[\d._]+e[+-]?[\d_]{4,}\s*$/iu;

function findLongNumbers(rows: readonly unknown[]): readonly string[] {
  const found = rows.filter(isObject).flatMap((row) => Object.keys(row).filter((key) => isLongNumber(row[key])));
  return [...new Set(found)];
}

const isLongNumber = (value: unknown): boolean => typeof value === 'string' && LONG_NUMBER.test(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// PostgREST treats a number or a string as an empty array.
const nothing: Result<Payload, RestFailure> = ok({ rows: '[]', columns: [], count: 0, longNumbers: [] });

const wrong = (why: BodyFault): Result<never, RestFailure> => fail({ type: 'wrong-body', why });

/** Sent with every response (RFC 7694), so that the app compresses its long request bodies. */
export const ACCEPTED_ENCODING = 'gzip';

/** The maximum body of a caller that has not signed in, in bytes. */
const ANONYMOUS_BYTES = 64 * 1024;

type BodyLimits = {
  /** A body of an anonymous caller is never inflated. It is read as text, which then fails to parse. */
  readonly isAnonymous: boolean;
  /** The maximum body of a signed-in user in bytes, before and after inflating. */
  readonly maxBytes: number;
};

/** Rows compress to about a tenth. A body that compresses far better was made to fill the memory. */
const MAX_RATIO = 40;
/** How many bodies are inflated at the same time, which limits the memory of all callers together. */
const CONCURRENT = 2;

/** Returns the body as text, '' for none. A body that is too large is not read to its end. */
export type ReadBody = (c: Context, limits: BodyLimits) => Promise<Result<string, RestFailure>>;

/** Creates the reader that all requests share. */
export function createReadBody(): ReadBody {
  const limitConcurrency = pLimit(CONCURRENT);
  return async (c, { isAnonymous, maxBytes }) => {
    const limit = isAnonymous ? Math.min(ANONYMOUS_BYTES, maxBytes) : maxBytes;
    const encoding = isAnonymous ? 'identity' : readEncoding(c);
    if (encoding !== 'identity' && encoding !== ACCEPTED_ENCODING) return fail({ type: 'unknown-encoding', encoding });
    const bytes = await readLimitedBody(c, limit);
    if (bytes === null) return fail({ type: 'body-too-large', most: `${limit} bytes` });
    return encoding === 'identity' ? ok(bytes.toString()) : limitConcurrency(() => inflate(bytes, limit));
  };
}

const readEncoding = (c: Context): string => c.req.header('content-encoding')?.trim().toLowerCase() ?? 'identity';

async function inflate(packed: Buffer, maxBytes: number): Promise<Result<string, RestFailure>> {
  const maxOutputLength = Math.max(1, Math.min(maxBytes, packed.byteLength * MAX_RATIO));
  try {
    return ok((await promisify(gunzip)(packed, { maxOutputLength })).toString());
  } catch (error) {
    const most = `${maxBytes} bytes, or ${MAX_RATIO} times its compressed size`;
    return readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE'
      ? fail({ type: 'body-too-large', most })
      : fail({ type: 'wrong-body', why: 'not-json' });
  }
}
