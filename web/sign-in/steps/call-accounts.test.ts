/** Asking the accounts where their calls may be missing. */
import { expect, test, vi } from 'vitest';
import { ok } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import { callAccounts, cancelPending } from './call-accounts.ts';

const nothing = () => Promise.resolve(ok(null));

/** Accounts that take everything. */
const ACCOUNTS: Accounts = {
  settings: () => Promise.resolve(ok({ providers: ['google'], passkeys: 'no', canSignUp: true, captcha: null })),
  signIn: () => Promise.reject(new Error('not asked')),
  signUp: () => Promise.reject(new Error('not asked')),
  sendReset: nothing,
  signInWith: () => Promise.resolve(ok('https://provider.example/')),
  signInWithPasskey: () => Promise.reject(new Error('not asked')),
  completeAuthCallback: () => Promise.reject(new Error('not asked')),
  sendCode: nothing,
  enterCode: () => Promise.reject(new Error('not asked')),
  chooseNewPassword: () => Promise.reject(new Error('not asked')),
  cancelPending: () => Promise.resolve(),
  signOut: () => Promise.resolve(),
};

test('[A3] gives what the accounts answer', async () => {
  const result = await callAccounts({ loadAccounts: () => Promise.resolve(ACCOUNTS) }, (accounts) =>
    accounts.signInWith('google'),
  );
  expect(result).toEqual(ok('https://provider.example/'));
});

test('[Y6] calls that cannot be fetched are a network that is not there, and no broken screen', async () => {
  const loadAccounts = (): Promise<Accounts> => Promise.reject(new Error('no network'));
  const result = await callAccounts({ loadAccounts }, (accounts) => accounts.settings());
  expect(result).toEqual({ ok: false, failure: { type: 'unreachable' } });
});

test('[A3] giving up is told to the accounts, and costs nothing where there are none', async () => {
  const result = vi.fn<() => Promise<void>>(() => Promise.resolve());
  cancelPending({ loadAccounts: () => Promise.resolve({ ...ACCOUNTS, cancelPending: result }) });
  cancelPending({ loadAccounts: () => Promise.reject(new Error('no network')) });
  await vi.waitFor(() => expect(result).toHaveBeenCalledTimes(1));
});
