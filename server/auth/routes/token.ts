/** POST /token: a session for a proof, by the kind of proof. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import type { Result } from '#server/result.ts';
import { grantByCode } from './grant-by-code.ts';
import { grantByPassword } from './grant-by-password.ts';
import { grantByRefreshToken } from './grant-by-refresh-token.ts';

type Grant = (auth: AuthBase, c: Context) => Promise<Result<Response, AuthFailure>>;

const grants: ReadonlyMap<string, Grant> = new Map([
  ['password', grantByPassword],
  ['refresh_token', grantByRefreshToken],
  ['pkce', grantByCode],
]);

export async function grantToken(auth: AuthBase, c: Context): Promise<Result<Response, AuthFailure>> {
  const grant = grants.get(c.req.query('grant_type') ?? '');
  return grant === undefined ? fail('unsupported-grant') : grant(auth, c);
}
