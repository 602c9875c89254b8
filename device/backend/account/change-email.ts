/** Changes the email address of the account (product A3). */
import { ok } from '#core/result.ts';
import { normalizeEmail } from '#core/account/credentials.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import { isOutcomeUnknown } from '#client/ports/accounts.ts';
import { recordFlow } from '#device/backend/auth/auth-flows.ts';
import { readNewEmail } from '#device/backend/session/stored-session.ts';
import { storeUser } from '#device/backend/session/session-store.ts';
import type { AccountApiParts, RequestAsUser } from './call-account.ts';

export function createChangeEmail(
  { store, flows, address, user: owner }: AccountApiParts,
  request: RequestAsUser,
): AccountApi['changeEmail'] {
  return async (typed) => {
    const email = normalizeEmail(typed);
    const { verifiers, removeAll } = recordFlow(flows, { purpose: 'email-change', userId: owner.id });
    const result = await request({
      verifiers,
      call: (client) => client.updateUser({ email }, { emailRedirectTo: address }),
    });
    if (!result.ok) {
      // If only the answer was lost, the emails may have been sent.
      if (!isOutcomeUnknown(result.failure)) removeAll();
      return result;
    }
    storeUser(store, result.value.user);
    const waiting = readNewEmail(result.value.user);
    // The address was changed immediately, so no email was sent.
    if (waiting === null) removeAll();
    return ok(waiting);
  };
}
