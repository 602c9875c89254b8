/** Calling the accounts port when its code may not be downloaded. */
import { expect, test, vi } from 'vitest';
import { ok } from '#core/result.ts';
import type { Accounts } from '#client/ports/accounts.ts';
import { callAccounts, cancelPending } from './call-accounts.ts';

const nothing = () => Promise.resolve(ok(null));

/** Accounts that accept every call. */
const ACCOUNTS: Accounts = {
  settings: () =>
    Promise.resolve(
      ok({
        providers: ['google'],
        passkeys: 'no',
        signUp: 'open',
        passwords: true,
        removesPassword: false,
        secondSteps: null,
        captcha: null,
      }),
    ),
  signIn: () => Promise.reject(new Error('not called')),
  signUp: () => Promise.reject(new Error('not called')),
  sendReset: nothing,
  resendConfirmation: nothing,
  signInWith: () => Promise.resolve(ok('https://provider.example/')),
  signInWithPasskey: () => Promise.reject(new Error('not called')),
  completeAuthCallback: () => Promise.reject(new Error('not called')),
  sendCode: nothing,
  enterCode: () => Promise.reject(new Error('not called')),
  chooseNewPassword: () => Promise.reject(new Error('not called')),
  cancelPending: () => Promise.resolve(),
  signOut: () => Promise.resolve(),
};

test('[A3] returns the answer of the accounts', async () => {
  const result = await callAccounts({ loadAccounts: () => Promise.resolve(ACCOUNTS) }, (accounts) =>
    accounts.signInWith('google'),
  );
  expect(result).toEqual(ok('https://provider.example/'));
});

test('[Y6] code that cannot be downloaded is reported as an unreachable backend and breaks no screen', async () => {
  const loadAccounts = (): Promise<Accounts> => Promise.reject(new Error('no network'));
  const result = await callAccounts({ loadAccounts }, (accounts) => accounts.settings());
  expect(result).toEqual({ ok: false, failure: { type: 'unreachable' } });
});

test('[A3] canceling is passed to the accounts, and does nothing if their code cannot be downloaded', async () => {
  const result = vi.fn<() => Promise<void>>(() => Promise.resolve());
  cancelPending({ loadAccounts: () => Promise.resolve({ ...ACCOUNTS, cancelPending: result }) });
  cancelPending({ loadAccounts: () => Promise.reject(new Error('no network')) });
  await vi.waitFor(() => expect(result).toHaveBeenCalledTimes(1));
});
