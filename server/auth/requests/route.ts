/** Defines the routes of the auth API and converts failures to responses. */
import { randomUUID } from 'node:crypto';
import type { Context, Handler } from 'hono';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { Result } from '#server/result.ts';
import { readRefusal } from './auth-failure.ts';
import type { AuthFailure } from './auth-failure.ts';

export type Work = (auth: AuthContext, c: Context) => Promise<Result<Response, AuthFailure>>;

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below /auth/v1. `:name` matches one segment. */
  readonly path: string;
  readonly work: Work;
};

const VERSION_HEADER = 'x-supabase-api-version';
const VERSION = '2024-01-01';

/** Converts a function that returns a result to a Hono handler. */
export function handle(work: (c: Context) => Promise<Result<Response, AuthFailure>>): Handler {
  return async (c) => {
    const result = await work(c);
    return result.ok ? result.value : answerFailure(c, result.failure);
  };
}

/**
 * Responds with a failure. Since API version 2024-01-01 the body is `{code, message}`, and a response header repeats
 * the version so that the client can tell. Before, the body was `{code: <status>, error_code, msg}` (supabase/auth,
 * internal/api/errors.go).
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

/** Versions are ISO dates, so they compare as strings. */
function speaksCurrentVersion(version = ''): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(version) && version >= VERSION;
}
