/** The account-desk port, fulfilled by the auth library and the database's functions (spec section 7, product A3). */
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { AccountDesk, DeskFailure } from '#client/ports/account-desk.ts';
import { toDone } from './ask-auth.ts';
import { createAskAsUser, callFunction } from './desk-call.ts';
import type { DeskParts } from './desk-call.ts';
import { createDeskFactors } from './desk-factors.ts';
import { createDeskIdentities } from './desk-identities.ts';
import { createDeskProfile } from './desk-profile.ts';
import { readSessions } from './desk-sessions.ts';

/** Opens the account of who is signed in. Nothing in it throws: whatever fails is said. */
export function createDesk(parts: DeskParts): AccountDesk {
  const { store } = parts;
  const ask = createAskAsUser(parts);
  const signOut = async (scope: 'others' | 'global'): Promise<Result<null, DeskFailure>> => {
    const ended = await ask({ call: async (client) => toDone(await client.signOut({ scope })) });
    return ended.ok ? ok(null) : ended;
  };
  return {
    ...createDeskProfile(parts, ask),
    ...createDeskFactors(parts, ask),
    ...createDeskIdentities(parts, ask),
    async sessions() {
      const told = await callFunction(parts, 'list_sessions');
      return told.ok ? readSessions(told.value) : told;
    },
    async endSession(id) {
      const told = await callFunction(parts, 'end_session', { session_id: id });
      return told.ok ? ok(null) : told;
    },
    signOutOthers: () => signOut('others'),
    signOutEverywhere: () => signOut('global'),
    async downloadData() {
      const told = await callFunction(parts, 'export_account');
      if (!told.ok) return told;
      return told.value === null ? fail({ type: 'not-offered' }) : ok(JSON.stringify(told.value, null, 2));
    },
    async deleteAccount(typedEmail, keepsList) {
      const told = await parts.farewells.ask(parts.user.id, keepsList, () =>
        callFunction(parts, 'delete_account', { confirmation: typedEmail }),
      );
      if (!told.ok) return told;
      // The session is gone with the account: a logout call could only fail.
      if (store.read()?.user.id === parts.user.id) store.write(null);
      return ok(null);
    },
    onChange: (listener) =>
      store.onEvent((event) => {
        if (event === 'user-updated' || event === 'code-verified') listener();
      }),
  };
}
