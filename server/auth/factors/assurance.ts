/** Assurance levels: checks them and the age of a sign-in before sensitive changes, and raises them after a second step. */
import { lockUser, type User } from '#server/auth/accounts/users.ts';
import type { AuthContext } from '#server/auth/context/auth-context.ts';
import { type AuthFailure, fail, runSteps, type Steps, type Checks } from '#server/auth/requests/steps.ts';
import { limitSubject } from '#server/auth/requests/limits.ts';
import type { Guard } from '#server/auth/requests/route.ts';
import { signedInUser, type SignedIn } from '#server/auth/sessions/authenticate.ts';
import type { OpenSession } from '#server/auth/sessions/open-session.ts';
import { restartTokenChain } from '#server/auth/sessions/refresh-tokens.ts';
import {
  elevateSession,
  endAal1Sessions,
  lockSession,
  type SecondStep,
  type Session,
} from '#server/auth/sessions/sessions.ts';
import type { TransactionSql } from '#server/database/database.ts';
import { amrMethods, hasVerifiedFactor } from './factors.ts';

/**
 * Refuses an aal1 session if the user has a verified second factor. Use this for changes that a stolen password must
 * not be enough for, such as a new address or password (GoTrue, user.go: `insufficient_aal`).
 */
export async function* requireAssurance({ sql }: AuthContext, { user, session }: SignedIn): Steps<void> {
  if (isAal2(session.aal)) return;
  if (await hasVerifiedFactor(sql, user.id)) yield* fail('insufficient-aal');
}

/**
 * A signed-in user with the second factor if there is one. Requests count toward the changes of the account, but only after
 * that check: an attacker with the password must not use up the owner's changes.
 * @param refusal the failure for a session without the second factor
 */
export const assuredUser = (refusal: AuthFailure['type']): Guard<SignedIn> =>
  async function* (auth, request) {
    const signedIn = yield* signedInUser(auth, request);
    if (!(await isAssured(auth, signedIn))) return yield* fail(refusal);
    yield* limitSubject(auth, 'changeByAccount', signedIn.user.id);
    return signedIn;
  };

/** A signed-in user whose change may need no second factor. Without it, requests count by session, for the same reason. */
export const changingUser: Guard<SignedIn> = async function* (auth, request) {
  const signedIn = yield* signedInUser(auth, request);
  const { user, session } = signedIn;
  const subject = (await isAssured(auth, signedIn)) ? user.id : `session ${session.id}`;
  yield* limitSubject(auth, 'changeByAccount', subject);
  return signedIn;
};

const isAssured = async (auth: AuthContext, signedIn: SignedIn): Promise<boolean> =>
  (await runSteps(requireAssurance(auth, signedIn))).ok;

/** Whether the session verified a second factor. */
export const isAal2 = (aal: string): boolean => aal === 'aal2';

/**
 * Locks the session and repeats the check from the start of the request, which may have been half a minute ago (a slow
 * body) or ten minutes ago (a sign-in at a provider). The session may have ended or lost its level meanwhile, or the
 * user may have added a factor. The lock prevents changes until the end of the transaction.
 * @param refusal the failure for a session without the second factor
 */
export async function* lockAssuredSession(
  tx: TransactionSql,
  signedIn: SessionRef,
  refusal: AuthFailure['type'],
): Steps<Session> {
  const session = yield* lockUserSession(tx, signedIn);
  const isWeak = !isAal2(session.aal) && (await hasVerifiedFactor(tx, signedIn.user.id));
  return isWeak ? yield* fail(refusal) : session;
}

/**
 * Checks whether the session's sign-in is recent. A second factor does not count, because an attacker with a stolen
 * session could enroll one. A sign-in by an emailed link counts at least for the lifetime of such a link, since it may
 * be a recovery.
 */
export function isRecent({ settings, now }: AuthContext, { amr }: Pick<Session, 'amr'>): boolean {
  const { recentSignIn, oneTimeTokenLifetime } = settings;
  if (recentSignIn === 0) return true;
  const signIns = amr.filter(({ method }) => !SECOND_STEPS.has(method));
  const latest = Math.max(0, ...signIns.map(({ timestamp }) => timestamp));
  const byLink = signIns.some(({ method }) => method === 'recovery' || method === 'otp');
  const span = byLink ? Math.max(recentSignIn, oneTimeTokenLifetime) : recentSignIn;
  return now().getTime() / 1000 - latest <= span;
}

const SECOND_STEPS: ReadonlySet<string> = new Set([...Object.values(amrMethods), 'mfa/recovery_code']);

/**
 * Requires a recent sign-in for requests that add a sign-in method, such as a passkey, so that a session left open on a
 * shared device does not give permanent access. Stricter than hosted Supabase, which requires it only for a new
 * password.
 */
export function* requireRecentSignIn(auth: AuthContext, session: Pick<Session, 'amr'>): Checks<void> {
  if (isRecent(auth, session)) return;
  yield* fail('reauthentication-needed', { message: 'Sign in again before you add a way to sign in' });
}

/** A user, a session, and the assurance level of the presented token if there is one. */
export type SessionRef = {
  readonly user: Pick<User, 'id'>;
  readonly session: Pick<Session, 'id'> & Partial<Pick<Session, 'aal'>>;
};

/** Locks the user and the session. They may have changed or been deleted while this request waited. */
export async function* lockUserSession(tx: TransactionSql, { user, session }: SessionRef): Steps<Session> {
  if ((await lockUser(tx, user.id)) === undefined) return yield* fail('unknown-user');
  const locked = await lockSession(tx, session.id);
  if (locked === undefined) return yield* fail('unknown-session');
  // A token from before the second factor keeps its low level, even if its session has been elevated since.
  const isWeak = session.aal !== undefined && !isAal2(session.aal);
  return isWeak ? { ...locked, aal: session.aal } : locked;
}

/**
 * Elevates this session, and ends the user's aal1 sessions and the session's earlier tokens, which an attacker with the
 * password could have.
 */
export async function elevate(tx: TransactionSql, session: Session, step: SecondStep): Promise<OpenSession> {
  const elevated = await elevateSession(tx, session, step);
  await endAal1Sessions(tx, session.userId);
  return { session: elevated, refreshToken: await restartTokenChain(tx, session.id, step.now) };
}
