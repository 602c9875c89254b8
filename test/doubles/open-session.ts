/** For tests: a session on a backend with given answers, on a device with several tabs. */
import type { Credentials } from '#core/account/credentials.ts';
import type { User } from '#core/account/user.ts';
import { ok, type Result } from '#core/result.ts';
import type { AccountFailure, Accounts } from '#client/ports/accounts.ts';
import { sendReset, signIn, signUp } from '#client/session/sign-in.ts';
import { createSession } from '#client/session/session.ts';
import { NO_ACCOUNTS } from '#client/testing/fake-accounts.ts';
import { createFakeUserStorage } from './fake-user-storage.ts';
import { createFakeClock } from './fake-clock.ts';

export const ANN: User = { id: 'a', username: 'ann', password: '' };
export const TYPED = { email: ' Ann@Example.org ', password: 'pear7tree' };

/** A signed-in or signed-out session, on a backend with the given responses. */
export function openSession(
  kept: User | null = null,
  answer: Result<User, AccountFailure> | 'unreachable' = ok(ANN),
  promisedTo = '',
) {
  const asked: string[] = [];
  const taken: string[] = [];
  const clock = createFakeClock();
  const ends: ((failure?: Error) => void)[] = [];
  const ask = (call: string) => Promise.resolve(asked.push(call));
  const loadAccounts = async (): Promise<Accounts> => {
    if (answer === 'unreachable') throw new TypeError('Failed to fetch dynamically imported module');
    return {
      ...NO_ACCOUNTS,
      signIn: ({ email, password }) => ask(`sign in ${email} ${password}`).then(() => answer),
      signUp: ({ email, password }, captcha, invitation) =>
        ask(['sign up', email, password, captcha, invitation].filter(Boolean).join(' ')).then(() => answer),
      sendReset: (email) => ask(`reset ${email}`).then(() => ok(null)),
      signOut: (session) =>
        new Promise((resolve, reject) => {
          asked.push(session?.startsWith('session of ') === true ? 'sign out' : 'sign out without a session');
          ends.push((failure) => (failure ? reject(failure) : resolve()));
        }),
    };
  };
  const userStorage = createFakeUserStorage(kept, (userId) => {
    taken.push(userId);
    return `session of ${userId}`;
  });
  const guestList = {
    requestImport: (email: string) => void asked.push(`request import ${email}`),
    isImportRequested: (email: string) => email === promisedTo,
    cancelImport: () => void asked.push('cancel'),
  };
  const session = createSession({ loadAccounts, loadGuestList: async () => guestList, userStorage, clock });
  const changes: (string | null)[] = [];
  session.onChange(() => changes.push(session.user()?.username ?? null));
  return {
    ...session,
    signIn: (typed: Credentials) => signIn(session.signInAccess, typed),
    signUp: (typed: Credentials, options?: Parameters<typeof signUp>[2]) =>
      signUp(session.signInAccess, typed, options),
    sendReset: (email: string) => sendReset(session.signInAccess, email),
    asked,
    /** The ids of users whose tokens were removed from this device. */
    taken,
    changes,
    advance: clock.advance,
    keptUser: userStorage.read,
    /** Answers the sign-out request. */
    endSignOut: (failure?: Error) => ends.shift()?.(failure),
    elsewhere: userStorage.elsewhere,
  };
}
