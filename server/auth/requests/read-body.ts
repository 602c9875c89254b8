/** Parses request bodies: JSON objects that match a schema and contain only strings that Postgres can store. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { findJsonExcess } from '#server/http/json-limits.ts';
import { readLimitedBody } from '#server/http/read-limited-body.ts';
import type { Result } from '#server/result.ts';
import type { AuthFailure } from './auth-failure.ts';
import { fail } from './auth-failure.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Deeper JSON is refused by Postgres. Checking many small values takes time. */
const JSON_LIMITS = { depth: 32, values: 5_000 };

/**
 * Parses the body of a request.
 * @returns the body, or a failure that names the invalid field but never its value
 */
export async function readBody<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<Result<v.InferOutput<Schema>, AuthFailure>> {
  const text = await readText(c);
  return text.ok ? parseBody(text.value, schema) : text;
}

/** Parses the text of a body, as `readBody` does. */
export function parseBody<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
): Result<v.InferOutput<Schema>, AuthFailure> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const parsed = v.safeParse(schema, json.value);
  if (parsed.success) return { ok: true, value: parsed.output };
  const field = v.getDotPath(parsed.issues[0]);
  return fail('validation-failed', { message: field === null ? 'A JSON object is wanted' : `${field} is not valid` });
}

/** Returns the body as text. A body that is too large is not read to its end. */
export async function readText(c: Context): Promise<Result<string, AuthFailure>> {
  const bytes = await readLimitedBody(c, MAX_BODY_BYTES);
  return bytes === null ? fail('body-too-large') : { ok: true, value: bytes.toString() };
}

function parseJson(text: string): Result<unknown, AuthFailure> {
  const excess = findJsonExcess(text, JSON_LIMITS);
  if (excess === 'values') return fail('validation-failed', { message: 'The request body has too many values' });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('bad-json');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return fail('bad-json');
  return isStorable(json) ? { ok: true, value: json } : fail('validation-failed', { message: UNSTORABLE });
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
