/** The sentences of the screens before the list. */
import { DEMO_WORD } from '#core/account/credentials.ts';
import type { CredentialsFailure } from '#core/account/credentials.ts';
import type { EntryFailure, ResetFailure } from '#client/session/entry.ts';
import type { FailureType, Sentences } from './failures.ts';

export const promise = 'One thumb, no signal, nothing lost.';

export const fieldFailures: Sentences<NonNullable<CredentialsFailure['email'] | CredentialsFailure['password']>> = {
  'missing-email': 'Please enter your email address',
  'invalid-email': 'Please enter a valid email address',
  'missing-password': 'Password is required',
  'weak-password': 'Password must be at least 6 characters and contain only letters and numbers',
};

export const accountFailures: Sentences<Exclude<FailureType<EntryFailure>, 'credentials' | 'refused'>> = {
  'no-server': 'There is no account server here yet. You can use the demo: it needs none.',
  unreachable: 'The server cannot be reached. Check your connection and try again, or use the demo meanwhile.',
  'weak-password': 'Password must be at least 6 characters',
  'no-user': 'Failed to create user',
  'confirmation-needed': 'We sent you a mail. Follow its link to confirm your address, then sign in.',
  'invalid-credentials': 'Invalid email or password. Please check your credentials and try again.',
};

export const resetFailures: Sentences<Exclude<FailureType<ResetFailure>, 'refused'>> = {
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
} as const;

export const reset = {
  title: 'Reset Password',
  hint: 'We will send you a link to choose a new one.',
  send: 'Send Reset Email',
  back: 'Back to Sign In',
  offline: "You're offline. Password reset requires an internet connection.",
  sent: 'Password reset email sent! Check your inbox.',
} as const;
