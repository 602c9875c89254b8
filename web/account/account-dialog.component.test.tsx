/** The account screen of a real account in a real browser: its groups, its forms and its second step. */
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createListeners } from '#core/listeners.ts';
import { fail, ok } from '#core/result.ts';
import type { SyncStatus } from '#client/sync/sync.ts';
import { untilStill } from '#web/testing/gestures.ts';
import { API, FACTS, part, showAccount } from '#web/testing/account-api.ts';
import { SHARING } from '#web/testing/lists-in-memory.ts';
import { NO_SYNC } from '#web/testing/shared-list.ts';
import { ADA, GROCERIES, openInMemory } from '#web/testing/show-list.tsx';
import {
  announced,
  button,
  dialog,
  field,
  fieldsIn,
  listHeading,
  looksIn,
  press,
  pressInMenu,
  pressOn,
} from '#web/testing/steps.ts';

beforeEach(() => showAccount());

test('[A3] settings are rows with their values, in groups', async () => {
  await expect.element(part('Shopping').getByText('Checked items last')).toBeVisible();
  await expect.element(part('Profile and sign-in').getByText(ADA.username)).toBeVisible();
  await expect.element(button('Change password', part('Password'))).toHaveTextContent('Change');
  await expect.element(part('Security').getByText('Devices')).toBeVisible();
  await expect.element(button('Delete my account', part('Account data'))).toBeVisible();
  for (const [name, hint] of [
    ['Export and import', /^The file contains your list/u],
    ['Password', /^Changing your password logs you out/u],
    ['Two-step verification', /^Off\. A second step protects/u],
    ['Passkeys', /^With a passkey, you sign in/u],
    ['My data', /^Download everything the server stores/u],
    ['Delete account', /^This permanently deletes your lists/u],
  ] as const)
    await expect.element(part(name).getByText(hint)).toBeVisible();
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

test('[A3] while changes wait, logging out everywhere warns about them, and the file of the account’s data says that they are missing', async () => {
  const status: SyncStatus = { pending: 3, firstSync: null, hasPulled: true, rejected: [] };
  const sync = { ...NO_SYNC, status: () => status, onChange: () => () => {} };
  const openList = async () => ({ ...(await openInMemory(GROCERIES)), sync });
  await showAccount({}, { openList });
  await expect
    .element(part('My data'))
    .toHaveTextContent('3 changes on this device haven’t synced yet and won’t be included.');
  await button('Log out everywhere').click();
  const question = dialog('Log Out Everywhere');
  await expect
    .element(question)
    .toHaveTextContent(/including this one\. 3 changes haven’t been saved to your account yet/u);
  expect(looksIn(question)).toMatchObject({ Cancel: 'plain', 'Log out everywhere': 'danger' });
  await showAccount();
  await expect.element(part('My data')).not.toHaveTextContent(/haven’t synced/u);
  await button('Log out everywhere').click();
  await expect.element(question).toHaveTextContent(/including this one\.(?! 3)/u);
});

test.each([
  ['{"format":"other"}', 'This isn’t a Checklist file. Your list hasn’t changed.'],
  [
    '{"format":"checklist","version":99}',
    'This file is from a newer version of Checklist. Reload the app, then try again.',
  ],
])('[A3] a file that cannot be imported says why, and changes nothing: %s', async (text, error) => {
  const input = dialog('Account').element().querySelector('input[type=file]');
  await userEvent.upload(input ?? document.body, new File([text], 'list.json', { type: 'application/json' }));
  await expect.element(part('Export and import').getByRole('alert')).toHaveTextContent(error);
  await expect.element(dialog('Account')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
});

test('[L3] [A3] a file is imported only after the list has been downloaded', async () => {
  const picker = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
  let status: SyncStatus = { pending: 0, firstSync: { rows: 7 }, hasPulled: false, rejected: [] };
  const { add: onChange, notify } = createListeners();
  const sync = { ...NO_SYNC, status: () => status, onChange };
  await showAccount({}, { openList: async () => ({ ...(await openInMemory(GROCERIES)), sync }) });
  const own = part('Export and import');
  await button('Import a file', own).click();
  await expect
    .element(own.getByRole('alert'))
    .toHaveTextContent('Your list is still downloading. Try again when it’s done.');
  expect(picker).not.toHaveBeenCalled();
  status = { ...status, firstSync: null, hasPulled: true };
  notify();
  await button('Import a file', own).click();
  await expect.poll(() => picker.mock.contexts).toEqual([own.element().querySelector('input[type=file]')]);
  expect(own.element().querySelector('input')?.accept).toBe('.json,application/json');
});

test('[A3] [D4] Escape that ends the input of a character closes no form', async () => {
  await button('Change email').click();
  const composing = new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true });
  field('New email').element().dispatchEvent(composing);
  field('New email')
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
  await button('Change password').hover();
  await expect.element(field('New email')).toHaveFocus();
  expect(composing.defaultPrevented).toBe(false);
});

test('[A3] password managers and keyboards learn what each field of the account is for', async () => {
  const changePassword = () => Promise.resolve(fail({ type: 'proof-needed' } as const));
  await showAccount({ changePassword }, { openSharingApi: () => Promise.resolve(SHARING) });
  for (const opener of ['Change name', 'Change email', 'Change password', 'Delete my account'])
    await button(opener).click();
  await field('Current password').fill('pear7tree');
  await field('New password').fill('other7tree');
  await press('{Enter}');
  await expect.element(part('Password').getByRole('status')).toHaveTextContent(/^Check your email for a code/u);
  expect(fieldsIn(dialog('Account'))).toEqual({
    'Your name': 'text nickname auto',
    'New email': 'text email email none unchecked auto',
    'Current password': 'password current-password none unchecked auto',
    'New password': 'password new-password none unchecked auto',
    'Code from the email': 'text numeric one-time-code unchecked ltr',
    [`Type ${ADA.username} to confirm`]: 'text email off none unchecked auto',
  });
  const account = part('Password').element().querySelector('input[autocomplete="username"]');
  expect(account).toHaveValue(ADA.username);
  expect(account).not.toBeVisible();
  for (const name of ['Current password', 'New password']) {
    const own = part('Password').getByRole('textbox', { name, exact: true });
    expect(own.element().getAttribute('aria-invalid')).toBe('false');
  }
  await expect.element(part('Delete account').getByRole('checkbox')).toBeChecked();
});

test('[A3] a new authenticator app shows its key in groups of four, without a link to an app on other systems', async () => {
  const addApp = async () => {
    const enrolment = await API.addApp('');
    return enrolment.ok ? ok({ ...enrolment.value, uri: 'https://example.org' }) : enrolment;
  };
  await showAccount({ addApp });
  await button('Add an authenticator app').click();
  await expect
    .element(dialog('Account').getByRole('img'))
    .toHaveAttribute('src', expect.stringMatching(/^data:image/u));
  const key = dialog('Account').getByText('JBSW Y3DP EHPK 3PXP', { exact: true });
  await expect.element(key).toBeVisible();
  await expect.element(key).toHaveAttribute('dir', 'ltr');
  await expect.element(dialog('Account').getByText('Open your authenticator app')).not.toBeInTheDocument();
  // Screen readers read the panel from its beginning.
  expect(document.activeElement?.textContent).toMatch(/^Scan this QR code/u);
  await field('Code').fill('123456');
  await expect.element(announced('Two-step verification is on.')).toBeVisible();
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
  // The themes are one choice for the arrow keys.
  await pressOn(dialog('Account').getByRole('radio', { name: 'System' }), '{ArrowDown}');
  await expect.element(dialog('Account').getByRole('radio', { name: 'Light' })).toBeChecked();
  await dialog('Account').getByRole('radio', { name: 'Dark' }).click();
  const after = before.slice(0, -3).map((isOn) => isOn !== true);
  await expect.poll(states).toEqual([...after, false, false, true]);
  await button('Close', dialog('Account')).click();
  await expect.element(dialog('Account')).not.toBeInTheDocument();
  await pressInMenu('Account');
  await expect.poll(states).toEqual([...after, false, false, true]);
});
