/** The forms and confirmations of the account dialog in a real browser: errors, focus, devices and deletion (product A3). */
import { NO_GUEST_LIST } from '#client/testing/fake-accounts.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { AccountApi, DeviceSession } from '#client/ports/account-api.ts';
import type { Factor } from '#client/ports/accounts.ts';
import { FACTS, part, showAccount } from '#web/testing/account-api.ts';
import { openLists, SHARED } from '#web/testing/lists-in-memory.ts';
import { ADA } from '#web/testing/show-list.tsx';
import { announced, button, dialog, field, looksIn, press } from '#web/testing/steps.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const sessionOf = (id: string, userAgent: string, isThis = false): DeviceSession => ({
  id,
  userAgent,
  ip: '192.0.2.1',
  createdAt: `2026-11-2${id}T10:00:00.000Z`,
  lastUsedAt: `2026-11-2${id}T10:00:00.000Z`,
  isThis,
});

/** An account that is signed in on three devices, which can be logged out. */
function onThreeDevices(): Partial<AccountApi> {
  let sessions = [
    sessionOf('1', CHROME, true),
    sessionOf('2', CHROME),
    sessionOf('3', 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'),
  ];
  return {
    sessions: () => Promise.resolve(ok(sessions)),
    endSession(id) {
      sessions = sessions.filter((session) => session.id !== id);
      return Promise.resolve(ok(null));
    },
    signOutOthers() {
      sessions = sessions.filter(({ isThis }) => isThis);
      return Promise.resolve(ok(null));
    },
  };
}

const rowsOf = (name: string) => part(name).getByRole('listitem');
const focusIn = (name: string): boolean => part(name).element().contains(document.activeElement);

beforeEach(() => showAccount(onThreeDevices()));

test('[D4] Escape in a confirmation closes only the confirmation; canceling a file picker closes nothing', async () => {
  await button('Log out everywhere', part('Devices')).click();
  await expect.element(dialog('Log Out Everywhere')).toBeVisible();
  await press('{Escape}');
  await expect.element(dialog('Log Out Everywhere')).not.toBeInTheDocument();
  await expect.element(dialog('Account')).toBeVisible();
  // The event that browsers send when a file picker is canceled (HTML standard, file upload state).
  const picker = dialog('Account').element().querySelector('input[type="file"]');
  picker?.dispatchEvent(new Event('cancel', { bubbles: true }));
  await expect.element(part('Devices')).toBeVisible();
  await press('{Escape}');
  await expect.element(dialog('Account')).not.toBeInTheDocument();
});

test('[A3] [D4] the current address is refused as a new one; after a change the focus is on its button, and it can be canceled', async () => {
  let newEmail: string | null = null;
  const changeEmail: AccountApi['changeEmail'] = (email) => {
    newEmail = email === ADA.username ? null : email;
    return Promise.resolve(ok(newEmail));
  };
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, newEmail })), changeEmail });
  await expect.element(dialog('Account').getByText(`Signed in as ${ADA.username}`)).toBeVisible();
  const email = part('Email');
  await expect.element(button('Cancel change', email)).not.toBeInTheDocument();
  await button('Change email', email).click();
  await field('New email', email).fill(` ${ADA.username.toUpperCase()}`);
  await press('{Enter}');
  await expect.element(field('New email', email)).toHaveAccessibleDescription('This is already your email address');
  await field('New email', email).fill('next@example.org');
  await press('{Enter}');
  await expect
    .element(email.getByText('To confirm next@example.org, open the link in each email we sent you.'))
    .toBeVisible();
  await expect.element(button('Change email', email)).toHaveFocus();
  await button('Cancel change', email).click();
  await expect.element(announced('Email change canceled.')).toBeVisible();
  await expect.element(email.getByText(/^To confirm /u)).not.toBeInTheDocument();
  await expect.element(button('Cancel change', email)).not.toBeInTheDocument();
  await expect.element(email.getByTitle(ADA.username)).toBeVisible();
});

