/** Shared steps of all requests about a factor: authentication, rate limits, locks and permissions. */
import type { SecurityEvent } from '#server/auth/accounts/security-events.ts';
import { isUuid } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { chooseFactorSubject, limitSubject } from '#server/auth/requests/limits.ts';
import type { SessionClient, Guard } from '#server/auth/requests/route.ts';
import { fail, type Steps } from '#server/auth/requests/steps.ts';
import { signedInUser, type SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { Session } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { lockUserSession, isAal2 } from './assurance.ts';
import { findFactor, hasVerifiedFactor, type Factor, type FactorType } from './factors.ts';

/** A signed-in user whose attempt was counted. */
export type Attempt = SignedIn & {
  /** The subject that attempts and text messages are counted by. */
  readonly attemptSubject: string;
  readonly client: SessionClient;
};

/** An attempt with the factor of the path, which may not exist. */
export type FactorRequest = Attempt & { readonly factorId: string };

/** Wrong codes of second factors. A correct one resets these limits. */
export const CODE_LIMITS = ['codeByAccount', 'codeByDay'] as const;

type Limits = typeof CODE_LIMITS | readonly ['factorByAccount'];

/**
 * A signed-in user, whose attempt counts toward the limits. An attacker who knows only the password must not use up the
 * owner's attempts.
 */
export const countedUser = (...limits: Limits): Guard<Attempt> =>
  async function* (auth, request) {
    const signedIn = yield* signedInUser(auth, request);
    const { client } = request;
    const attemptSubject = await chooseFactorSubject(auth.sql, signedIn.user.id, client.ip);
    for (const limit of limits) yield* limitSubject(auth, limit, attemptSubject);
    return { ...signedIn, attemptSubject, client };
  };

/** The same, for a request about the factor of the path. */
export const factorOwner = (...limits: Limits): Guard<FactorRequest> =>
  async function* (auth, request) {
    const attempt = yield* countedUser(...limits)(auth, request);
    const factorId = request.c.req.param('id');
    return isUuid(factorId) ? { ...attempt, factorId } : yield* fail('factor-id-malformed');
  };

/** The current session and the factor. */
export type LockedFactor = { readonly session: Session; readonly factor: Factor };

/** Locks the user, the session and the factor, so that other requests about the user's factors wait. */
export async function* lockFactor(
  tx: TransactionSql,
  { factorId, ...signedIn }: Omit<FactorRequest, 'attemptSubject' | 'client'>,
): Steps<LockedFactor> {
  const session = yield* lockUserSession(tx, signedIn);
  const factor = await findFactor(tx, signedIn.user.id, factorId);
  return factor === undefined ? yield* fail('factor-not-found') : { session, factor };
}

/**
 * Checks that a factor can be challenged and verified. An unverified factor must not bypass a verified one: an attacker
 * who knows the password could have enrolled it with another phone. Unverified factors of a disabled kind are refused.
 * Verified ones keep working, or the setting would lock out their users.
 */
export async function* requireUsable(
  { settings }: AuthContext,
  tx: TransactionSql,
  { session, factor }: LockedFactor,
): Steps<void> {
  if (factor.isVerified) return;
  if (!settings.factors[factor.type]) yield* fail(factor.type === 'totp' ? 'verify-disabled' : 'phone-verify-disabled');
  if (isAal2(session.aal)) return;
  if (await hasVerifiedFactor(tx, session.userId)) yield* fail('enroll-needs-aal2');
}

/** The event for a second factor that was added or removed. */
export const toFactorEvent = (type: FactorType, became: 'added' | 'removed'): SecurityEvent => ({
  kind: `${type === 'totp' ? 'app' : 'phone'}-${became}`,
});
