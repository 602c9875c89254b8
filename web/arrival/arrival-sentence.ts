/** What a link or a provider that led nowhere says, and what can be done then. */
import type { ArrivalFailure } from '#client/ports/accounts.ts';
import { arrival as words, arrivalFailures, arrivalTitles, providerRefused } from '#web/messages/en/arrival.ts';
import { fallbacks } from '#web/messages/en/entry.ts';

/** The sentence; the backend's and the provider's own words are shown as received (spec section 8). */
export function arrivalSentence(failure: ArrivalFailure): string {
  if (failure.type === 'refused') return failure.message || fallbacks.arrival;
  if (failure.type === 'provider-refused') return failure.message || providerRefused;
  // The second step is a screen of its own.
  return failure.type === 'code-needed' ? fallbacks.arrival : arrivalFailures[failure.type];
}

export const arrivalTitle = ({ type }: ArrivalFailure): string => arrivalTitles[type] ?? words.failedTitle;

/** What GoTrue says once one of two addresses has confirmed, word for word. */
const HALF_WAY = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Title and text of a link that confirmed an address, or half so; other words of the backend are shown as received. */
export function describeConfirmed(message: string): { readonly title: string; readonly text: string } {
  if (message === '') return { title: words.emailTitle, text: words.emailConfirmed };
  if (message === HALF_WAY) return { title: words.halfWayTitle, text: words.halfWay };
  return { title: words.messageTitle, text: message };
}

/** `again`: the same link may work in a moment. `new-link`: for a new password only another one will. `leave`: there is nothing to do here. */
export type WayOn = 'again' | 'new-link' | 'leave';

/** The way on beside the way back. */
export const wayOn = ({ type }: ArrivalFailure): WayOn => WAYS[type];

const WAYS: Readonly<Record<ArrivalFailure['type'], WayOn>> = {
  unreachable: 'again',
  'link-expired': 'new-link',
  'code-missing': 'new-link',
  'other-device': 'new-link',
  'other-person': 'leave',
  'nobody-in': 'leave',
  'log-out-first': 'leave',
  'no-server': 'leave',
  'invalid-credentials': 'leave',
  'weak-password': 'leave',
  'no-user': 'leave',
  'confirmation-needed': 'leave',
  'code-needed': 'leave',
  'captcha-needed': 'new-link',
  'sign-in-again': 'leave',
  'provider-refused': 'leave',
  refused: 'leave',
};
