/** An account API and a guest list that do nothing. A test overrides the calls that it needs. */
import { fail } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import type { GuestList } from '#client/ports/lists.ts';

const REFUSED = fail({ type: 'refused', message: 'Not in this test' } as const);
const refuse = () => Promise.resolve(REFUSED);

export const NO_ACCOUNTS: Accounts = {
  settings: refuse,
  signIn: refuse,
  signUp: refuse,
  sendReset: refuse,
  resendConfirmation: refuse,
  signInWith: refuse,
  signInWithPasskey: refuse,
  completeAuthCallback: refuse,
  sendCode: refuse,
  enterCode: refuse,
  chooseNewPassword: refuse,
  cancelPending: () => Promise.resolve(),
  signOut: () => Promise.resolve(),
};

/** A device whose demo has nothing to import into a new account, and that has no personal list. */
export const NO_GUEST_LIST: GuestList = {
  preview: () => Promise.resolve(null),
  requestImport: () => undefined,
  isImportRequested: () => false,
  cancelImport: () => undefined,
  readPersonalFile: () => Promise.resolve(null),
  removeDeletedAccount: () => Promise.resolve('nothing'),
};
