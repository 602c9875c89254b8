/** Sign-in, sign-up and password reset by email (spec section 4, product A4). */
import {
  checkResetEmail,
  checkSignIn,
  checkSignUp,
  type Credentials,
  type CredentialsFailure,
  type Entry,
} from '#core/account/credentials.ts';
import { DEMO_USER, type User } from '#core/account/user.ts';
import { fail, ok, type Result } from '#core/result.ts';
import { isOutcomeUnknown, type AccountFailure, type Accounts, type Captcha } from '#client/ports/accounts.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { SignInAccess } from './session.ts';

/** Delay between the end of an earlier session and the sign-in (spec section 9). */
const AFTER_SIGN_OUT_MS = 100;

export type SignInFailure = ({ readonly type: 'credentials' } & CredentialsFailure) | AccountFailure;

/** Options of the form. */
type SignInOptions = { readonly captcha?: Captcha };

/** Signs in with the credentials that the user typed. */
export const signIn = (access: SignInAccess, typed: Credentials, { captcha }: SignInOptions = {}): SignInResult =>
  enter(access, checkSignIn(typed), (accounts, credentials) => accounts.signIn(credentials, captcha));

type SignUpOptions = SignInOptions & {
  /** Whether to import the guest list of this device into the new account. */
  readonly importsGuestList?: boolean;
  /** The secret of the invitation that the user opened. */
  readonly invitation?: string | null;
};

/** Creates an account with the credentials that the user typed, and signs in. */
export const signUp = (
  access: SignInAccess,
  typed: Credentials,
  { captcha, importsGuestList = false, invitation = null }: SignUpOptions = {},
): SignInResult =>
  enter(access, checkSignUp(typed), async (accounts, credentials) => {
    const guestList = await access.loadGuestList().catch(() => null);
    if (guestList === null) return fail({ type: 'unreachable' });
    // An earlier attempt, whose answer was lost, may have created the account.
    const isRetry = importsGuestList && guestList.isImportRequested(credentials.email);
    // Request the import before the sign-up, so that closing the page does not lose it.
    if (importsGuestList) guestList.requestImport(credentials.email);
    else guestList.cancelImport();
    const created = await accounts.signUp(credentials, captcha, invitation);
    if (!created.ok && !isRetry && !mayExist(created.failure)) guestList.cancelImport();
    return created;
  });

/** Whether the account may exist although the sign-up did not sign in. */
const mayExist = (failure: AccountFailure): boolean =>
  failure.type === 'confirmation-needed' || isOutcomeUnknown(failure);

type SignInResult = Promise<Result<User, SignInFailure>>;

async function enter(
  access: SignInAccess,
  checked: Result<Entry, CredentialsFailure>,
  request: (accounts: Accounts, credentials: Credentials) => Promise<Result<User, AccountFailure>>,
): Promise<Result<User, SignInFailure>> {
  if (!checked.ok) return fail({ type: 'credentials', ...checked.failure });
  const entry = checked.value;
  access.startSignOut();
  if (entry.type === 'demo') {
    access.setUser(DEMO_USER);
    return ok(DEMO_USER);
  }
  access.setUser(null);
  if (await access.finishSignOut()) await wait(access.clock, AFTER_SIGN_OUT_MS);
  const entered = await withAccounts(access, (accounts) => request(accounts, entry.credentials));
  if (entered.ok) access.setUser(entered.value);
  return entered;
}

export type ResetFailure =
  | AccountFailure
  | { readonly type: 'missing-email' }
  | { readonly type: 'invalid-email' }
  | { readonly type: 'demo-reset' };

const createMailRequest =
  (name: 'sendReset' | 'resendConfirmation') =>
  async (access: SignInAccess, typed: string, { captcha }: SignInOptions = {}): Promise<Result<null, ResetFailure>> => {
    const email = checkResetEmail(typed);
    return email.ok ? withAccounts(access, (accounts) => accounts[name](email.value, captcha)) : email;
  };

/** Sends a link for choosing a new password to an email address. */
export const sendReset = createMailRequest('sendReset');

/** Sends the email again that confirms the address of a new account. */
export const resendConfirmation = createMailRequest('resendConfirmation');

/** Makes a call; `unreachable` if the calls cannot be downloaded. */
async function withAccounts<T>(
  { loadAccounts }: SignInAccess,
  call: (accounts: Accounts) => Promise<Result<T, AccountFailure>>,
): Promise<Result<T, AccountFailure>> {
  const accounts = await loadAccounts().catch(() => null);
  return accounts === null ? fail({ type: 'unreachable' }) : call(accounts);
}

const wait = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
