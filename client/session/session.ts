/** Who is signed in on this device, and how one comes in and goes out (spec section 4, product A4). */
import { checkResetEmail, checkSignIn, checkSignUp } from '#core/account/credentials.ts';
import type { Credentials, CredentialsFailure, Entry } from '#core/account/credentials.ts';
import { DEMO_USER, isDemoUser } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountFailure, Accounts } from '#client/ports/accounts.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { UserKeeper } from '#client/ports/user-keeper.ts';

/** Sign-in waits so long after ending an earlier session (spec section 9). */
const AFTER_SIGN_OUT_MS = 100;

export type EntryFailure = ({ readonly type: 'credentials' } & CredentialsFailure) | AccountFailure;
export type ResetFailure = AccountFailure | { readonly type: 'missing-email' | 'invalid-email' | 'demo-reset' };

export type Session = {
  readonly user: () => User | null;
  readonly signIn: (typed: Credentials) => Promise<Result<User, EntryFailure>>;
  readonly signUp: (typed: Credentials) => Promise<Result<User, EntryFailure>>;
  readonly sendReset: (email: string) => Promise<Result<null, ResetFailure>>;
  readonly signOut: () => Promise<void>;
  /** Calls back when somebody came in or went out, in this tab or another. */
  readonly onChange: (listener: () => void) => () => void;
};

type SessionParts = { readonly accounts: Accounts; readonly keeper: UserKeeper; readonly clock: Clock };

export function createSession({ accounts, keeper, clock }: SessionParts): Session {
  const { user, keep, onChange } = createSignedIn(keeper);
  const farewell = createFarewell(accounts);
  /** Out at once: a backend that does not answer keeps nobody in (product Y6). */
  const leave = (): void => {
    farewell.begin(user());
    keep(null);
  };
  const enter = async (
    checked: Result<Entry, CredentialsFailure>,
    ask: (credentials: Credentials) => Promise<Result<User, AccountFailure>>,
  ): Promise<Result<User, EntryFailure>> => {
    if (!checked.ok) return fail({ type: 'credentials', ...checked.failure });
    if (checked.value.type === 'demo') {
      farewell.begin(user());
      keep(DEMO_USER);
      return ok(DEMO_USER);
    }
    leave();
    if (await farewell.isOver()) await wait(clock, AFTER_SIGN_OUT_MS);
    const entered = await ask(checked.value.credentials);
    if (entered.ok) keep(entered.value);
    return entered;
  };
  return {
    user,
    signIn: (typed) => enter(checkSignIn(typed), accounts.signIn),
    signUp: (typed) => enter(checkSignUp(typed), accounts.signUp),
    async sendReset(typed) {
      const email = checkResetEmail(typed);
      return email.ok ? accounts.sendReset(email.value) : email;
    },
    async signOut() {
      leave();
      await farewell.isOver();
    },
    onChange,
  };
}

/** The backend is told that somebody goes; whoever comes in next waits for its answer (product A4). */
function createFarewell(accounts: Accounts) {
  let ending: Promise<void> | null = null;
  return {
    begin(user: User | null): void {
      // The demo makes no logout call (spec section 6).
      if (user !== null && !isDemoUser(user)) ending = accounts.signOut();
    },
    /** Waits until the backend has answered; false when there was nothing to end. */
    async isOver(): Promise<boolean> {
      if (ending === null) return false;
      await ending;
      ending = null;
      return true;
    },
  };
}

/** The signed-in user in memory and on the device, one for all tabs. */
function createSignedIn(keeper: UserKeeper) {
  let user = keeper.read();
  const listeners = new Set<() => void>();
  const set = (next: User | null): void => {
    if (next?.id === user?.id && next?.username === user?.username) return;
    user = next;
    for (const listener of listeners) listener();
  };
  keeper.onChange(() => set(keeper.read()));
  return {
    user: () => user,
    keep: (next: User | null): void => {
      keeper.write(next);
      set(next);
    },
    onChange: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const wait = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
