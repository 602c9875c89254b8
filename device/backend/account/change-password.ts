/** Changes the password of the account, with the current password or an emailed code if the sign-in is too old (product A3). */
import { fail, ok, type Result } from '#core/result.ts';
import type { AccountApi, AccountApiFailure, PasswordChange } from '#client/ports/account-api.ts';
import { toEmptyAnswer } from '#device/backend/session/request-auth.ts';
import { storeUser } from '#device/backend/session/session-store.ts';
import type { AccountApiParts, RequestAsUser } from './call-account.ts';

export function createChangePassword(
  { store }: Pick<AccountApiParts, 'store'>,
  request: RequestAsUser,
): AccountApi['changePassword'] {
  return async (change) => {
    const result = await request({ call: (client) => client.updateUser(toAttributes(change)) });
    if (result.ok) storeUser(store, result.value.user);
    // Only this change accepts an emailed code instead of a new sign-in.
    else if (result.failure.type === 'sign-in-needed') return askForProof(request);
    return result.ok ? ok(null) : result;
  };
}

/** Omit empty fields, because the backend would read them as values. */
const toAttributes = ({ current, next, proof }: PasswordChange) => ({
  password: next,
  ...(current === '' ? {} : { current_password: current }),
  ...(proof === '' ? {} : { nonce: proof.trim() }),
});

/** Requests an emailed code. After the rate limit, the code of the previous email is still valid. */
async function askForProof(request: RequestAsUser): Promise<Result<null, AccountApiFailure>> {
  const mailed = await request({
    call: async (client) => {
      const { error } = await client.reauthenticate();
      return toEmptyAnswer({ error: error?.code === 'over_email_send_rate_limit' ? null : error });
    },
  });
  return mailed.ok ? fail({ type: 'proof-needed' }) : mailed;
}
