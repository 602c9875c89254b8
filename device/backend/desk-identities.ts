/** The ways to sign in that belong to an account: linked providers and passkeys (product A3). */
import { fail, ok } from '#core/result.ts';
import type { AccountDesk, Identity, Passkey } from '#client/ports/account-desk.ts';
import { isListOf, isText, isWith } from '#device/shape.ts';
import { toDone, toProvider } from './ask-auth.ts';
import { rememberFlow } from './flows.ts';
import type { AskAsUser, DeskParts } from './desk-call.ts';

type DeskIdentities = Pick<AccountDesk, 'link' | 'unlink' | 'passkeys' | 'addPasskey' | 'removePasskey'>;

const isOwner = isWith({ identities: isListOf((value): value is unknown => value !== undefined) });
const isIdentity = isWith({ identity_id: isText, provider: isText });
const isReachable = isWith({ identity_data: isWith({ email: isText }) });

/** The identities of a user as the backend answers it. */
export const readIdentities = (user: unknown): readonly Identity[] =>
  (isOwner(user) ? user.identities : []).filter(isIdentity).map((identity) => ({
    id: identity.identity_id,
    provider: identity.provider,
    email: isReachable(identity) ? identity.identity_data.email : '',
  }));

export function createDeskIdentities({ flows, address, user }: DeskParts, ask: AskAsUser): DeskIdentities {
  return {
    async link(name) {
      const options = { redirectTo: address, skipBrowserRedirect: true };
      const { verifiers, dropAll } = rememberFlow(flows, { purpose: 'link', userId: user.id, provider: name });
      const told = await ask({
        verifiers,
        call: (client) => client.linkIdentity({ provider: toProvider(name), options }),
      });
      const way = told.ok ? told.value.url : '';
      // The browser goes there as it is: no other kind of address.
      if (/^https?:\/\//iu.test(way)) return ok(way);
      dropAll();
      return told.ok ? fail({ type: 'not-offered' }) : told;
    },
    async unlink(identityId) {
      const told = await ask({
        // The library takes a whole identity and sends nothing but this of it.
        call: (client) => client.unlinkIdentity({ ...NO_IDENTITY, identity_id: identityId }),
      });
      return told.ok ? ok(null) : told;
    },
    async passkeys() {
      const told = await ask({ call: (client) => client.passkey.list() });
      return told.ok ? ok(told.value.map(toPasskey)) : told;
    },
    async addPasskey() {
      const told = await ask({ call: (client) => client.registerPasskey() });
      return told.ok ? ok(toPasskey(told.value)) : told;
    },
    async removePasskey(passkeyId) {
      const told = await ask({ call: async (client) => toDone(await client.passkey.delete({ passkeyId })) });
      return told.ok ? ok(null) : told;
    },
  };
}

const NO_IDENTITY = { id: '', user_id: '', identity_id: '', provider: '' };

/** As far as the backend says. */
const toPasskey = (passkey: {
  readonly id: string;
  readonly friendly_name?: string;
  readonly created_at: string;
}): Passkey => ({ id: passkey.id, name: passkey.friendly_name ?? '', createdAt: passkey.created_at });
