/** Authenticates requests: finds the user and session of a bearer token, or checks for the service role. */
import type { Context } from 'hono';
import { findUserById, isUuid } from '#server/auth/accounts/users.ts';
import type { User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitAddress } from '#server/auth/requests/limits.ts';
import type { Caller } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import type { TokenFailure } from '#server/tokens/tokens.ts';
import { countSecondsLeft, findSession } from './sessions.ts';
import type { Session } from './sessions.ts';

export type SignedIn = { readonly user: User; readonly session: Session };

/** Returns the user and session of the bearer token, if both still exist. */
export async function authenticateUser(auth: AuthContext, c: Context): Promise<Result<SignedIn, AuthFailure>> {
  const limited = await limitAddress(auth, c, 'otherByAddress');
  if (!limited.ok) return limited;
  const caller = await readCaller(auth, c);
  return caller.ok ? findSignedIn(auth, caller.value.claims) : caller;
}

async function findSignedIn(auth: AuthContext, claims: Caller['claims']): Promise<Result<SignedIn, AuthFailure>> {
  const { sub, session_id: sessionId } = claims;
  if (!isUuid(sub)) return fail('bad-jwt', { message: 'invalid claim: missing sub claim' });
  const user = await findUserById(auth.sql, sub);
  if (user === undefined) return fail('unknown-user');
  if (isBanned(user, auth.now())) return fail('bearer-banned');
  const session = await findActiveSession(auth, sessionId);
  if (session?.userId !== user.id) return fail('unknown-session');
  // A token issued before the second factor was verified or removed has the lower of both levels.
  const aal = claims['aal'] === 'aal2' ? session.aal : 'aal1';
  return { ok: true, value: { user, session: { ...session, aal } } };
}

/** Sessions past their lifetime count as ended: a token can outlive one if the operator has shortened the lifetime. */
async function findActiveSession({ sql, settings, now }: AuthContext, id: unknown): Promise<Session | undefined> {
  const session = isUuid(id) ? await findSession(sql, id) : undefined;
  return session !== undefined && countSecondsLeft(settings, session, now()) > 0 ? session : undefined;
}

/** Requires a key with the role `service_role`. Only other requests count toward the rate limit. */
export async function authenticateAdmin(auth: AuthContext, c: Context): Promise<Result<null, AuthFailure>> {
  const caller = await readCaller(auth, c);
  if (caller.ok && caller.value.role === 'service_role') return { ok: true, value: null };
  const limited = await limitAddress(auth, c, 'otherByAddress');
  if (!limited.ok) return limited;
  return caller.ok ? fail('not-admin') : caller;
}

export function isBanned({ bannedUntil }: User, now: Date): boolean {
  return bannedUntil !== null && bannedUntil > now;
}

async function readCaller(auth: AuthContext, c: Context): Promise<Result<Caller, AuthFailure>> {
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

/** Returns the user whose id is in the path, for requests with the role `service_role`. */
export async function findUserForAdmin(auth: AuthContext, c: Context): Promise<Result<User, AuthFailure>> {
  const allowed = await authenticateAdmin(auth, c);
  if (!allowed.ok) return allowed;
  const id = c.req.param('id');
  if (!isUuid(id)) return fail('validation-failed', { message: 'user_id must be an UUID' });
  const user = await findUserById(auth.sql, id);
  return user === undefined ? fail('user-not-found') : { ok: true, value: user };
}
