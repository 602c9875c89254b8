/** POST /logout: ends this session, the user's others, or all of them. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import { endSessions } from '#server/auth/sessions/sessions.ts';
import type { Scope } from '#server/auth/sessions/sessions.ts';
import type { Result } from '#server/result.ts';

export async function logOut(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const text = c.req.query('scope') ?? '';
  const scope = scopes.get(text);
  if (scope === undefined)
    return fail('validation-failed', { message: `Unsupported logout scope ${JSON.stringify(text)}` });
  await endSessions(auth.sql, signedIn.value.session, scope);
  return { ok: true, value: c.body(null, 204) };
}

const scopes: ReadonlyMap<string, Scope> = new Map([
  ['', 'global'],
  ['global', 'global'],
  ['local', 'local'],
  ['others', 'others'],
]);
