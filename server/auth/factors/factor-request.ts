/** What every request about one factor has in common: who asks, for which factor, and whether this session may. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import { isUuid } from '#server/auth/accounts/uuid.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import { lockSession } from '#server/auth/sessions/sessions.ts';
import type { Session } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { findFactor, hasVerifiedFactor } from './factors.ts';
import type { Factor } from './factors.ts';
import { isFullyAssured } from './require-full-assurance.ts';

export type FactorRequest = SignedIn & { readonly factorId: string };

/** Gives who asks and the id in the address, which may be of no factor. Each request counts. */
export async function readFactorRequest(
  auth: AuthBase,
  c: Context,
  limit: 'factorByAccount' | 'codeByAccount',
): Promise<Result<FactorRequest, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const limited = await limitSubject(auth, limit, signedIn.value.user.id);
  if (!limited.ok) return limited;
  const factorId = c.req.param('id');
  return isUuid(factorId) ? { ok: true, value: { ...signedIn.value, factorId } } : fail('factor-id-malformed');
}

/** The session as it is now, and the factor. */
export type Held = { readonly session: Session; readonly factor: Factor };

/** Keeps every other request about the user's factors waiting until the transaction ends. */
export async function holdFactor(
  tx: TransactionSql,
  { factorId, ...signedIn }: FactorRequest,
): Promise<Result<Held, AuthFailure>> {
  const session = await holdSession(tx, signedIn);
  if (!session.ok) return session;
  const factor = await findFactor(tx, signedIn.user.id, factorId);
  return factor === undefined ? fail('factor-not-found') : { ok: true, value: { session: session.value, factor } };
}

/** Locks the user and the session. Who waited for another request may find them changed or gone. */
export async function holdSession(
  tx: TransactionSql,
  { user, session }: SignedIn,
): Promise<Result<Session, AuthFailure>> {
  if ((await lockUser(tx, user.id)) === undefined) return fail('unknown-user');
  const held = await lockSession(tx, session.id);
  return held === undefined ? fail('unknown-session') : { ok: true, value: held };
}

/**
 * Whether codes of this factor may be asked for and shown. One that was begun before another was verified must not be a way
 * around that: who knows only the password could have begun it, with a phone of their own.
 */
export async function requireUsable(
  { settings }: AuthBase,
  tx: TransactionSql,
  { session, factor }: Held,
): Promise<Result<null, AuthFailure>> {
  if (!settings.factors[factor.type]) return fail(factor.type === 'totp' ? 'verify-disabled' : 'phone-verify-disabled');
  if (factor.isVerified || isFullyAssured(session.aal)) return { ok: true, value: null };
  return (await hasVerifiedFactor(tx, session.userId)) ? fail('enrol-needs-aal2') : { ok: true, value: null };
}
