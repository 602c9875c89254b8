/** What every request about one factor has in common: who asks, for which factor, and whether this session may. */
import type { Context } from 'hono';
import type { AuthBase } from '#server/auth/auth-base.ts';
import { lockUser } from '#server/auth/accounts/update-user.ts';
import type { User } from '#server/auth/accounts/users.ts';
import { isUuid } from '#server/auth/accounts/uuid.ts';
import { fail } from '#server/auth/requests/auth-failure.ts';
import type { AuthFailure } from '#server/auth/requests/auth-failure.ts';
import { authenticateUser } from '#server/auth/requests/authenticate.ts';
import type { SignedIn } from '#server/auth/requests/authenticate.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import { chooseStepSubject } from '#server/auth/sessions/known-place.ts';
import { lockSession } from '#server/auth/sessions/sessions.ts';
import type { Session } from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import type { Result } from '#server/result.ts';
import { findFactor, hasVerifiedFactor } from './factors.ts';
import type { Factor } from './factors.ts';
import { isFullyAssured } from './require-full-assurance.ts';

export type FactorRequest = SignedIn & {
  readonly factorId: string;
  /** By what tries and messages of this request are counted. */
  readonly trySubject: string;
};

type Limits = readonly ('factorByAccount' | 'codeByAccount' | 'codeByDay')[];

/** Gives who asks and the id in the address, which may be of no factor. Each request counts. */
export async function readFactorRequest(
  auth: AuthBase,
  c: Context,
  limits: Limits,
): Promise<Result<FactorRequest, AuthFailure>> {
  const signedIn = await authenticateUser(auth, c);
  if (!signedIn.ok) return signedIn;
  const counted = await countTry(auth, c, { userId: signedIn.value.user.id, limits });
  if (!counted.ok) return counted;
  const factorId = c.req.param('id');
  if (!isUuid(factorId)) return fail('factor-id-malformed');
  return { ok: true, value: { ...signedIn.value, factorId, trySubject: counted.value } };
}

type Try = { readonly userId: string; readonly limits: Limits };

/** Gives by what it was counted: who has only the password must not use up the tries of the account's owner. */
export async function countTry(
  auth: AuthBase,
  c: Context,
  { userId, limits }: Try,
): Promise<Result<string, AuthFailure>> {
  const subject = await chooseStepSubject(auth.sql, userId, auth.addressOf(c.req.raw));
  for (const limit of limits) {
    const limited = await limitSubject(auth, limit, subject);
    if (!limited.ok) return limited;
  }
  return { ok: true, value: subject };
}

/** The session as it is now, and the factor. */
export type Held = { readonly session: Session; readonly factor: Factor };

/** Keeps every other request about the user's factors waiting until the transaction ends. */
export async function holdFactor(
  tx: TransactionSql,
  { factorId, ...signedIn }: Omit<FactorRequest, 'trySubject'>,
): Promise<Result<Held, AuthFailure>> {
  const session = await holdSession(tx, signedIn);
  if (!session.ok) return session;
  const factor = await findFactor(tx, signedIn.user.id, factorId);
  return factor === undefined ? fail('factor-not-found') : { ok: true, value: { session: session.value, factor } };
}

/** Whose session, which, and the level that was shown to be in it, where a token was shown. */
export type SessionOf = {
  readonly user: Pick<User, 'id'>;
  readonly session: Pick<Session, 'id'> & Partial<Pick<Session, 'aal'>>;
};

/** Locks the user and the session. Who waited for another request may find them changed or gone. */
export async function holdSession(
  tx: TransactionSql,
  { user, session }: SessionOf,
): Promise<Result<Session, AuthFailure>> {
  if ((await lockUser(tx, user.id)) === undefined) return fail('unknown-user');
  const held = await lockSession(tx, session.id);
  if (held === undefined) return fail('unknown-session');
  // A token from before the second step stays as weak as it was, though its session has been lifted since.
  const isWeak = session.aal !== undefined && !isFullyAssured(session.aal);
  return { ok: true, value: isWeak ? { ...held, aal: session.aal } : held };
}

/**
 * Whether codes of this factor may be asked for and shown. One that was begun before another was verified must not be a way
 * around that: who knows only the password could have begun it, with a phone of their own. A kind that the operator has
 * switched off is not set up any more; who has one goes on, or the switch would shut them out.
 */
export async function requireUsable(
  { settings }: AuthBase,
  tx: TransactionSql,
  { session, factor }: Held,
): Promise<Result<null, AuthFailure>> {
  if (factor.isVerified) return { ok: true, value: null };
  if (!settings.factors[factor.type]) return fail(factor.type === 'totp' ? 'verify-disabled' : 'phone-verify-disabled');
  if (isFullyAssured(session.aal)) return { ok: true, value: null };
  return (await hasVerifiedFactor(tx, session.userId)) ? fail('enrol-needs-aal2') : { ok: true, value: null };
}
