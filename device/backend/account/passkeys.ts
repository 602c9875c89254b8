/** The passkeys of an account: lists, adds and removes them (product A3). */
import { ok } from '#core/result.ts';
import type { AccountApi, Passkey } from '#client/ports/account-api.ts';
import { toEmptyAnswer } from '#device/backend/session/request-auth.ts';
import type { RequestAsUser } from './call-account.ts';

type PasskeysApi = Pick<AccountApi, 'passkeys' | 'addPasskey' | 'removePasskey'>;

export function createPasskeysApi(request: RequestAsUser): PasskeysApi {
  return {
    async passkeys() {
      const result = await request({ call: (client) => client.passkey.list() });
      return result.ok ? ok(result.value.map(toPasskey)) : result;
    },
    async addPasskey() {
      const result = await request({ call: (client) => client.registerPasskey() });
      return result.ok ? ok(toPasskey(result.value)) : result;
    },
    async removePasskey(passkeyId) {
      const result = await request({
        call: async (client) => toEmptyAnswer(await client.passkey.delete({ passkeyId })),
      });
      return result.ok ? ok(null) : result;
    },
  };
}

/** Converts the backend's passkey. */
const toPasskey = (passkey: {
  readonly id: string;
  readonly friendly_name?: string;
  readonly created_at: string;
}): Passkey => ({ id: passkey.id, name: passkey.friendly_name ?? '', createdAt: passkey.created_at });
