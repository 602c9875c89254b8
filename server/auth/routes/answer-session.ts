/** The answer to whoever has just signed in. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { toSessionJson } from '#server/auth/sessions/open-session.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import type { Result } from '#server/result.ts';

export async function answerSession(
  auth: AuthBase,
  c: Context,
  opened: OpenSession,
): Promise<Result<Response, AuthFailure>> {
  const session = await toSessionJson(auth, opened);
  return session === undefined ? fail('session-gone') : { ok: true, value: c.json(session) };
}
