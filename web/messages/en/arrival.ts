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
  'link-expired':
    'This link was used already, or is too old. You can have a new one. If it was to confirm an address, that may be done.',
  'code-missing': 'This link is not whole: its code is missing. Open it from the mail once more, or ask for a new one.',
  'other-device':
    'This browser did not ask for this link. For a new password ask for a new link here, and open that one in this browser. If it was to confirm an address, that is done.',
  'other-person':
    'Somebody else is signed in here by now than who wanted to link this sign-in. It is not linked to the account that is open here.',
  'nobody-in':
    'Nobody is signed in here any more. Sign in, and look in your account whether this way of signing in is linked.',
  'log-out-first':
    'Somebody else is signed in here. Log out first, then sign in this way: so nothing of that list gets lost.',
};

/** The titles of what did not work here and may be done nevertheless, or has another way on. */
export const arrivalTitles: Readonly<Partial<Record<ArrivalFailure['type'], string>>> = {
  'link-expired': 'Used or Too Old',
  'other-device': 'Asked For Elsewhere',
  'other-person': 'Somebody Else Is In',
  'nobody-in': 'Nobody Is In',
  'log-out-first': 'Log Out First',
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
  halfWayTitle: 'One More Link',
  halfWay: 'Now open the link in the mail to the other address.',
  messageTitle: 'Your Link',
  offline: "You're offline. This link needs an internet connection.",
} as const;
