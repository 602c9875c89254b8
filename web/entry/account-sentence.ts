/** What a failed call of the accounts says: its sentence, or the backend's own words (spec section 8). */
import type { AccountFailure } from '#client/ports/accounts.ts';
import { accountFailures } from '#web/messages/en/entry.ts';

/**
 * The sentence of a failure that is shown as a whole.
 * @param fallback what is said where the backend says nothing
 * @param sentences those of the place where it is said
 */
export function accountSentence(
  failure: AccountFailure,
  fallback: string,
  sentences: typeof accountFailures = accountFailures,
): string {
  if (failure.type === 'refused') return failure.message || fallback;
  // Whoever asks for the second step does not come here with it.
  return failure.type === 'code-needed' ? fallback : sentences[failure.type];
}
