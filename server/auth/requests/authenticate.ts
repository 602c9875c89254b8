/** Who asks: the user and the session behind a bearer token, or an operator. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { findUserById } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import { isUuid } from '#server/auth/accounts/uuid.ts';
import { findSession } from '#server/auth/sessions/sessions.ts';
import type { Session } from '#server/auth/sessions/sessions.ts';
import type { Caller } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import type { TokenFailure } from '#server/tokens/tokens.ts';
import type { AuthFailure } from './auth-failure.ts';
import { fail } from './auth-failure.ts';
import { limitAddress } from './limits.ts';

export type SignedIn = { readonly user: User; readonly session: Session };

/** Gives user and session of the bearer token, both alive at this moment. */
export async function authenticateUser(auth: AuthBase, c: Context): Promise<Result<SignedIn, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'otherByAddress');
  if (!limited.ok) return limited;
  const caller = await readCaller(auth, c);
  return caller.ok ? findSignedIn(auth, caller.value.claims) : caller;
}

async function findSignedIn(auth: AuthBase, claims: Caller['claims']): Promise<Result<SignedIn, AuthFailure>> {
  const { sub, session_id: sessionId } = claims;
  if (!isUuid(sub)) return fail('bad-jwt', { message: 'invalid claim: missing sub claim' });
  const user = await findUserById(auth.sql, sub);
  if (user === undefined) return fail('unknown-user');
  if (isBanned(user, auth.now())) return fail('bearer-banned');
  const session = isUuid(sessionId) ? await findSession(auth.sql, sessionId) : undefined;
  if (session?.userId !== user.id) return fail('unknown-session');
  // A token from before the second step was shown, or before it was taken away, is worth the lower of both levels.
  const aal = claims['aal'] === 'aal2' ? session.aal : 'aal1';
  return { ok: true, value: { user, session: { ...session, aal } } };
}

/** Lets pass only whoever shows a key of the role service_role; limits only the others. */
export async function authenticateOperator(auth: AuthBase, c: Context): Promise<Result<null, AuthFailure>> {
  const caller = await readCaller(auth, c);
  if (caller.ok && caller.value.role === 'service_role') return { ok: true, value: null };
  const limited = await limitAddress(auth, c, 'otherByAddress');
  if (!limited.ok) return limited;
  return caller.ok ? fail('not-admin') : caller;
}

export function isBanned({ bannedUntil }: User, now: Date): boolean {
  return bannedUntil !== null && bannedUntil > now;
}

async function readCaller(auth: AuthBase, c: Context): Promise<Result<Caller, AuthFailure>> {
  // RFC 6750 section 2.1; the scheme's case does not matter (RFC 9110 section 11.1).
  const token = /^bearer +([\w.~+/=-]+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (token === undefined) return fail('no-authorization');
  const caller = await auth.tokens.authenticate(token);
  return caller.ok ? caller : fail('bad-jwt', { message: describeTokenFailure(caller.failure) });
}

function describeTokenFailure(failure: TokenFailure): string {
  const reason = failure.type === 'expired-token' ? 'token is expired' : failure.reason;
  return `invalid JWT: unable to parse or verify signature, ${reason}`;
}
