/** Parses request bodies: JSON objects that match a schema and contain only strings that Postgres can store. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { findJsonExcess, readLimitedBody } from '#server/http/json-limits.ts';
import { fail, type Checks, type Steps } from './steps.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Deeper JSON is refused by Postgres. Checking many small values takes time. */
const JSON_LIMITS = { depth: 32, values: 5_000 };

/**
 * Parses the text of a body.
 * @returns the body, or a failure that names the invalid field but never its value
 */
export function* parseBody<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
): Checks<v.InferOutput<Schema>> {
  const json = yield* parseJson(text);
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]);
  return yield* fail('validation-failed', {
    message: field === null ? 'A JSON object is wanted' : `${field} is not valid`,
  });
}

/** Returns the body as text. A body that is too large is not read to its end. */
export async function* readText(c: Context): Steps<string> {
  const bytes = await readLimitedBody(c, MAX_BODY_BYTES);
  return bytes === null ? yield* fail('body-too-large') : bytes.toString();
}

function* parseJson(text: string): Checks<unknown> {
  const excess = findJsonExcess(text, JSON_LIMITS);
  if (excess === 'values') return yield* fail('validation-failed', { message: 'The request body has too many values' });
  if (excess === 'exponent')
    return yield* fail('validation-failed', { message: 'The request body has a number with too many digits' });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return yield* fail('bad-json');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return yield* fail('bad-json');
  return isStorable(json) ? json : yield* fail('validation-failed', { message: UNSTORABLE });
}

const UNSTORABLE = 'The request body nests too deeply or has a character that cannot be stored';

/**
 * Postgres stores neither NUL nor unpaired surrogates, and refuses deeply nested JSON (PostgreSQL documentation,
 * section 8.14). Checking this here turns a server error into a client error. The loop avoids recursion because the
 * input can be nested deeply.
 */
function isStorable(json: unknown): boolean {
  const waiting: Nested[] = [{ value: json, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value === 'string' && !isStorableText(next.value)) return false;
    if (next.depth > JSON_LIMITS.depth) return false;
    for (const inner of listInner(next)) waiting.push(inner);
  }
  return true;
}

type Nested = { readonly value: unknown; readonly depth: number };

/** Lists values and keys, because keys are strings as well. */
function listInner({ value, depth }: Nested): readonly Nested[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .flat()
    .map((inner: unknown) => ({ value: inner, depth: depth + 1 }));
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** An optional string. Clients send null for missing values. */
export const optionalText = v.optional(v.nullable(v.string(), ''), '');

/** An optional object with any content. Defaults to an empty object. */
export const optionalRecord = v.optional(
  v.nullable(
    v.pipe(
      v.unknown(),
      v.check((value) => !Array.isArray(value)),
      v.record(v.string(), v.unknown()),
    ),
    {},
  ),
  {},
);
