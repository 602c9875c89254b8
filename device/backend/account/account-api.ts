/** The account API on the auth library and the database functions (spec section 7, product A3). Each feature has a file here. */
import { ok } from '#core/result.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import { createReadFacts } from './account-facts.ts';
import { readActivity } from './activity.ts';
import { callFunction, createRequestAsUser, type AccountApiParts } from './call-account.ts';
import { createChangeEmail } from './change-email.ts';
import { createChangePassword } from './change-password.ts';
import { downloadData } from './download-data.ts';
import { createIdentitiesApi } from './identities.ts';
import { createPasskeysApi } from './passkeys.ts';
import { createSessionsApi } from './sessions.ts';
import { createTwoStep } from './two-step.ts';

/** Creates the account API of the signed-in user. Its calls return failures and do not throw. */
export function createAccountApi(parts: AccountApiParts): AccountApi {
  const { store, user, deletions } = parts;
  const request = createRequestAsUser(parts);
  return {
    read: createReadFacts(parts, request),
    changeEmail: createChangeEmail(parts, request),
    changePassword: createChangePassword(parts, request),
    ...createTwoStep(parts, request),
    ...createIdentitiesApi(parts, request),
    ...createPasskeysApi(request),
    ...createSessionsApi(parts, request),
    activity: () => readActivity(parts),
    downloadData: (writeListFile) => downloadData(parts, request, writeListFile),
    async deleteAccount(typedEmail, keepsList) {
      const result = await deletions.run(user.id, keepsList, () =>
        callFunction(parts, 'delete_account', { confirmation: typedEmail }),
      );
      if (!result.ok) return result;
      // The backend deleted the session with the account, so a logout call would fail.
      if (store.read()?.user.id === user.id) store.write(null);
      return ok(null);
    },
    onChange: (listener) =>
      store.onEvent((event) => {
        if (event === 'user-updated' || event === 'code-verified') listener();
      }),
  };
}
