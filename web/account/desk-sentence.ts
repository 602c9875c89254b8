/** What a failed act on the account says. */
import type { DeskFailure } from '#client/ports/account-desk.ts';
import { deskFailures } from '#web/messages/en/account.ts';
import { fallbacks } from '#web/messages/en/entry.ts';

/** The sentence; the backend's own words are shown as received (spec section 8). */
export const deskSentence = (failure: DeskFailure): string =>
  failure.type === 'refused' ? failure.message || fallbacks.desk : deskFailures[failure.type];
