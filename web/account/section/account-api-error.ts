/** Error texts of the account API. */
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import { accountApiFailures } from '#web/messages/en/account.ts';
import { describeTold, fallbacks, isTold } from '#web/messages/en/sign-in.ts';

/** Returns the error text. Backend messages are shown as received (spec section 8). */
export function accountApiError(failure: AccountApiFailure): string {
  if (failure.type === 'refused') return failure.message || fallbacks.api;
  if (isTold(failure)) return describeTold(failure);
  if (failure.type === 'weak-password') return failure.message || accountApiFailures['weak-password'];
  return failure.type === 'no-user' ? fallbacks.api : accountApiFailures[failure.type];
}