test('[A3] [D4] a wrong current password shows an error at its field, which gets the focus', async () => {
  await showAccount({ changePassword: () => Promise.resolve(fail({ type: 'invalid-credentials' })) });
  const password = part('Password');
  await button('Change password', password).click();
  await field('Current password', password).fill('wrong1');
  await field('New password', password).fill('another1');
  await press('{Enter}');
  const current = field('Current password', password);
  await expect.element(current).toHaveAccessibleDescription('That password is incorrect. Try again.');
  await expect.element(current).toHaveFocus();
  await expect.element(password.getByText(/incorrect/u)).toHaveLength(1);
});

test('[A3] devices with the same browser are distinguishable, and logging one out asks first', async () => {
  const devices = part('Devices');
  const dated = devices.getByText(/^Chrome on Linux · since [A-Z][a-z]{2} \d+, \d\d:\d\d$/u);
  await expect.element(dated).toHaveLength(2);
  // The third has a unique name, and its date is below the name.
  await expect.element(devices.getByText(/signed in .*\d/u)).toHaveLength(1);
  const one = devices.getByRole('button', { name: /^Log out Chrome on Linux · since .*\d/u });
  await one.click();
  await button('Cancel', dialog('Log Out Device')).click();
  await expect.element(rowsOf('Devices')).toHaveLength(3);
  await button('Log out all other devices', devices).click();
  expect(looksIn(dialog('Log Out Other Devices'))).toMatchObject({ 'Log out other devices': 'primary' });
  await button('Log out other devices', dialog('Log Out Other Devices')).click();
  await expect.element(announced('All other devices have been logged out.')).toBeVisible();
  await expect.element(rowsOf('Devices')).toHaveLength(1);
  await expect.element(button('Log out all other devices', devices)).not.toBeInTheDocument();
  await expect.element(button('Log out everywhere', devices)).toBeVisible();
});

test('[A3] deleting the account says what to type, and what happens to the demo list', async () => {
  const guestList = { ...NO_GUEST_LIST, preview: () => Promise.resolve({ items: 131 }) };
  await showAccount({}, { loadGuestList: () => Promise.resolve(guestList) });
  const deletion = part('Delete account');
  await button('Delete my account', deletion).click();
  await expect.element(deletion.getByText(/replaces your demo list \(\d+ items\)/u)).toBeVisible();
  await deletion.getByRole('checkbox').click();
  await expect.element(deletion.getByText(/replaces your demo list/u)).not.toBeInTheDocument();
  await button('Delete account', deletion).click();
  await expect.element(deletion.getByRole('textbox')).toHaveAccessibleDescription('Please enter your email address');
  await expect.element(deletion.getByRole('textbox')).toHaveFocus();
});

test('[A3] with several lists, deleting the account says which one is kept, and that the others are not', async () => {
  const personal = { ...SHARED, id: ADA.id, name: 'Home', members: [] };
  const lists = await openLists(ADA.id, { entries: [personal, SHARED] });
  const listChoice = {
    read: () => ({ listId: SHARED.id, name: SHARED.name }),
    write() {},
    restore: () => Promise.resolve(),
  };
  const deleteAccount = vi.fn<AccountApi['deleteAccount']>(() => Promise.resolve(ok(null)));
  await showAccount({ deleteAccount }, { loadLists: () => Promise.resolve(lists), listChoice });
  const deletion = part('Delete account');
  await button('Delete my account', deletion).click();
  const keep = deletion.getByRole('checkbox', { name: 'Keep “Home” on this device as the demo list' });
  await expect.element(keep).toBeChecked();
  await expect.element(deletion.getByText(/^Your other lists won’t be kept\./u)).toBeVisible();
  // The list was never opened here, and the server deletes its copy.
  await deletion.getByRole('textbox').fill(ADA.username);
  await button('Delete account', deletion).click();
  await expect
    .element(deletion.getByRole('alert'))
    .toHaveTextContent(/^This device doesn’t have your personal list yet\./u);
  expect(deleteAccount).not.toHaveBeenCalled();
  await keep.click();
  await expect.element(deletion.getByText(/other lists/u)).not.toBeInTheDocument();
});

