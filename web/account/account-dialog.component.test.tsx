/** The account screen of a real account in a real browser: its groups, its forms and its second step. */
import { beforeEach, expect, test } from 'vitest';
import { ok } from '#core/result.ts';
import { untilStill } from '#web/testing/gestures.ts';
import { FACTS, part, showAccount } from '#web/testing/account-api.ts';
import { ADA } from '#web/testing/show-list.tsx';
import { button, dialog, field, press, pressInMenu } from '#web/testing/steps.ts';

beforeEach(() => showAccount());

test('[A3] settings are rows with their values, in groups', async () => {
  await expect.element(part('Shopping').getByText('Checked items last')).toBeVisible();
  await expect.element(part('Profile and sign-in').getByText(ADA.username)).toBeVisible();
  await expect.element(button('Change password', part('Password'))).toHaveTextContent('Change');
  await expect.element(part('Security').getByText('Devices')).toBeVisible();
  await expect.element(button('Delete my account', part('Account data'))).toBeVisible();
  const row = part('Email').element().getBoundingClientRect();
  expect(row.height).toBeLessThan(80);
});

test('[A3] an address with a short first part is shown in full', async () => {
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, email: 'il@example.org' })) });
  const domain = part('Email').getByText('@example.org');
  await expect.element(domain).toBeVisible();
  const measureCut = (): number => domain.element().scrollWidth - domain.element().clientWidth;
  await expect.poll(measureCut).toBe(0);
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
  await showAccount({ passkeys });
  const add = button('Add a passkey');
  await expect.element(add).toBeVisible();
  await untilStill();
  const topOf = () =>
    add.element().getBoundingClientRect().top - part('Passkeys').element().getBoundingClientRect().top;
  const before = topOf();
  resolve();
  await expect.element(add).toBeEnabled();
  await new Promise(requestAnimationFrame);
  expect(topOf()).toBe(before);
});

test('[P8] without passwords, the account screen has no form for one, and the email address can still be changed', async () => {
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, passwords: false })) });
  await expect.element(button('Change email', part('Email'))).toBeVisible();
  await expect.element(part('Password')).not.toBeInTheDocument();
});

test('[A3] [D3] [D7] settings for this device are kept when the dialog is closed', async () => {
  const states = (): readonly unknown[] =>
    [...part('Shopping').getByRole('checkbox').elements(), ...dialog('Account').getByRole('radio').elements()].map(
      (input) => input instanceof HTMLInputElement && input.checked,
    );
  const boxes = part('Shopping').getByRole('checkbox');
  const before = states();
  expect(before.slice(-3)).toEqual([true, false, false]);
  for (const box of boxes.all()) await box.click();
  await dialog('Account').getByRole('radio', { name: 'Dark' }).click();
  const after = before.slice(0, -3).map((isOn) => isOn !== true);
  await expect.poll(states).toEqual([...after, false, false, true]);
  await button('Close', dialog('Account')).click();
  await expect.element(dialog('Account')).not.toBeInTheDocument();
  await pressInMenu('Account');
  await expect.poll(states).toEqual([...after, false, false, true]);
});
