/** The account screen of a real account in a real browser: its groups, its forms and its second step. */
import { beforeEach, expect, test } from 'vitest';
import { ok } from '#core/result.ts';
import type { AccountApi, AccountFacts } from '#client/ports/account-api.ts';
import { ADA, GROCERIES, showList } from '#web/testing/show-list.tsx';
import { button, dialog, field, press, pressInMenu } from '#web/testing/steps.ts';

const FACTS: AccountFacts = {
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

const done = () => Promise.resolve(ok(null));
const none = () => Promise.resolve(ok([]));

const API: AccountApi = {
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

beforeEach(async () => {
  await showList(GROCERIES, { user: ADA, openAccountApi: () => Promise.resolve(API) });
  await pressInMenu('Account');
});

const region = (name: string) => dialog('Account').getByRole('region', { name, exact: true });

test('[A3] settings are rows with their values, in groups', async () => {
  await expect.element(region('Shopping').getByText('Checked items last')).toBeVisible();
  await expect.element(region('Profile and sign-in').getByText(ADA.username)).toBeVisible();
  await expect.element(button('Change password', region('Password'))).toHaveTextContent('Change');
  await expect.element(region('Security').getByText('Devices')).toBeVisible();
  await expect.element(button('Delete my account', region('Account data'))).toBeVisible();
  const row = region('Email').element().getBoundingClientRect();
  expect(row.height).toBeLessThan(80);
});

test('[D4] Escape in a form closes the form and not the screen, and the focus returns to its button', async () => {
  await button('Change email').click();
  await field('New email').fill('bob@example.org');
  await press('{Escape}');
  await expect.element(field('New email')).not.toBeInTheDocument();
  await expect.element(dialog('Account')).toBeVisible();
  await expect.element(button('Change email')).toHaveFocus();
  await press('{Escape}');
  await expect.element(dialog('Account')).not.toBeInTheDocument();
});

test('[A3] a new authenticator app has a link for the phone itself beside its QR code, and Escape cancels it', async () => {
  await button('Add an authenticator app').click();
  await expect.element(dialog('Account').getByText('Open your authenticator app')).toBeInTheDocument();
  const link = dialog('Account').getByText('Open your authenticator app').element();
  expect(link.getAttribute('href')).toMatch(/^otpauth:\/\/totp\//u);
  await press('{Escape}');
  await expect.element(dialog('Account').getByRole('img')).not.toBeInTheDocument();
  await expect.element(button('Add an authenticator app')).toHaveFocus();
});

test('[A3] the button for a new passkey is there at once, and does not move when the passkeys are known', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const passkeys = () => promise.then(() => ok([]));
  await showList(GROCERIES, { user: ADA, openAccountApi: () => Promise.resolve({ ...API, passkeys }) });
  await pressInMenu('Account');
  const add = button('Add a passkey');
  await expect.element(add).toBeVisible();
  const topOf = () =>
    add.element().getBoundingClientRect().top - region('Passkeys').element().getBoundingClientRect().top;
  const before = topOf();
  resolve();
  await new Promise((next) => setTimeout(next, 100));
  expect(topOf()).toBe(before);
});

test('[P8] without passwords, the account screen offers none, and the email address can still be changed', async () => {
  const read = () => Promise.resolve(ok({ ...FACTS, passwords: false }));
  await showList(GROCERIES, { user: ADA, openAccountApi: () => Promise.resolve({ ...API, read }) });
  await pressInMenu('Account');
  await expect.element(button('Change email', region('Email'))).toBeVisible();
  await expect.element(region('Password')).not.toBeInTheDocument();
});
