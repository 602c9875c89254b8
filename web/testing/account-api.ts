/** For component tests: the account API of an account with a password, whose calls succeed. Tests override the calls that they need. */
import { fail, ok } from '#core/result.ts';
import type { AccountApi, AccountFacts } from '#client/ports/account-api.ts';
import type { AppServices } from '#web/shown-list/app-context.ts';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { ADA, GROCERIES, showList } from './show-list.tsx';
import { dialog, pressInMenu } from './steps.ts';

export const FACTS: AccountFacts = {
  email: ADA.username,
  newEmail: null,
  identities: [],
  factors: [],
  recoveryCodesLeft: null,
  hasPassword: true,
  passwords: true,
  removesPassword: false,
  providers: [],
  passkeys: 'yes',
  secondSteps: { app: true, phone: false },
};

/** The answer of a server that cannot be reached, and what the account screen says then. */
export const unreachable = () => Promise.resolve(fail({ type: 'unreachable' } as const));
export const UNREACHABLE = 'Can’t reach the server. Check your connection and try again.';

const done = () => Promise.resolve(ok(null));
const none = () => Promise.resolve(ok([]));

export const API: AccountApi = {
  read: () => Promise.resolve(ok(FACTS)),
  changeEmail: done,
  changePassword: done,
  sessions: none,
  endSession: done,
  activity: none,
  signOutOthers: done,
  signOutEverywhere: done,
  addApp: () =>
    Promise.resolve(
      ok({
        factorId: 'app',
        qrCode: 'data:image/svg+xml;charset=utf-8,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Checklist:ada?secret=JBSWY3DPEHPK3PXP&issuer=Checklist',
      }),
    ),
  addPhone: () => Promise.resolve(ok('phone')),
  sendCode: done,
  enterCode: done,
  removeFactor: done,
  renewRecoveryCodes: none,
  link: () => Promise.resolve(ok('')),
  unlink: done,
  passkeys: none,
  addPasskey: () => Promise.resolve(ok({ id: 'key', name: '', createdAt: '' })),
  removePasskey: done,
  downloadData: () => Promise.resolve(ok('')),
  deleteAccount: done,
  onChange: () => () => {},
};

/** Opens the account dialog of a real account. */
export async function showAccount(
  changed: Partial<AccountApi> = {},
  services: Partial<AppServices> = {},
  user = ADA,
): Promise<void> {
  await showList(GROCERIES, { user, openAccountApi: () => Promise.resolve({ ...API, ...changed }), ...services });
  await pressInMenu('Account');
  await expect.element(part('Email')).toBeInTheDocument();
}

/** A section of the account dialog. */
export const part = (name: string): Locator => dialog('Account').getByRole('region', { name, exact: true });
