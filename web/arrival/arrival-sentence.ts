/** What a link or a provider that led nowhere says, and what can be done then. */
import type { ArrivalFailure } from '#client/ports/accounts.ts';
import { arrivalFailures, providerRefused } from '#web/messages/en/arrival.ts';
import { fallbacks } from '#web/messages/en/entry.ts';

/** The sentence; the backend's and the provider's own words are shown as received (spec section 8). */
export function arrivalSentence(failure: ArrivalFailure): string {
  if (failure.type === 'refused') return failure.message || fallbacks.arrival;
  if (failure.type === 'provider-refused') return failure.message || providerRefused;
  // The second step is a screen of its own.
  return failure.type === 'code-needed' ? fallbacks.arrival : arrivalFailures[failure.type];
}

/** `again`: the same link may work in a moment. `new-link`: only another one will. `leave`: there is nothing to do here. */
export type WayOn = 'again' | 'new-link' | 'leave';

/** The way on that stands first; the way back stands beside it always. */
export const wayOn = ({ type }: ArrivalFailure): WayOn => WAYS[type];

const WAYS: Readonly<Record<ArrivalFailure['type'], WayOn>> = {
  unreachable: 'again',
  'link-expired': 'new-link',
  'code-missing': 'new-link',
  'other-device': 'new-link',
  'other-person': 'leave',
  'no-server': 'leave',
  'invalid-credentials': 'leave',
  'weak-password': 'leave',
  'no-user': 'leave',
  'confirmation-needed': 'leave',
  'code-needed': 'leave',
  'captcha-needed': 'new-link',
  'provider-refused': 'leave',
  refused: 'leave',
};
