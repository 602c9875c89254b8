/** An account API that does nothing. A test overrides the calls that it needs. */
import { fail } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';

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

/** A guest list that is not imported. */
export const NO_GUEST_LIST = {
  preview: () => Promise.resolve(null),
  requestImport: () => undefined,
  isImportRequested: () => false,
  cancelImport: () => undefined,
  readPersonalFile: (): Promise<string | null> => Promise.resolve(null),
  removeDeletedAccount: () => Promise.resolve('nothing' as const),
};
