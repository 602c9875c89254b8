/** Reads the body of a request: a JSON object of known form, in which every text can be stored. */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Result } from '#server/result.ts';
import type { AuthFailure } from './auth-failure.ts';
import { fail } from './auth-failure.ts';

/** Above this, a body is refused before it is read to its end. */
export const MAX_BODY_BYTES = 1024 * 1024;

const MAX_DEPTH = 32;

/** Takes the request and what its body must look like. Gives the body, or says which field is wrong; never its value. */
export async function readBody<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<Result<v.InferOutput<Schema>, AuthFailure>> {
  const json = parseJson(await c.req.text());
  if (!json.ok) return json;
  const parsed = v.safeParse(schema, json.value);
  if (parsed.success) return { ok: true, value: parsed.output };
  const field = v.getDotPath(parsed.issues[0]);
  return fail('validation-failed', { message: field === null ? 'A JSON object is wanted' : `${field} is not valid` });
}

function parseJson(text: string): Result<unknown, AuthFailure> {
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
 * Postgres stores neither NUL nor half of a surrogate pair, and refuses deep JSON (its documentation, section 8.14):
 * what a caller sends must not become a failure of ours. Walks without recursion, for the same reason.
 */
function isStorable(json: unknown): boolean {
  const waiting: Nested[] = [{ value: json, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value === 'string' && !isStorableText(next.value)) return false;
    if (next.depth > MAX_DEPTH) return false;
    for (const inner of listInner(next)) waiting.push(inner);
  }
  return true;
}

type Nested = { readonly value: unknown; readonly depth: number };

/** The keys, too, are texts. */
function listInner({ value, depth }: Nested): readonly Nested[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .flat()
    .map((inner: unknown) => ({ value: inner, depth: depth + 1 }));
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A text that may be missing; clients send null for what they do not mean. */
export const optionalText = v.optional(v.nullable(v.string(), ''), '');

/** An object of anything; one that is missing is empty. */
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
