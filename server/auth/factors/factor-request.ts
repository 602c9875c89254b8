/** Shared steps of all requests about a factor: authentication, rate limits, locks and permissions. */
import type { Context } from 'hono';
import type { SecurityEvent } from '#server/auth/accounts/security-events.ts';
import { isUuid } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import { readClient } from '#server/auth/requests/read-client.ts';
import type { SessionClient } from '#server/auth/requests/read-client.ts';
import { authenticateUser } from '#server/auth/sessions/authenticate.ts';
import type { SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { Session } from '#server/auth/sessions/sessions.ts';
import { chooseFactorSubject } from '#server/auth/sessions/trusted-network.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { findFactor, hasVerifiedFactor } from './factors.ts';
import type { Factor, FactorType } from './factors.ts';
import { lockUserSession, isAal2 } from './require-assurance.ts';

export type FactorRequest = SignedIn & {
  readonly factorId: string;
  /** The subject that attempts and text messages are counted by. */
  readonly attemptSubject: string;
  readonly client: SessionClient;
};

type Limits = readonly ('factorByAccount' | 'codeByAccount' | 'codeByDay')[];

/** Returns the user and the factor id from the path, which may not exist. Each request counts toward the limits. */
export async function readFactorRequest(
  auth: AuthContext,
  c: Context,
  limits: Limits,
): Promise<Result<FactorRequest, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const counted = await countAttempt(auth, c, { userId: signedIn.value.user.id, limits });
  if (!counted.ok) return counted;
  const factorId = c.req.param('id');
  if (!isUuid(factorId)) return fail('factor-id-malformed');
  return {
    ok: true,
    value: { ...signedIn.value, factorId, attemptSubject: counted.value, client: readClient(auth, c) },
  };
}

type Attempt = { readonly userId: string; readonly limits: Limits };

/**
 * Counts an attempt and returns its subject. An attacker who knows only the password must not use up the owner's
 * attempts.
 */
export async function countAttempt(
  auth: AuthContext,
  c: Context,
  { userId, limits }: Attempt,
): Promise<Result<string, AuthFailure>> {
  const subject = await chooseFactorSubject(auth.sql, userId, auth.addressOf(c.req.raw));
  for (const limit of limits) {
    const limited = await limitSubject(auth, limit, subject);
    if (!limited.ok) return limited;
  }
  return { ok: true, value: subject };
}

/** The current session and the factor. */
export type LockedFactor = { readonly session: Session; readonly factor: Factor };

/** Locks the user, the session and the factor, so that other requests about the user's factors wait. */
export async function lockFactor(
  tx: TransactionSql,
  { factorId, ...signedIn }: Omit<FactorRequest, 'attemptSubject' | 'client'>,
): Promise<Result<LockedFactor, AuthFailure>> {
  const session = await lockUserSession(tx, signedIn);
  if (!session.ok) return session;
  const factor = await findFactor(tx, signedIn.user.id, factorId);
  return factor === undefined ? fail('factor-not-found') : { ok: true, value: { session: session.value, factor } };
}

/**
 * Checks that a factor can be challenged and verified. An unverified factor must not bypass a verified one: an attacker
 * who knows the password could have enrolled it with another phone. Unverified factors of a disabled kind are refused.
 * Verified ones keep working, or the setting would lock out their users.
 */
export async function requireUsable(
  { settings }: AuthContext,
  tx: TransactionSql,
  { session, factor }: LockedFactor,
): Promise<Result<null, AuthFailure>> {
  if (factor.isVerified) return { ok: true, value: null };
  if (!settings.factors[factor.type]) return fail(factor.type === 'totp' ? 'verify-disabled' : 'phone-verify-disabled');
  if (isAal2(session.aal)) return { ok: true, value: null };
  return (await hasVerifiedFactor(tx, session.userId)) ? fail('enroll-needs-aal2') : { ok: true, value: null };
}

/** The event for a second factor that was added or removed. */
export const toFactorEvent = (type: FactorType, became: 'added' | 'removed'): SecurityEvent => ({
  kind: `${type === 'totp' ? 'app' : 'phone'}-${became}`,
});
