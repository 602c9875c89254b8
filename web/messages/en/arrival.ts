/** The sentences after a link or a provider led back into the app. */
import type { ArrivalFailure } from '#client/ports/accounts.ts';
import { accountFailures } from './entry.ts';
import type { FailureType, Sentences } from './failures.ts';

/** Spec section 8: a missing code, a bad PKCE address; each with what to do now. */
export const arrivalFailures: Sentences<
  Exclude<FailureType<ArrivalFailure>, 'refused' | 'provider-refused' | 'code-needed'>
> = {
  ...accountFailures,
  unreachable: 'The server cannot be reached. Check your connection and try again: the link still works.',
  'no-server': 'There is no account server here, so this link leads nowhere.',
  'link-expired': 'This link was used already, or is too old. You can have a new one.',
  'code-missing': 'This link is not whole: its code is missing. Open it from the mail once more, or ask for a new one.',
  'other-device':
    'This browser did not ask for this link. Open it where you asked for it, or ask for a new one here and open that one in this browser. If you confirmed an address, it is confirmed: sign in.',
  'other-person': 'Somebody else is signed in here than who wanted to link this sign-in. Nothing was changed.',
};

/** What is said where a provider says nothing. */
export const providerRefused = 'You were not signed in there. You can try again, or sign in another way.';

export const arrival = {
  workingTitle: 'One Moment',
  working: 'Your link is being checked…',
  failedTitle: 'That Did Not Work',
  failedHint: 'Nothing is lost: your list is where it was.',
  again: 'Try again',
  askNewLink: 'Ask for a new password link',
  toSignIn: 'Back to Sign In',
  toList: 'To my list',
  newPasswordTitle: 'New Password',
  newPasswordHint: 'Choose a new password for your account. Then you are in.',
  setPassword: 'Set new password',
  passwordSet: 'Your new password is set. You are signed in.',
  linkedTitle: 'Linked',
  linked: 'From now on you can sign in this way, too.',
  emailTitle: 'Email Confirmed',
  emailConfirmed: 'Your address is confirmed.',
  offline: "You're offline. This link needs an internet connection.",
} as const;
