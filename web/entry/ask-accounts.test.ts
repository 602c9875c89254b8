/** Asking the accounts where their calls may be missing. */
import { expect, test, vi } from 'vitest';
import { ok } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import { askAccounts, giveUp } from './ask-accounts.ts';

const nothing = () => Promise.resolve(ok(null));

/** Accounts that take everything. */
const ACCOUNTS: Accounts = {
  offers: () => Promise.resolve(ok({ providers: ['google'], hasPasskeys: false, canSignUp: true, captcha: null })),
  signIn: () => Promise.reject(new Error('not asked')),
  signUp: () => Promise.reject(new Error('not asked')),
  sendReset: nothing,
  signInWith: () => Promise.resolve(ok('https://provider.example/')),
  signInWithPasskey: () => Promise.reject(new Error('not asked')),
  arrive: () => Promise.reject(new Error('not asked')),
  sendCode: nothing,
  enterCode: () => Promise.reject(new Error('not asked')),
  chooseNewPassword: () => Promise.reject(new Error('not asked')),
  giveUp: () => Promise.resolve(),
  signOut: () => Promise.resolve(),
};

test('[A3] gives what the accounts answer', async () => {
  const told = await askAccounts({ loadAccounts: () => Promise.resolve(ACCOUNTS) }, (accounts) =>
    accounts.signInWith('google'),
  );
  expect(told).toEqual(ok('https://provider.example/'));
});

test('[Y6] calls that cannot be fetched are a network that is not there, and no broken screen', async () => {
  const loadAccounts = (): Promise<Accounts> => Promise.reject(new Error('no network'));
  const told = await askAccounts({ loadAccounts }, (accounts) => accounts.offers());
  expect(told).toEqual({ ok: false, failure: { type: 'unreachable' } });
});

test('[A3] giving up is told to the accounts, and costs nothing where there are none', async () => {
  const told = vi.fn<() => Promise<void>>(() => Promise.resolve());
  giveUp({ loadAccounts: () => Promise.resolve({ ...ACCOUNTS, giveUp: told }) });
  giveUp({ loadAccounts: () => Promise.reject(new Error('no network')) });
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
});
