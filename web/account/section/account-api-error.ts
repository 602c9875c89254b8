/** Error texts of the account API. */
import { isTold } from '#client/ports/accounts.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import { messages } from '#web/messages/messages.ts';

/** Returns the error text. Backend messages are shown as received (spec section 8). */
export function accountApiError(failure: AccountApiFailure): string {
  if (failure.type === 'refused') return failure.message || messages.fallbacks.api;
  if (isTold(failure)) return messages.describeTold(failure);
  if (failure.type === 'weak-password') return failure.message || messages.accountApiFailures['weak-password'];
  return failure.type === 'no-user' ? messages.fallbacks.api : messages.accountApiFailures[failure.type];
}
