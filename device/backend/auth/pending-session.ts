/**
 * Signs in with a session from the backend, or keeps it pending until the second step or the new password is complete. Sends and verifies the
 * codes of second steps.
 */
import type { User } from '#core/account/user.ts';
import { fail, ok, type Result } from '#core/result.ts';
import type { AccountFailure, Accounts, AuthResult, CodeChannel } from '#client/ports/accounts.ts';
import type { Clock } from '#client/ports/clock.ts';
import {
  type AuthCallError,
  type AuthRequest,
  type AuthRequestFailure,
  type AuthRequestParts,
  endSession,
  requestAuth,
  toAccountFailure,
} from '#device/backend/session/request-auth.ts';
import {
  forOneCall,
  parseSession,
  readRequiredFactors,
  RECOVERY_CODES,
  type StoredSession,
} from '#device/backend/session/stored-session.ts';
import type { SessionStore } from '#device/backend/session/session-store.ts';

export type AuthParts = AuthRequestParts & {
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Called before another account's session takes the place of this user's. */
  readonly onReplaced: (userId: string) => void;
};

/** The purpose of a session: to sign in, or to choose a new password first (product A2). */
type Goal = 'in' | 'new-password';

/** A session in memory only. It is lost with the page and does not sign the user in. */
type PendingSession = {
  readonly session: StoredSession;
  readonly goal: Goal;
  /** Whether a second-step code is required first. */
  readonly needsCode: boolean;
};

export type PendingSessions = {
  /**
   * Accepts a session. It stays pending if it requires a code (`code-needed`) or if its goal is a new password. `of` is
   * the pending session that this one continues and that must not be ended.
   */
  readonly accept: (answered: unknown, goal: Goal, of?: PendingSession) => Result<User, AccountFailure>;
  readonly pending: () => PendingSession | undefined;
  /** Drops the pending session and ends it on the backend if the backend is reachable. */
  readonly release: () => Promise<void>;
  /** Signs in with the pending session. */
  readonly enter: (session: StoredSession) => User;
};

export function createPendingSessions(parts: AuthParts): PendingSessions {
  const { store, clock } = parts;
  let pending: PendingSession | undefined;
  const release = async (): Promise<void> => {
    const session = pending?.session;
    pending = undefined;
    if (session !== undefined) await endSession(parts, session);
  };
  const enter = (session: StoredSession): User => {
    const before = store.read();
    pending = undefined;
    if (before !== null && before.user.id !== session.user.id) parts.onReplaced(before.user.id);
    store.write(session);
    // End the session of the previous user, which no tab has any more (product A4).
    if (before !== null && before.refresh_token !== session.refresh_token) void endSession(parts, before);
    return toUser(session);
  };
  return {
    accept(answered, goal, of) {
      const session = parseSession(answered, clock.now());
      if (session === null) return fail({ type: 'no-user' });
      // End an earlier pending session.
      if (pending !== of) void release();
      const factors = readRequiredFactors(session);
      if (factors.length > 0) {
        pending = { session, goal, needsCode: true };
        return fail({ type: 'code-needed', factors });
      }
      if (goal === 'in') return ok(enter(session));
      pending = { session, goal, needsCode: false };
      return ok(toUser(session));
    },
    pending: () => pending,
    release,
    enter,
  };
}

/** The user name is the part of the address before the @ (spec section 8, sign-up). */
function toUser({ user: { id, email = '' } }: StoredSession): User {
  return { id, username: email.slice(0, email.lastIndexOf('@')) || email, password: '' };
}

/** Calls with a pending session: the second-step code and the new password (product A2, A3). */
type PendingSessionCalls = Pick<Accounts, 'sendCode' | 'enterCode' | 'chooseNewPassword'>;