test('[A3] with one list, deleting the account speaks of no other list', async () => {
  const lists = await openLists(ADA.id);
  await showAccount({}, { loadLists: () => Promise.resolve(lists) });
  await button('Delete my account', part('Delete account')).click();
  await expect.element(part('Delete account').getByRole('checkbox')).toHaveAccessibleName(/^Keep my list/u);
  await expect.element(part('Delete account').getByText(/other lists/u)).not.toBeInTheDocument();
});

test.each([
  ['Email', 'Change email'],
  ['Password', 'Change password'],
  ['Two-step verification', 'Add an authenticator app'],
  ['Two-step verification', 'Add a phone number'],
  ['Delete account', 'Delete my account'],
])('[D4] [A3] a closed form in %s returns the focus to the button that opened it: %s', async (name, opener) => {
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, secondSteps: { app: true, phone: true } })) });
  await button(opener, part(name)).click();
  await button('Cancel', part(name)).click();
  await expect.element(button(opener, part(name))).toHaveFocus();
});

test('[D4] [A3] when a device is logged out or a second step is removed, the focus stays in the section', async () => {
  let factors: readonly Factor[] = [{ id: 'app', type: 'totp', status: 'verified', name: '', phone: '' }];
  const removeFactor = () => {
    factors = [];
    return Promise.resolve(ok(null));
  };
  const read = () => Promise.resolve(ok({ ...FACTS, factors, recoveryCodesLeft: 10 }));
  await showAccount({ ...onThreeDevices(), read, removeFactor });
  await part('Devices')
    .getByRole('button', { name: /^Log out Chrome/u })
    .click();
  expect(looksIn(dialog('Log Out Device'))).toMatchObject({ 'Log out device': 'primary' });
  await button('Log out device', dialog('Log Out Device')).click();
  await expect.element(announced('That device has been logged out.')).toBeVisible();
  await expect.element(rowsOf('Devices')).toHaveLength(2);
  await expect.poll(() => focusIn('Devices')).toBe(true);
  const twoSteps = part('Two-step verification');
  await button('Remove Authenticator app', twoSteps).click();
  expect(looksIn(dialog('Remove Verification Method'))).toMatchObject({ Remove: 'danger' });
  await button('Remove', dialog('Remove Verification Method')).click();
  await expect.element(twoSteps.getByText(/^Off\./u)).toBeVisible();
  await expect.poll(() => focusIn('Two-step verification')).toBe(true);
});

