/** Error texts of auth callbacks, and the next step for each failure. */
import { isTold, type AuthCallbackFailure } from '#client/ports/accounts.ts';
import { messages } from '#web/messages/messages.ts';

/** Returns the error text. Messages of the backend and the provider are shown as received (spec section 8). */
export function callbackError(failure: AuthCallbackFailure): string {
  if (failure.type === 'link-expired') return messages.linkExpired[failure.of ?? 'unknown'];
  if (failure.type === 'provider-refused') return failure.message || messages.providerRefused;
  return describeOther(failure);
}

function describeOther(
  failure: Exclude<AuthCallbackFailure, { readonly type: 'link-expired' | 'provider-refused' }>,
): string {
  if (failure.type === 'refused' || failure.type === 'weak-password')
    return failure.message || messages.fallbacks.authCallback;
  if (isTold(failure)) return messages.describeTold(failure);
  // The second step has a separate screen.
  if (failure.type === 'no-user' || failure.type === 'code-needed') return messages.fallbacks.authCallback;
  return messages.callbackFailures[failure.type];
}

export const callbackErrorTitle = ({ type }: AuthCallbackFailure): string =>
  messages.callbackTitles[type] ?? messages.authCallback.failedTitle;

/** GoTrue's message after the first of two confirmations. */
const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Title and text after a link confirmed an address, or one of two. The backend's message is shown as received. */
export function describeConfirmed(message: string): { readonly title: string; readonly text: string } {
  if (message === '') return { title: messages.authCallback.emailTitle, text: messages.authCallback.emailConfirmed };
  return {
    title: message === HALF_CONFIRMED ? messages.authCallback.oneMoreStepTitle : messages.authCallback.messageTitle,
    text: message,
  };
}

/** `again`: the same link may work later. `new-link`: only a new link works. `leave`: there is nothing to do here. */
export type NextStep = 'again' | 'new-link' | 'leave';

/** The next step besides going back. */
export const nextStep = ({ type }: AuthCallbackFailure): NextStep => NEXT_STEPS[type];

/** What new links can be requested after a failure. */
export function newLinks(failure: AuthCallbackFailure): readonly NewLink[] {
  if (nextStep(failure) !== 'new-link') return [];
  if (failure.type === 'email-unconfirmed') return ['confirmation'];
  if (failure.type !== 'link-expired') return ['recovery'];
  return failure.of === null ? ['recovery', 'confirmation'] : [failure.of];
}

/** The purpose of a link that an email contains. */
export type NewLink = 'recovery' | 'confirmation';

const NEXT_STEPS: Readonly<Record<AuthCallbackFailure['type'], NextStep>> = {
  unreachable: 'again',
  'server-failed': 'again',
  'rate-limited': 'again',
  'email-unconfirmed': 'new-link',
  'link-expired': 'new-link',
  'code-missing': 'new-link',
  'other-device': 'new-link',
  'other-person': 'leave',
  'not-signed-in': 'leave',
  'log-out-first': 'leave',
  'no-server': 'leave',
  'invalid-credentials': 'leave',
  'weak-password': 'leave',
  'no-user': 'leave',
  'confirmation-needed': 'leave',
  'code-needed': 'leave',
  'captcha-needed': 'new-link',
  'sign-in-again': 'leave',
  'passwords-off': 'leave',
  'sign-up-closed': 'leave',
  'invitation-needed': 'leave',
  'invitation-unusable': 'leave',
  'provider-refused': 'leave',
  refused: 'leave',
};
