/** The sentences of the screens before the list. */
import { DEMO_WORD } from '#core/account/credentials.ts';
import type { CredentialsFailure } from '#core/account/credentials.ts';
import type { AccountFailure } from '#client/ports/accounts.ts';
import type { EntryFailure, ResetFailure } from '#client/session/entry.ts';
import { items } from './counts.ts';
import type { FailureType, Sentences } from './failures.ts';

export const promise = 'One thumb, no signal, nothing lost.';

export const fieldFailures: Sentences<NonNullable<CredentialsFailure['email'] | CredentialsFailure['password']>> = {
  'missing-email': 'Please enter your email address',
  'invalid-email': 'Please enter a valid email address',
  'missing-password': 'Password is required',
  'weak-password': 'Password must be at least 6 characters and contain only letters and numbers',
};

export const accountFailures: Sentences<
  Exclude<FailureType<EntryFailure | AccountFailure>, 'credentials' | 'refused' | 'code-needed'>
> = {
  'no-server': 'There is no account server here yet. You can use the demo: it needs none.',
  unreachable: 'The server cannot be reached. Check your connection and try again, or use the demo meanwhile.',
  'weak-password': 'Password must be at least 6 characters',
  'no-user': 'Failed to create user',
  'confirmation-needed': 'We sent you a mail. Follow its link to confirm your address, then sign in.',
  'invalid-credentials': 'Invalid email or password. Please check your credentials and try again.',
  'sign-in-again': 'This sign-in has ended meanwhile. Please go back and sign in again.',
  'captcha-needed': 'Please show that you are a person: answer the check on this page, then try again.',
};

/** In the midst of something the demo is no way on. */
export const underWayFailures: typeof accountFailures = {
  ...accountFailures,
  'no-server': 'There is no account server here any more.',
  unreachable: 'The server cannot be reached. Check your connection and try again.',
};

export const resetFailures: Sentences<Exclude<FailureType<ResetFailure>, 'refused' | 'code-needed'>> = {
  ...accountFailures,
  'no-user': 'Failed to send reset email',
  'no-server': 'There is no account server here yet, so there is no password to reset.',
  'missing-email': fieldFailures['missing-email'],
  'invalid-email': fieldFailures['invalid-email'],
  'demo-reset': `Demo account password cannot be reset. Use ${DEMO_WORD} as password.`,
};

/** What is said where a backend says nothing (spec section 8). */
export const fallbacks = {
  missingCredentials: 'Please enter both email and password',
  signIn: 'Failed to sign in',
  signUp: 'Failed to create account',
  sendReset: 'Failed to send reset email',
  code: 'That code was not taken. Please try again.',
  arrival: 'The server did not take this link. Please try again.',
  newPassword: 'The server did not take this password. Please try another one.',
  desk: 'The server did not do this. Please try again.',
} as const;

export const entry = {
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
  tryDemo: 'Try Demo',
  demoFilled: 'Filled in. Press the button to enter the demo.',
  offline: "You're offline. Authentication requires an internet connection.",
  ended: 'Your session has ended. Please sign in again. Your list is safe on this device.',
  created: 'Account created successfully! You are now signed in.',
  busy: 'One moment…',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  newPassword: 'New password',
  otherWays: 'Other ways to sign in',
  signInWith: (provider: string) => `Continue with ${provider}`,
  passkey: 'Use a passkey',
  takeAlong: (count: number) => `Take my demo list along (${items(count)})`,
} as const;

/** How providers write their own names; another's stands as the server calls it, capitalised. */
export const providerNames: Readonly<Record<string, string>> = {
  email: 'Email and password',
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
};

/** The second step: its code is asked for (product A3). */
export const code = {
  title: 'Two-Step Verification',
  hint: 'One more step: this account asks for a code.',
  which: 'Where the code comes from',
  fromApp: 'Open your authenticator app and type the 6 digits it shows.',
  fromPhone: 'We send a code of 6 digits to your phone.',
  app: 'Authenticator app',
  phone: 'Phone',
  field: 'Code',
  enter: 'Continue',
  sms: 'Send code by SMS',
  whatsapp: 'Send code by WhatsApp',
  smsAgain: 'Send again by SMS',
  whatsappAgain: 'Send again by WhatsApp',
  sent: 'The code is on its way. Nothing came? In a minute you can have another one.',
  tooShort: 'The code has 6 digits',
  wrong: 'That code is wrong or too old. Please try again.',
  back: 'Back',
} as const;

export const captcha = {
  label: 'Check that you are a person',
  blocked: 'The check that you are a person could not be loaded. A blocker may hold it back: allow it for this page.',
  again: 'Try again',
} as const;

export const reset = {
  title: 'Reset Password',
  hint: 'We will send you a link to choose a new one.',
  send: 'Send Reset Email',
  back: 'Back to Sign In',
  offline: "You're offline. Password reset requires an internet connection.",
  sent: 'Password reset email sent! Check your inbox.',
  /** The address may be nobody's: that is not told. */
  sentTo: (email: string) =>
    `If ${email} has an account, its mail is on the way. Open the link in this browser. Nothing came? Look among the unwanted mail; in a minute you can send another one.`,
} as const;
