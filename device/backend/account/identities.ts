/** The identities of an account: links and unlinks providers (product A3). */
import { fail, ok } from '#core/result.ts';
import type { AccountApi } from '#client/ports/account-api.ts';
import { toProvider } from '#device/backend/session/request-auth.ts';
import { recordFlow } from '#device/backend/auth/auth-flows.ts';
import type { RequestAsUser, AccountApiParts } from './call-account.ts';

type IdentitiesApi = Pick<AccountApi, 'link' | 'unlink'>;

export function createIdentitiesApi({ flows, address, user }: AccountApiParts, request: RequestAsUser): IdentitiesApi {
  return {
    async link(name) {
      const scopes = SCOPES.get(name) ?? 'email';
      const options = { redirectTo: address, scopes, skipBrowserRedirect: true };
      const { verifiers, removeAll } = recordFlow(flows, { purpose: 'link', userId: user.id, provider: name });
      const result = await request({
        verifiers,
        call: (client) => client.linkIdentity({ provider: toProvider(name), options }),
      });
      const way = result.ok ? result.value.url : '';
      // The browser opens this URL, so accept no other scheme.
      if (/^https?:\/\//iu.test(way)) return ok(way);
      removeAll();
      return result.ok ? fail({ type: 'not-offered' }) : result;
    },
    async unlink(identityId) {
      const result = await request({
        // The library requires a whole identity but sends only this field.
        call: (client) => client.unlinkIdentity({ ...NO_IDENTITY, identity_id: identityId }),
      });
      return result.ok ? ok(null) : result;
    },
  };
}

/** The scopes for reading the email address; OpenID's `email` for all other providers. No other scope is requested. */
const SCOPES: ReadonlyMap<string, string> = new Map([
  ['github', 'user:email'],
  ['gitlab', 'read_user'],
  ['spotify', 'user-read-email'],
  ['twitch', 'user:read:email'],
]);

const NO_IDENTITY = { id: '', user_id: '', identity_id: '', provider: '' };
