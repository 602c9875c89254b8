/** Messages of the sign-in, sign-up and password reset screens. */
import { type CredentialsFailure, DEMO_WORD, type emailFailure } from '#core/account/credentials.ts';
import type { AccountFailure, RateLimited, ServerFailed } from '#client/ports/accounts.ts';
import type { SessionEnd } from '#client/ports/local-storage.ts';
import { items } from './counts.ts';
import type { FailureType, Sentences } from './failures.ts';

export const promise = 'One thumb, no signal, nothing lost.';

export const fieldFailures: Sentences<NonNullable<ReturnType<typeof emailFailure> | CredentialsFailure['password']>> = {
  'missing-email': 'Please enter your email address',
  'invalid-email': 'Please enter a valid email address',
  'missing-password': 'Password is required',
  'weak-password': 'Password must be at least 6 characters and contain only letters and numbers',
};

/** Failures whose messages include details from the backend. */
type Told = ServerFailed | RateLimited;

export const accountFailures: Sentences<
  Exclude<FailureType<AccountFailure>, FailureType<Told> | 'refused' | 'code-needed' | 'no-user'>
> = {
  'no-server': 'This server doesn’t offer accounts. You can use the demo instead.',
  unreachable: 'Can’t reach the server. Check your connection and try again, or use the demo for now.',
  'weak-password': 'Password must be at least 6 characters',
  'confirmation-needed': 'We sent you an email. Open the link in it to confirm your address, then sign in.',
  'email-unconfirmed': 'Your email address isn’t confirmed yet. Open the link in the email we sent you.',
  'invalid-credentials': 'Invalid email or password. Please check your credentials and try again.',
  'sign-in-again': 'Your sign-in timed out. Go back and sign in again.',
  'passwords-off': 'This server doesn’t use passwords. Choose another way to sign in.',
  'sign-up-closed': 'This server doesn’t accept new accounts.',
  'invitation-needed':
    'This server is by invitation only. To create an account, open the invitation link that someone sent you.',
  'invitation-unusable': 'This invitation has expired or was revoked. To create an account here, ask for a new link.',
  'captcha-needed': 'Please complete the security check, then try again.',
};

/** A failure of the server itself, or a limit and the time to wait (product A9). */
export function describeTold(failure: Told): string {
  if (failure.type === 'rate-limited') return LIMITS[failure.of](failure.seconds);
  const said = failure.message === '' ? '' : ` It said: “${failure.message}”`;
  return `Something went wrong on the server. Try again in a few minutes.${said}`;
}

const LIMITS: Readonly<Record<RateLimited['of'], (seconds: number | null) => string>> = {
  requests: (seconds) => `Too many attempts. Wait ${wait(seconds, 'a few minutes')}, then try again.`,
  emails: (seconds) => `Too many emails were requested. Wait ${wait(seconds, 'an hour')}, then try again.`,
  'text-messages': (seconds) =>
    `Too many codes were requested. Wait ${wait(seconds, 'a few minutes')}, then try again.`,
};

/** A time to wait, in the largest unit that is not too coarse. */
function wait(seconds: number | null, unknown: string): string {
  if (seconds === null) return unknown;
  const [count, unit] =
    seconds < 120 ? [seconds, 'second'] : seconds < 7200 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count));
}

/** The same failures in the middle of a sign-in, where the demo is no alternative. */
export const underWayFailures: typeof accountFailures = {
  ...accountFailures,
  'no-server': 'This server no longer offers accounts.',
  unreachable: 'Can’t reach the server. Check your connection and try again.',
};

export const resetFailures: typeof accountFailures = {
  ...accountFailures,
  'no-server': 'This server doesn’t offer accounts, so there’s no password to reset.',
};

/** The demo has no password to reset (spec section 6). */
export const resetRefusal = `Demo account password cannot be reset. Use ${DEMO_WORD} as password.`;

/** Messages for failures to which the backend adds no message (spec section 8). */
export const fallbacks = {
  missingCredentials: 'Please enter both email and password',
  signIn: 'Failed to sign in',
  signUp: 'Failed to create account',
  /** The sign-up response contains no user. */
  noUser: 'Failed to create user',
  sendReset: 'Failed to send reset email',
  code: 'That code didn’t work. Try again.',
  authCallback: 'That link didn’t work. Try again.',
  newPassword: 'That password didn’t work. Try a different one.',
  api: 'Something went wrong on the server. Try again.',
} as const;

