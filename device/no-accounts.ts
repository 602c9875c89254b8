/** The accounts port where no backend is set up: every call says so. The demo needs none. */
import { fail } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';

const noServer = () => Promise.resolve(fail({ type: 'no-server' as const }));

export const noAccounts: Accounts = {
  signIn: noServer,
  signUp: noServer,
  sendReset: noServer,
  signOut: () => Promise.resolve(),
};
