/** The accounts port, fulfilled by the auth library: sign-in, sign-up, reset and sign-out (spec section 7, product A4). */
import type { AuthError } from '@supabase/auth-js';
import type { User } from '#core/account/user.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountFailure, Accounts } from '#client/ports/accounts.ts';
import type { Clock } from '#client/ports/clock.ts';
import { callAuth } from './auth-call.ts';
import type { Auth, AuthAnswer } from './auth-call.ts';
import type { ReadConfig } from './config.ts';
import { takeSession } from './stored-session.ts';
import type { SessionStore, StoredSession } from './stored-session.ts';

type AccountsParts = {
  readonly readConfig: ReadConfig;
  readonly fetch: typeof fetch;
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Where the link of a reset mail leads. */
  readonly address: string;
  /** Gives a new account its profile and categories. */
  readonly furnish: (user: User, email: string) => Promise<void>;
};

export function createAccounts(parts: AccountsParts): Accounts {
  const { store, address, furnish } = parts;
  return {
    async signIn({ email, password }) {
      const answer = await ask(parts, (client) => client.signInWithPassword({ email, password }));
      return answer.ok ? enter(parts, answer.value.session, email) : answer;
    },
    async signUp({ email, password }) {
      const credentials = { email, password, options: { data: { email_confirm: false } } };
      const answer = await ask(parts, (client) => client.signUp(credentials));
      if (!answer.ok) return answer;
      const { session, user } = answer.value;
      if (session === null) return fail({ type: user ? 'confirmation-needed' : 'no-user' });
      const entered = enter(parts, session, email);
      if (entered.ok) await furnish(entered.value, email);
      return entered;
    },
    async sendReset(email) {
      const answer = await ask(parts, (client) => client.resetPasswordForEmail(email, { redirectTo: address }));
      return answer.ok ? ok(null) : answer;
    },
    async signOut() {
      const session = store.read();
      // Out on this device first, whatever the network does.
      store.write(null);
      if (session === null) return;
      await ask(parts, (client) => client.signOut({ scope: 'local' }).then(noData), session);
    },
  };
}

/** A sign-out carries nothing. */
const noData = ({ error }: { readonly error: AuthError | null }): Answer<null> =>
  error ? { data: null, error } : { data: null, error: null };

/** As the library answers: either the one or the other is there. */
type Answer<T> = { readonly data: T; readonly error: null } | { readonly data: unknown; readonly error: AuthError };

/** Runs one call of the library, and says in the app's words what came of it. */
async function ask<T>(
  { readConfig, fetch: send }: AccountsParts,
  call: (client: Auth) => Promise<Answer<T>>,
  session: StoredSession | null = null,
): Promise<Result<T, AccountFailure>> {
  const config = await readConfig();
  if (!config.ok) return config;
  const answer = await callAuth({ config: config.value, fetch: send, session, call });
  if (answer === null) return fail({ type: 'unreachable' });
  const { result } = answer;
  return result.error ? fail(toFailure(result.error, answer)) : ok(result.data);
}

/** Product A4 and spec section 8: two errors have sentences of their own, any other message is shown as received. */
function toFailure(error: AuthError, { status }: AuthAnswer<unknown>): AccountFailure {
  if (error.code === 'invalid_credentials') return { type: 'invalid-credentials' };
  if (error.code === 'weak_password') return { type: 'weak-password' };
  if (error.name === 'AuthWeakPasswordError') return { type: 'weak-password' };
  // An answer that the library could not read, or a good one without a session, is none of this backend's words.
  if (error.name === 'AuthInvalidTokenResponseError') return { type: 'no-user' };
  return error.name === 'AuthUnknownError' || status < 400
    ? { type: 'unreachable' }
    : { type: 'refused', message: error.message };
}

/** Keeps the session of who came in. The name is the part of the address before the @ (spec section 8, sign-up). */
function enter({ store, clock }: AccountsParts, answered: unknown, email: string): Result<User, AccountFailure> {
  const session = takeSession(answered, clock.now());
  if (session === null) return fail({ type: 'no-user' });
  store.write(session);
  return ok({ id: session.user.id, username: emailToUsername(email), password: '' });
}

/** The name an account has before anybody gives it another (spec section 7, profile). */
const emailToUsername = (email: string): string => email.slice(0, email.lastIndexOf('@')) || email;