export const signInForm = {
  signInTitle: 'Sign In',
  signUpTitle: 'Create Account',
  signInHint: 'Sign in to your shopping list',
  signUpHint: 'Sign up to sync your shopping lists across devices',
  email: 'Email',
  password: 'Password',
  forgot: 'Forgot password?',
  signIn: 'Sign In',
  signUp: 'Create Account',
  toSignUp: "Don't have an account? Sign up",
  toSignIn: 'Already have an account? Sign in',
  noSignUp: 'You can’t create an account with an email address on this server.',
  tryDemo: 'Try Demo',
  demoFilled: 'The demo email and password are filled in. Press Open demo to start.',
  openDemo: 'Open demo',
  offline: "You're offline. Authentication requires an internet connection.",
  dismiss: 'OK',
  created: 'Account created successfully! You are now signed in.',
  busy: 'One moment…',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  newPassword: 'New password',
  /** The specification's rule, and that the server refuses common passwords (product A6, A8). */
  passwordRule: 'At least 6 characters, letters and numbers only. Very common passwords aren’t allowed.',
  resend: 'Send the email again',
  otherMethods: 'Other ways to sign in',
  signInWith: (provider: string) => `Continue with ${provider}`,
  passkey: 'Use a passkey',
  importDemo: (count: number) => `Import my demo list (${items(count)})`,
} as const;

/** Why a user who did not log out here is signed out (product A1, Y9). */
export const sessionEnds: Sentences<SessionEnd> = {
  refused: 'Your session has ended. Please sign in again. Your list is safe on this device.',
  'logged-out':
    'You were logged out from another device, so your lists were removed from this one. Sign in to get them back.',
  'password-changed':
    'Your password was changed, so your lists were removed from this device. Sign in to get them back.',
  'account-deleted': 'This account was deleted, so its lists were removed from this device.',
};

/** Follows one of those, if the device still has changes that were never sent. */
export const unsentAfterEnd = 'Changes that weren’t sent yet are still on this device.';

/** The names of known providers. Other providers get their id, capitalized. */
export const providerNames: Readonly<Record<string, string>> = {
  email: 'Email and password',
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
};

/** The second step of a sign-in (product A3). */
export const code = {
  title: 'Two-Step Verification',
  hint: 'Enter a verification code to finish signing in.',
  which: 'Verification method',
  fromApp: 'Open your authenticator app and enter the 6-digit code.',
  fromPhone: 'We’ll send a 6-digit code to your phone.',
  fromRecovery: 'Enter one of the recovery codes you saved. Each code works once.',
  app: 'Authenticator app',
  phone: 'Phone',
  recovery: 'Recovery code',
  field: 'Code',
  enter: 'Continue',
  sms: 'Send code by SMS',
  whatsapp: 'Send code by WhatsApp',
  smsAgain: 'Send again by SMS',
  whatsappAgain: 'Send again by WhatsApp',
  sent: 'We sent you a code. If it doesn’t arrive, you can request another one in a minute.',
  tooShort: 'Enter all 6 digits',
  recoveryTooShort: 'Enter all 16 characters',
  back: 'Back',
} as const;

export const captcha = {
  label: 'Security check',
  blocked: 'The security check couldn’t be loaded. If you use a content blocker, allow this page, then try again.',
  again: 'Try again',
} as const;

export const reset = {
  title: 'Reset Password',
  hint: 'We’ll email you a link to choose a new password.',
  send: 'Send Reset Email',
  back: 'Back to Sign In',
  offline: "You're offline. Password reset requires an internet connection.",
  sent: 'Password reset email sent! Check your inbox.',
  /** Does not reveal whether the address has an account. */
  sentTo: (email: string) =>
    `If ${email} has an account, we sent it a link. Open the link in this browser. No email? Check your spam folder, or request another one in a minute.`,
} as const;

/** A new link for confirming the address of a new account. */
export const confirmation = {
  title: 'Confirm Your Email',
  hint: 'We’ll email you a new link to confirm your address.',
  send: 'Send Email',
  sent: 'Confirmation email sent! Check your inbox.',
  /** Does not reveal whether the address has an account. */
  sentTo: (email: string) =>
    `If ${email} has an account that isn’t confirmed yet, we sent it a link. Open the link in this browser. No email? Try signing in, check your spam folder, or request another one in a minute.`,
} as const;

/** The screen for visitors who open an invitation without an account. */
export const invited = {
  title: 'You’re Invited',
  hint: 'Someone shared a shopping list with you. To open it, create an account or sign in.',
  create: 'Create an account',
  signIn: 'Sign in',
  notNow: 'Not now',
  offline: 'You’re offline. To join the list, connect to the internet.',
  /** Above the sign-in form. */
  afterSignIn: 'You can join the shared list once you’re signed in.',
} as const;
