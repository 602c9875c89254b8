/** Lets somebody in with a session the backend gave, or holds it until the second step or the new password is there. */
import type { User } from '#core/account/user.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountFailure } from '#client/ports/accounts.ts';
import type { Clock } from '#client/ports/clock.ts';
import { askAuth, toDone } from './ask-auth.ts';
import type { AskParts } from './ask-auth.ts';
import { readOwedFactors } from './second-step.ts';
import { forOneCall, takeSession } from './stored-session.ts';
import type { SessionStore } from './session-store.ts';
import type { StoredSession } from './stored-session.ts';

export type AdmissionParts = AskParts & { readonly store: SessionStore; readonly clock: Clock };

/** What a session is for: to be in, or first to choose a new password (product A2). */
type Goal = 'in' | 'new-password';

/** A session that is in memory only: a page that is left takes it along, and nobody is in by it. */
export type Held = {
  readonly session: StoredSession;
  readonly goal: Goal;
  /** Whether the code of a second step has to come first. */
  readonly owesCode: boolean;
};

export type Admission = {
  /**
   * Takes a session in. It is held where it owes a code (`code-needed`), or where its goal is a new password.
   * `of` is what was held and became this: it is no other session, and must not be ended.
   */
  readonly admit: (answered: unknown, goal: Goal, of?: Held) => Result<User, AccountFailure>;
  readonly held: () => Held | undefined;
  /** Gives up what is held, and ends it with the backend as far as that can be reached. */
  readonly release: () => Promise<void>;
  /** The held session is good now: its owner is in. */
  readonly enter: (session: StoredSession) => User;
};

export function createAdmission(parts: AdmissionParts): Admission {
  const { store, clock } = parts;
  let held: Held | undefined;
  const release = async (): Promise<void> => {
    const session = held?.session;
    held = undefined;
    if (session !== undefined) await endSession(parts, session);
  };
  const enter = (session: StoredSession): User => {
    const before = store.read();
    held = undefined;
    store.write(session);
    // Whoever was in is out by that: a session that nobody has any more must not live on (product A4).
    if (before !== null && before.refresh_token !== session.refresh_token) void endSession(parts, before);
    return toUser(session);
  };
  return {
    admit(answered, goal, of) {
      const session = takeSession(answered, clock.now());
      if (session === null) return fail({ type: 'no-user' });
      // Two at once: the earlier one is nobody's any more.
      if (held !== of) void release();
      const factors = readOwedFactors(session);
      if (factors.length > 0) {
        held = { session, goal, owesCode: true };
        return fail({ type: 'code-needed', factors });
      }
      if (goal === 'in') return ok(enter(session));
      held = { session, goal, owesCode: false };
      return ok(toUser(session));
    },
    held: () => held,
    release,
    enter,
  };
}

/** Ends one session with the backend; what fails is not told: it ends by itself one day. */
export const endSession = async (
  parts: Pick<AdmissionParts, 'readConfig' | 'fetch' | 'clock'>,
  session: StoredSession,
): Promise<void> => {
  await askAuth(parts, {
    session: forOneCall(session, parts.clock.now()),
    call: async (client) => toDone(await client.signOut({ scope: 'local' })),
  });
};

/** The name is the part of the address before the @ (spec section 8, sign-up). */
function toUser({ user: { id, email = '' } }: StoredSession): User {
  return { id, username: email.slice(0, email.lastIndexOf('@')) || email, password: '' };
}
