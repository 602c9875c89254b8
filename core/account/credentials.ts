/** The credentials that a user types, and their validation (spec section 5, product W2). */
import { fail, ok, type Result } from '#core/result.ts';

export type Credentials = { readonly email: string; readonly password: string };

/** A real account's credentials, the email lowercased and trimmed; or the demo's. */
export type Entry = { readonly type: 'account'; readonly credentials: Credentials } | { readonly type: 'demo' };

export type CredentialsFailure = {
  /** The email is missing. One message is enough, so the password is not checked. */
  readonly form: 'missing-credentials' | null;
  readonly email: 'invalid-email' | null;
  readonly password: 'missing-password' | 'weak-password' | null;
};

/** The demo's fixed address (product W2). */
export const DEMO_EMAIL = 'demo@checklist.example';
/** Opens the demo, as email and as password. */
export const DEMO_WORD = 'demo';

/** Text, an at sign, text with a dot, no spaces. Only an email can prove that an address works. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/u;
/** At least 6 characters, letters and digits only (spec section 5). */
const NEW_PASSWORD_PATTERN = /^[\p{L}\p{N}]{6,}$/u;

/** The shortest new password. */
export const PASSWORD_MIN_LENGTH = 6;

/**
 * The same rule for password managers, as WebKit's attribute `passwordrules` takes it. iPhones otherwise suggest hyphens,
 * which the rule refuses. Suggestions have all three kinds of characters, because some backends require them, and at most
 * the length that backends accept. (developer.apple.com, Password Rules)
 */
export const PASSWORD_RULES =
  `minlength: ${PASSWORD_MIN_LENGTH}; maxlength: 72; ` +
  'required: lower; required: upper; required: digit; allowed: lower, upper, digit;';

/** Whether these credentials open the demo (product W2). */
export const isDemoEntry = ({ email, password }: Credentials): boolean =>
  isDemoEmail(normalizeEmail(email)) && password === DEMO_WORD;

/** Validates the sign-in form: both fields are required, and the email must look like an address. */
export function checkSignIn(typed: Credentials): Result<Entry, CredentialsFailure> {
  return check(typed, typed.password === '' ? 'missing-password' : null);
}

/** Validates the sign-up form: the rules of sign-in, and at least 6 letters and digits as password. */
export function checkSignUp(typed: Credentials): Result<Entry, CredentialsFailure> {
  return check(typed, newPasswordFailure(typed.password));
}

/** Validates the reset form. The demo's password cannot be reset (spec section 6). */
export function checkResetEmail(
  typed: string,
): Result<string, { readonly type: 'missing-email' | 'invalid-email' | 'demo-reset' }> {
  const email = normalizeEmail(typed);
  if (isDemoEmail(email)) return fail({ type: 'demo-reset' });
  const failure = emailFailure(email);
  return failure === null ? ok(email) : fail({ type: failure });
}

/** Emails are lowercased and trimmed (spec section 5). */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

function check(typed: Credentials, passwordFailure: CredentialsFailure['password']): Result<Entry, CredentialsFailure> {
  if (isDemoEntry(typed)) return ok({ type: 'demo' });
  const { password } = typed;
  const email = normalizeEmail(typed.email);
  const failure = emailFailure(email);
  if (failure === 'missing-email') return fail({ form: 'missing-credentials', email: null, password: null });
  return failure === null && passwordFailure === null
    ? ok({ type: 'account', credentials: { email, password } })
    : fail({ form: null, email: failure, password: passwordFailure });
}

const isDemoEmail = (email: string): boolean => email === DEMO_WORD || email === DEMO_EMAIL;

/** The error in a normalized email address; null if it is valid (spec section 5). */
export function emailFailure(email: string): 'missing-email' | 'invalid-email' | null {
  if (email === '') return 'missing-email';
  return EMAIL_PATTERN.test(email) ? null : 'invalid-email';
}

/** The error in a new password; null if it is valid (spec section 5, product A2). */
export function newPasswordFailure(password: string): 'missing-password' | 'weak-password' | null {
  if (password === '') return 'missing-password';
  return NEW_PASSWORD_PATTERN.test(password) ? null : 'weak-password';
}