export function createPendingSessionCalls(parts: AuthParts, pendingSessions: PendingSessions): PendingSessionCalls {
  const calls = createSecondStepCalls();
  const requestAs =
    ({ session }: PendingSession): RequestAs<AuthRequestFailure> =>
    ({ call }) =>
      requestAuth(parts, { session: forOneCall(session, parts.clock.now()), call });
  return {
    async sendCode(factorId, channel) {
      const pending = pendingSessions.pending();
      if (pending === undefined) return NOTHING_PENDING;
      return toAccountResult(await calls.send(requestAs(pending), factorId, channel));
    },
    async enterCode(factorId, code) {
      const pending = pendingSessions.pending();
      if (pending === undefined) return NOTHING_PENDING;
      const entered = toAccountResult(await calls.enter(requestAs(pending), factorId, code));
      // The user may have canceled in the meantime.
      if (!entered.ok || pendingSessions.pending() !== pending) return entered.ok ? NOTHING_PENDING : entered;
      return continuePending(pendingSessions, pending, entered.value);
    },
    async chooseNewPassword(password) {
      const pending = pendingSessions.pending();
      if (pending?.goal !== 'new-password' || pending.needsCode) return NOTHING_PENDING;
      const set = toAccountResult(await requestAs(pending)({ call: (client) => client.updateUser({ password }) }));
      if (!set.ok) return set;
      return pendingSessions.pending() === pending ? ok(pendingSessions.enter(pending.session)) : NOTHING_PENDING;
    },
  };
}

/** Continues after the correct code: signs in, or asks for a new password. */
function continuePending(
  pendingSessions: PendingSessions,
  pending: PendingSession,
  answered: unknown,
): Result<AuthResult, AccountFailure> {
  const { goal } = pending;
  const accepted = pendingSessions.accept(answered, goal, pending);
  if (!accepted.ok) return accepted;
  return ok(goal === 'in' ? { type: 'in', user: accepted.value } : toNewPassword(pendingSessions));
}

/** The outcome if the pending session needs only a new password. */
export const toNewPassword = (pendingSessions: PendingSessions): AuthResult => ({
  type: 'new-password',
  email: pendingSessions.pending()?.session.user.email ?? '',
});

/** The pending session was replaced or canceled. */
const NOTHING_PENDING = fail({ type: 'sign-in-again' } as const);

/** The pending session was ended elsewhere, or its account was deleted. */
const OVER = new Set(['session_expired', 'user_not_found', 'bad_jwt']);

function toAccountResult<T>(answer: Result<T, AuthRequestFailure>): Result<T, AccountFailure> {
  if (answer.ok) return answer;
  const { failure } = answer;
  return failure.type === 'error' && isOver(failure.error) ? NOTHING_PENDING : fail(toAccountFailure(failure));
}

/** The library has a separate error for a missing session. */
const isOver = ({ name, code = '' }: AuthCallError): boolean => name === 'AuthSessionMissingError' || OVER.has(code);

/** Makes calls with the session that needs the code. */
type RequestAs<F> = <T>(request: Pick<AuthRequest<T>, 'call'>) => Promise<Result<NonNullable<T>, F>>;

/**
 * Creates the calls, for pending sign-ins and for signed-in users. They remember the challenge of each phone, because a code is valid for its
 * challenge only.
 */
export function createSecondStepCalls() {
  const sent = new Map<string, string>();
  return {
    /** Sends a code to a phone. */
    async send<F>(request: RequestAs<F>, factorId: string, channel: CodeChannel): Promise<Result<null, F>> {
      const challenged = await request({ call: (client) => client.mfa.challenge({ factorId, channel }) });
      if (!challenged.ok) return challenged;
      sent.set(factorId, challenged.value.id);
      return ok(null);
    },
    /** Verifies a code. @returns the session from the backend */
    async enter<F>(request: RequestAs<F>, factorId: string, code: string): Promise<Result<unknown, F>> {
      // Recovery codes need no challenge.
      const challengeId = factorId === RECOVERY_CODES.id ? '' : sent.get(factorId);
      const entered = await request({
        call: (client) =>
          challengeId === undefined
            ? client.mfa.challengeAndVerify({ factorId, code })
            : client.mfa.verify({ factorId, challengeId, code }),
      });
      if (entered.ok) sent.delete(factorId);
      return entered;
    },
  };
}
