/** Turns a failure into an answer, in the shape of the API version that the caller speaks. */
import { randomUUID } from 'node:crypto';
import type { Context, Handler } from 'hono';
import type { Result } from '#server/result.ts';
import type { AuthFailure } from './auth-failure.ts';
import { readRefusal } from './auth-failure.ts';

const VERSION_HEADER = 'x-supabase-api-version';
const VERSION = '2024-01-01';

/** Makes a handler of work that can fail. */
export function handle(work: (c: Context) => Promise<Result<Response, AuthFailure>>): Handler {
  return async (c) => {
    const result = await work(c);
    return result.ok ? result.value : answerFailure(c, result.failure);
  };
}

/**
 * Since version 2024-01-01 the body is `{code, message}` and the version is echoed, which tells the client so; before,
 * it is `{code: <status>, error_code, msg}` (supabase/auth, internal/api/errors.go).
 */
export function answerFailure(c: Context, failure: AuthFailure): Response {
  const { status, code, message } = readRefusal(failure);
  const isCurrent = speaksCurrentVersion(c.req.header(VERSION_HEADER));
  const legacyId = status === 500 ? { error_id: randomUUID() } : {};
  return c.json(
    {
      ...(isCurrent ? { code, message } : { code: status, error_code: code, msg: message, ...legacyId }),
      ...(failure.reasons && { weak_password: { reasons: failure.reasons } }),
    },
    status,
    {
      'x-sb-error-code': code,
      ...(isCurrent && { [VERSION_HEADER]: VERSION }),
      ...(failure.retryAfter !== undefined && { 'retry-after': String(failure.retryAfter) }),
    },
  );
}

/** A version is a day; days compare as texts. */
function speaksCurrentVersion(version = ''): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(version) && version >= VERSION;
}