test('[D4] [A3] after an authenticator app is added, the focus stays in the section, which shows the recovery codes once', async () => {
  let factors: readonly Factor[] = [];
  const enterCode: AccountApi['enterCode'] = (factorId) => {
    factors = [{ id: factorId, type: 'totp', status: 'verified', name: '', phone: '' }];
    return Promise.resolve(ok(null));
  };
  const codes = Array.from({ length: 10 }, (_, at) => `ABCD EFGH IJKL MNO${at}`);
  const read = () => Promise.resolve(ok({ ...FACTS, factors, recoveryCodesLeft: factors.length * 10 }));
  await showAccount({ read, enterCode, renewRecoveryCodes: () => Promise.resolve(ok(codes)) });
  const twoSteps = part('Two-step verification');
  await button('Add an authenticator app', twoSteps).click();
  await expect.element(twoSteps.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await field('Code', twoSteps).fill('123456');
  await expect.element(twoSteps.getByText('On. You enter a code each time you sign in.')).toBeVisible();
  await expect.poll(() => focusIn('Two-step verification')).toBe(true);
  const shown = twoSteps.getByRole('list', { name: 'Recovery codes' });
  await expect.element(shown.getByRole('listitem')).toHaveLength(10);
  await button('I saved my codes', twoSteps).click();
  await expect.element(shown).not.toBeInTheDocument();
  await expect.element(twoSteps.getByText('10 codes left')).toBeVisible();
});

test('[A3] new recovery codes replace unused ones after a question, and at once if none is left', async () => {
  let recoveryCodesLeft = 0;
  let round = 0;
  const renewRecoveryCodes = () => {
    recoveryCodesLeft = 10;
    round += 1;
    return Promise.resolve(ok([`CODE ${round}`]));
  };
  const factors: readonly Factor[] = [{ id: 'app', type: 'totp', status: 'verified', name: '', phone: '' }];
  const read = () => Promise.resolve(ok({ ...FACTS, factors, recoveryCodesLeft }));
  await showAccount({ read, renewRecoveryCodes });
  const twoSteps = part('Two-step verification');
  await button('Create new codes', twoSteps).click();
  await expect.element(twoSteps.getByText('CODE 1')).toBeVisible();
  await button('I saved my codes', twoSteps).click();
  await button('Create new codes', twoSteps).click();
  const question = dialog('Create New Codes');
  expect(looksIn(question)).toMatchObject({ 'Create new codes': 'danger' });
  await button('Create new codes', question).click();
  await expect.element(twoSteps.getByText('CODE 2')).toBeVisible();
});

test('[A5] an event says when it was, on which browser and from which address; an operator’s change names neither', async () => {
  const event = { kind: 'password-changed', detail: '', createdAt: '2026-11-20T12:00:00.000Z' };
  const events = [
    { ...event, userAgent: CHROME, ip: '192.0.2.7' },
    { ...event, userAgent: '', ip: '' },
  ];
  await showAccount({ activity: () => Promise.resolve(ok(events)) });
  await expect
    .element(rowsOf('Recent activity').nth(0))
    .toHaveTextContent(/Nov 20.* · Chrome on Linux · 192\.0\.2\.7$/u);
  await expect.element(rowsOf('Recent activity').nth(1)).toHaveTextContent(/Nov 20[^·]*$/u);
});

test('[A9] features that a project lacks are not on the account screen', async () => {
  const notOffered = () => Promise.resolve(fail({ type: 'not-offered' } as const));
  await showAccount({ sessions: notOffered, activity: notOffered });
  await expect.element(button('Log out all other devices', part('Devices'))).toBeVisible();
  await expect.element(button('Add an authenticator app', part('Two-step verification'))).toBeVisible();
  await expect.element(part('Recent activity')).not.toBeInTheDocument();
  await expect.element(button('Add a phone number', dialog('Account'))).not.toBeInTheDocument();
  await expect.element(dialog('Account').getByText('doesn’t support this feature')).not.toBeInTheDocument();
});

test('[A9] [D4] if the account has a password that the app doesn’t know about, setting one asks for the current password', async () => {
  const changePassword: AccountApi['changePassword'] = ({ current }) =>
    Promise.resolve(current === '' ? fail({ type: 'current-password-needed' }) : ok(null));
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, hasPassword: false })), changePassword });
  const password = part('Password');
  await button('Set a password', password).click();
  await expect.element(field('Current password', password)).not.toBeInTheDocument();
  await field('New password', password).fill('another1');
  await press('{Enter}');
  const current = field('Current password', password);
  await expect.element(current).toHaveFocus();
  await expect.element(current).toHaveAccessibleDescription('Enter your current password as well.');
  await current.fill('pear7tree');
  await press('{Enter}');
  await expect.element(announced('Your password has been changed.')).toBeVisible();
});

test('[A9] [D4] if a new password needs a code from an email, the field for it appears with the focus', async () => {
  const changePassword: AccountApi['changePassword'] = ({ proof }) => {
    const failed = proof === '' ? 'proof-needed' : 'wrong-proof';
    return Promise.resolve(proof === '123456' ? ok(null) : fail({ type: failed }));
  };
  await showAccount({ changePassword });
  const password = part('Password');
  await button('Change password', password).click();
  await field('Current password', password).fill('pear7tree');
  await field('New password', password).fill('another1');
  await press('{Enter}');
  const code = field('Code from the email', password);
  await expect.element(code).toHaveFocus();
  await expect.element(password.getByText('Check your email for a code, then enter it below.')).toBeVisible();
  await press('{Enter}');
  await expect.element(code).toHaveAccessibleDescription('Please enter the code from the email');
  await code.fill('111111');
  await press('{Enter}');
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await expect.element(code).toHaveAccessibleDescription(/\S/u);
  await code.fill(' 123456 ');
  await press('{Enter}');
  await expect.element(announced('Your password has been changed.')).toBeVisible();
});
