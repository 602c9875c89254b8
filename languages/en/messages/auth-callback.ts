/** Messages after an email link or a sign-in provider leads back to the app. */
import type { AuthCallbackFailure } from '#client/ports/accounts.ts';
import { accountFailures } from './sign-in.ts';
import type { FailureType, Sentences } from './failures.ts';

/** Failed links (spec section 8: a missing code, a bad PKCE address), each with the next step. */
export const callbackFailures: Sentences<
  Exclude<
    FailureType<AuthCallbackFailure>,
    'refused' | 'provider-refused' | 'code-needed' | 'no-user' | 'server-failed' | 'rate-limited' | 'link-expired'
  >
> = {
  ...accountFailures,
  unreachable: 'Can’t reach the server. Check your connection and try again. Your link still works.',
  'no-server': 'This link doesn’t work here because this server doesn’t offer accounts.',
  'sign-up-closed': 'No account here uses this sign-in method, and this server doesn’t accept new accounts.',
  'invitation-needed':
    'No account here uses this sign-in method, and this server is by invitation only. Open your invitation link and create an account with an email address and a password. Then you can add this method in Account.',
  'code-missing': 'This link is incomplete. Open it again from the email, or request a new one.',
  'other-device':
    'This link was requested in another browser. To set a new password, request a new link and open it in this browser. If you were confirming your email address, it’s now confirmed.',
  'other-person': 'You’re now signed in with a different account, so this sign-in method wasn’t linked.',
  'not-signed-in': 'Sign in, then open Account to check whether the sign-in method is linked.',
  'log-out-first':
    'Another account is signed in on this device. To keep its list safe, log out first. Then sign in, or ask for a new link.',
};

/** By what the link was for; `unknown` if this browser did not request it. */
export const linkExpired = {
  recovery: 'This link has expired or was already used. To set a new password, request a new link.',
  confirmation:
    'This link has expired or was already used. Your email address may already be confirmed: try signing in. If it isn’t, request a new link.',
  unknown:
    'This link has expired or was already used. To set a new password, request a new link. If you were confirming your email address, it may already be confirmed: try signing in.',
} as const;

/** Titles for failures that may have succeeded elsewhere or that need a different next step. */
export const callbackTitles: Readonly<Partial<Record<AuthCallbackFailure['type'], string>>> = {
  'link-expired': 'Link No Longer Valid',
  'other-device': 'Link From Another Browser',
  'other-person': 'Different Account',
  'not-signed-in': 'You’re Signed Out',
  'log-out-first': 'Log Out First',
};

/** The message for a provider that gives no reason. */
export const providerRefused = 'You weren’t signed in. Try again, or sign in another way.';

export const authCallback = {
  workingTitle: 'One Moment',
  working: 'Checking your link…',
  failedTitle: 'That Didn’t Work',
  failedHint: 'Your list is safe.',
  again: 'Try again',
  requestNewLink: { recovery: 'Request a new password link', confirmation: 'Send the confirmation email again' },
  toSignIn: 'Back to Sign In',
  toList: 'Go to my list',
  newPasswordTitle: 'New Password',
  newPasswordHint: (email: string) =>
    `Choose a new password for ${email === '' ? 'your account' : email}. You’ll be signed in right away.`,
  setPassword: 'Set new password',
  passwordSet: 'Your new password is set. You’re signed in.',
  linkedTitle: 'Sign-In Method Linked',
  linked: 'You can now use it to sign in.',
  emailTitle: 'Email Confirmed',
  emailConfirmed: 'Your email address is confirmed.',
  oneMoreStepTitle: 'One More Step',
  messageTitle: 'Email Confirmation',
  offline: "You're offline. This link requires an internet connection.",
} as const;
