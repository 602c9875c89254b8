/** How one comes in: sign-in, sign-up, and a new password for who forgot it (spec section 4, product A4). */
import { checkResetEmail, checkSignIn, checkSignUp } from '#core/account/credentials.ts';
import type { Credentials, CredentialsFailure, Entry } from '#core/account/credentials.ts';
import { DEMO_USER } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountFailure, Accounts, Captcha } from '#client/ports/accounts.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { Door } from './session.ts';

/** Sign-in waits so long after ending an earlier session (spec section 9). */
const AFTER_SIGN_OUT_MS = 100;

export type EntryFailure = ({ readonly type: 'credentials' } & CredentialsFailure) | AccountFailure;

/** What comes along with the form. */
type EntryOptions = { readonly captcha?: Captcha };

/** Signs in with what was typed. */
export const signIn = (door: Door, typed: Credentials, { captcha }: EntryOptions = {}): Entering =>
  enter(door, checkSignIn(typed), (accounts, credentials) => accounts.signIn(credentials, captcha));

type SignUpOptions = EntryOptions & {
  /** Whether the list of the demo on this device joins the new account. */
  readonly takesDemoAlong?: boolean;
};

/** Creates an account from what was typed, and signs in to it. */
export const signUp = (
  door: Door,
  typed: Credentials,
  { captcha, takesDemoAlong = false }: SignUpOptions = {},
): Entering =>
  enter(door, checkSignUp(typed), async (accounts, credentials) => {
    const takeAlong = await door.loadTakeAlong().catch(() => null);
    if (takeAlong === null) return fail({ type: 'unreachable' });
    // An earlier try, whose answer was lost, may have made the account.
    const isRetry = takesDemoAlong && takeAlong.isPromised(credentials.email);
    // Before anybody is asked: what happens to this page afterwards must not lose the wish.
    if (takesDemoAlong) takeAlong.promise(credentials.email);
    else takeAlong.cancel();
    const created = await accounts.signUp(credentials, captcha);
    if (!created.ok && !isRetry && !mayExist(created.failure)) takeAlong.cancel();
    return created;
  });

/** Whether an account may be there after a sign-up that brought nobody in. */
const mayExist = ({ type }: AccountFailure): boolean => type === 'confirmation-needed' || type === 'unreachable';

type Entering = Promise<Result<User, EntryFailure>>;

async function enter(
  door: Door,
  checked: Result<Entry, CredentialsFailure>,
  ask: (accounts: Accounts, credentials: Credentials) => Promise<Result<User, AccountFailure>>,
): Promise<Result<User, EntryFailure>> {
  if (!checked.ok) return fail({ type: 'credentials', ...checked.failure });
  const entry = checked.value;
  door.sayFarewell();
  if (entry.type === 'demo') {
    door.keep(DEMO_USER);
    return ok(DEMO_USER);
  }
  door.keep(null);
  if (await door.isFarewellSaid()) await wait(door.clock, AFTER_SIGN_OUT_MS);
  const entered = await withAccounts(door, (accounts) => ask(accounts, entry.credentials));
  if (entered.ok) door.keep(entered.value);
  return entered;
}

export type ResetFailure = AccountFailure | { readonly type: 'missing-email' | 'invalid-email' | 'demo-reset' };

/** Has the backend send a link to choose a new password. */
export async function sendReset(
  door: Door,
  typed: string,
  { captcha }: EntryOptions = {},
): Promise<Result<null, ResetFailure>> {
  const email = checkResetEmail(typed);
  return email.ok ? withAccounts(door, (accounts) => accounts.sendReset(email.value, captcha)) : email;
}

/** Without a network the calls themselves may be missing. */
async function withAccounts<T>(
  { loadAccounts }: Door,
  call: (accounts: Accounts) => Promise<Result<T, AccountFailure>>,
): Promise<Result<T, AccountFailure>> {
  const accounts = await loadAccounts().catch(() => null);
  return accounts === null ? fail({ type: 'unreachable' }) : call(accounts);
}

const wait = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
