/** Authenticates requests: finds the user and session of a bearer token, or checks for the service role. */
import { findUserById, isUuid, type User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import type { Guard } from '#server/auth/requests/route.ts';
import { fail, refuse, runSteps, type Steps } from '#server/auth/requests/steps.ts';
import type { Caller } from '#server/database/database.ts';
import type { TokenFailure } from '#server/tokens/create-tokens.ts';
import { countSecondsLeft, findSession, type Session } from './sessions.ts';

export type SignedIn = { readonly user: User; readonly session: Session };

/** The user and session of the bearer token, if both still exist. */
export const signedInUser: Guard<SignedIn> = async function* (auth, { c, count, queue }) {
  yield* count();
  const caller = yield* readCaller(auth, c.req.header('authorization'));
  const signedIn = yield* findSignedIn(auth, caller.claims);
  queue(signedIn.user.id);
  return signedIn;
};

async function* findSignedIn(auth: AuthContext, claims: Caller['claims']): Steps<SignedIn> {
  const { sub, session_id: sessionId } = claims;
  if (!isUuid(sub)) return yield* fail('bad-jwt', { message: 'invalid claim: missing sub claim' });
  const user = await findUserById(auth.sql, sub);
  if (user === undefined) return yield* fail('unknown-user');
  if (isBanned(user, auth.now())) return yield* fail('bearer-banned');
  const session = await findActiveSession(auth, sessionId);
  if (session?.userId !== user.id) return yield* fail('unknown-session');
  // A token issued before the second factor was verified or removed has the lower of both levels.
  const aal = claims['aal'] === 'aal2' ? session.aal : 'aal1';
  return { user, session: { ...session, aal } };
}

/** Sessions past their lifetime count as ended: a token can outlive one if the operator has shortened the lifetime. */
async function findActiveSession({ sql, settings, now }: AuthContext, id: unknown): Promise<Session | undefined> {
  const session = isUuid(id) ? await findSession(sql, id) : undefined;
  return session !== undefined && countSecondsLeft(settings, session, now()) > 0 ? session : undefined;
}

/** Requires a key with the role `service_role`. Only other requests count toward the rate limit. */
export const operator: Guard<null> = async function* (auth, { c, count }) {
  const caller = await runSteps(readCaller(auth, c.req.header('authorization')));
  if (caller.ok && caller.value.role === 'service_role') return null;
  yield* count();
  return yield* caller.ok ? fail('not-admin') : refuse(caller.failure);
};

export function isBanned({ bannedUntil }: User, now: Date): boolean {
  return bannedUntil !== null && bannedUntil > now;
}

async function* readCaller(auth: AuthContext, authorization = ''): Steps<Caller> {
  // RFC 6750 section 2.1; the scheme's case does not matter (RFC 9110 section 11.1).
  const token = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) return yield* fail('no-authorization');
  const caller = await auth.tokens.authenticate(token);
  return caller.ok ? caller.value : yield* fail('bad-jwt', { message: describeTokenFailure(caller.failure) });
}

function describeTokenFailure(failure: TokenFailure): string {
  const reason = failure.type === 'expired-token' ? 'token is expired' : failure.reason;
  return `invalid JWT: unable to parse or verify signature, ${reason}`;
}

/** An operator. Returns the user whose id is in the path. */
export const operatorOfUser: Guard<User> = async function* (auth, request) {
  yield* operator(auth, request);
  const id = request.c.req.param('id');
  if (!isUuid(id)) return yield* fail('validation-failed', { message: 'user_id must be an UUID' });
  const user = await findUserById(auth.sql, id);
  return user === undefined ? yield* fail('user-not-found') : user;
};
