/** Single sections of the account dialog in a real browser: the name, sign-in methods and the account's data (product A3). */
import { expect, onTestFinished, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { AccountApi, DeviceSession, Identity, Passkey } from '#client/ports/account-api.ts';
import type { SharingApi } from '#client/ports/sharing-api.ts';
import { FACTS, part, showAccount, unreachable, UNREACHABLE } from '#web/testing/account-api.ts';
import { SHARING } from '#web/testing/lists-in-memory.ts';
import { announced, button, dialog, field, listHeading, looksIn, press, select } from '#web/testing/steps.ts';

test('[A7] [D4] Escape in the field for the name closes only the field', async () => {
  await showAccount({}, { openSharingApi: () => Promise.resolve(SHARING) });
  await button('Change name', part('Name')).click();
  await expect.element(field('Your name', part('Name'))).toHaveValue('Ada');
  await press('{Escape}');
  await expect.element(button('Change name', part('Name'))).toHaveFocus();
  await expect.element(dialog('Account')).toBeVisible();
});

test('[A7] [D4] a name is shown as the server cleaned it; one that could not be saved stays in the field with an error', async () => {
  let stored = '';
  let isDown = true;
  const api: SharingApi = {
    ...SHARING,
    displayName: () => Promise.resolve(ok(stored)),
    setDisplayName(name) {
      if (isDown) return Promise.resolve(fail({ type: 'unreachable' }));
      stored = `${name} L.`;
      return Promise.resolve(ok(stored));
    },
  };
  await showAccount({}, { openSharingApi: () => Promise.resolve(api) });
  const name = part('Name');
  await expect
    .element(name)
    .toHaveTextContent('You haven’t set a name. Others see you as “Member” followed by a number.');
  await expect.element(button('Set a name', name)).toHaveTextContent('Set');
  await button('Set a name', name).click();
  await field('Your name', name).fill('Ada');
  await press('{Enter}');
  await expect.element(field('Your name', name)).toHaveAccessibleDescription(/^Can’t reach the server\./u);
  await expect.element(field('Your name', name)).toHaveFocus();
  isDown = false;
  await button('Save', name).click();
  await expect.element(announced('Your name has been saved.')).toBeVisible();
  await expect.element(name.getByText('Ada L.', { exact: true })).toBeVisible();
  await expect.element(button('Change name', name)).toHaveFocus();
  await expect.element(button('Change name', name)).toHaveTextContent('Change');
});

test('[A3] a phone is added with the typed number and the chosen channel; a text that is no number is refused', async () => {
  const added: unknown[] = [];
  const addPhone: AccountApi['addPhone'] = (phone) => {
    added.push(phone);
    return Promise.resolve(ok('phone'));
  };
  const read = () => Promise.resolve(ok({ ...FACTS, secondSteps: { app: true, phone: true } }));
  await showAccount({ addPhone, read });
  const own = part('Two-step verification');
  await button('Add a phone number', own).click();
  await field('Phone number', own).fill('0170 1234567');
  await button('Send code', own).click();
  await expect
    .element(field('Phone number', own))
    .toHaveAccessibleDescription('Please enter the number with a + and the country code');
  await field('Phone number', own).fill('00 49 (170) 123-4567');
  await select('Send the code by', own).selectOptions('WhatsApp');
  await button('Send code', own).click();
  await expect.element(field('Code', own)).toBeVisible();
  expect(added).toEqual([{ name: 'Phone', number: '+491701234567', channel: 'whatsapp' }]);
  // Messages cost money, so another one can be sent only after a minute.
  await expect.element(button('Send again by SMS', own)).toHaveAttribute('aria-disabled', 'true');
});

test('[A3] the only sign-in method cannot be removed, and a provider can be linked', async () => {
  const identities = [{ id: 'i1', provider: 'email', email: 'ada@example.org' }];
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, identities, providers: ['google'] })) });
  const methods = part('Sign-in methods');
  await expect.element(methods.getByText('You can’t remove your only sign-in method.')).toBeVisible();
  await expect.element(button('Link Google', methods)).toBeVisible();
  await expect.element(methods.getByRole('button', { name: /^Unlink/u })).not.toBeInTheDocument();
});

test('[A3] the data of the account is saved as a file, unless it cannot be downloaded', async () => {
  // The browser saves the file that the pressed link names.
  const files: string[] = [];
  const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  onTestFinished(() => saving.mockRestore());
  let isDown = true;
  const downloadData = () => Promise.resolve(isDown ? fail({ type: 'unreachable' } as const) : ok('{"items":[]}'));
  await showAccount({ downloadData });
  const data = part('My data');
  await button('Download my data', data).click();
  await expect.element(data.getByRole('alert')).not.toBeEmptyDOMElement();
  expect(saving).not.toHaveBeenCalled();
  isDown = false;
  await button('Download my data', data).click();
  await expect.element(announced('Your data has been downloaded.')).toBeVisible();
  expect(files).toEqual([expect.stringMatching(/\d{4}-\d\d-\d\d\.json$/u)]);
});

test('[A3] passkeys are listed, added and removed; removing asks first', async () => {
  let passkeys: readonly Passkey[] = [{ id: 'p1', name: 'Phone', createdAt: '2026-11-20T10:00:00.000Z' }];
  const removed: string[] = [];
  await showAccount({
    passkeys: () => Promise.resolve(ok(passkeys)),
    addPasskey() {
      const added = { id: 'p2', name: '', createdAt: '2026-11-21T10:00:00.000Z' };
      passkeys = [...passkeys, added];
      return Promise.resolve(ok(added));
    },
    removePasskey(id) {
      removed.push(id);
      passkeys = passkeys.filter((passkey) => passkey.id !== id);
      return Promise.resolve(ok(null));
    },
  });
  const own = part('Passkeys');
  await expect.element(own.getByRole('listitem')).toHaveTextContent(/^Phone.*Added /u);
  await button('Add a passkey', own).click();
  await expect.element(own.getByRole('listitem')).toHaveLength(2);
  await button('Remove Phone', own).click();
  await expect.element(dialog('Remove Passkey')).toHaveTextContent(/Remove Phone\?/u);
  expect(looksIn(dialog('Remove Passkey'))).toMatchObject({ Remove: 'danger' });
  await button('Cancel', dialog('Remove Passkey')).click();
  expect(removed).toEqual([]);
  await button('Remove Phone', own).click();
  await button('Remove', dialog('Remove Passkey')).click();
  await expect.element(own.getByRole('listitem')).toHaveLength(1);
  await expect.element(button('Remove Passkey', own)).toBeVisible();
  expect(removed).toEqual(['p1']);
});

test('[A3] a passkey that could not be added or removed shows why, and the list stays', async () => {
  const passkeys = () => Promise.resolve(ok([{ id: 'p1', name: 'Phone', createdAt: '2026-11-20T10:00:00.000Z' }]));
  await showAccount({ passkeys, addPasskey: unreachable, removePasskey: unreachable });
  const own = part('Passkeys');
  await button('Add a passkey', own).click();
  await expect.element(own.getByRole('alert').filter({ hasText: UNREACHABLE })).toHaveLength(1);
  await button('Remove Phone', own).click();
  await button('Remove', dialog('Remove Passkey')).click();
  await expect.element(own.getByRole('listitem')).toHaveTextContent(UNREACHABLE);
});

test('[A3] an address without a domain name has no passkeys and says where they work; a server without them says nothing', async () => {
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, passkeys: 'needs-domain' })) });
  await expect.element(part('Passkeys')).toHaveTextContent(/Passkeys only work with a domain name\./u);
  await expect.element(button('Add a passkey')).not.toBeInTheDocument();
  await showAccount({ passkeys: () => Promise.resolve(fail({ type: 'not-offered' })) });
  await expect.element(part('Passkeys')).not.toBeInTheDocument();
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, passkeys: 'no' })) });
  await expect.element(part('Passkeys')).not.toBeInTheDocument();
});

test('[A3] [A9] a provider is unlinked after a question, and the password only where that removes it', async () => {
  let identities: readonly Identity[] = [
    { id: 'i1', provider: 'email', email: 'ada@example.org' },
    { id: 'i2', provider: 'google', email: 'ada@gmail.example' },
  ];
  const unlink: AccountApi['unlink'] = (id) => {
    identities = identities.filter((identity) => identity.id !== id);
    return Promise.resolve(ok(null));
  };
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, identities, providers: ['google'] })), unlink });
  const methods = part('Sign-in methods');
  await expect.element(methods.getByRole('listitem')).toHaveLength(2);
  await expect.element(methods.getByRole('button', { name: /^Unlink/u })).toHaveLength(1);
  await expect.element(methods.getByRole('button', { name: /^Link/u })).not.toBeInTheDocument();
  await expect.element(methods.getByRole('listitem').nth(1)).toHaveTextContent('ada@gmail.example');
  await button('Unlink Google', methods).click();
  expect(looksIn(dialog('Unlink Sign-In Method'))).toMatchObject({ Unlink: 'danger' });
  await button('Unlink', dialog('Unlink Sign-In Method')).click();
  await expect.element(methods.getByRole('listitem')).toHaveLength(1);
  await expect.element(button('Link Google', methods)).toBeVisible();
  identities = [...identities, { id: 'i2', provider: 'google', email: '' }];
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, identities, removesPassword: true })) });
  await expect.element(part('Sign-in methods').getByRole('button', { name: /^Unlink/u })).toHaveLength(2);
});

test('[A3] a provider that could not be linked or unlinked shows why', async () => {
  const identities = [
    { id: 'i1', provider: 'email', email: '' },
    { id: 'i2', provider: 'google', email: '' },
  ];
  const read = () => Promise.resolve(ok({ ...FACTS, identities, providers: ['google', 'github'] }));
  await showAccount({ read, link: unreachable, unlink: unreachable });
  const methods = part('Sign-in methods');
  await button('Link GitHub', methods).click();
  await expect.element(methods.getByRole('alert').filter({ hasText: UNREACHABLE })).toHaveLength(1);
  await button('Unlink Google', methods).click();
  await button('Unlink', dialog('Unlink Sign-In Method')).click();
  await expect.element(methods.getByRole('alert').filter({ hasText: UNREACHABLE })).toHaveLength(2);
});

test('[A3] a failed change of address shows why; a change that needs no confirmation takes effect at once', async () => {
  let email = FACTS.email;
  let newEmail: string | null = 'waiting@example.org';
  let isDown = true;
  await showAccount({
    read: () => Promise.resolve(ok({ ...FACTS, email, newEmail })),
    changeEmail(address) {
      if (isDown) return unreachable();
      // This server cannot cancel a pending change.
      if (address === email) return Promise.resolve(ok(newEmail));
      [email, newEmail] = [address, null];
      return Promise.resolve(ok(null));
    },
  });
  const own = part('Email');
  const alert = own.getByRole('alert').filter({ hasText: /\S/u });
  await button('Cancel change', own).click();
  await expect.element(alert).toHaveTextContent(UNREACHABLE);
  isDown = false;
  await button('Cancel change', own).click();
  await expect.element(alert).toHaveTextContent(/^This server can’t cancel the change\./u);
  await button('Change email', own).click();
  await field('New email', own).fill('next@example');
  await press('{Enter}');
  await expect.element(field('New email', own)).toHaveAccessibleDescription('Please enter a valid email address');
  await expect.element(field('New email', own)).toHaveFocus();
  isDown = true;
  await field('New email', own).fill(' Next@example.org');
  await expect.element(field('New email', own)).not.toHaveAccessibleDescription();
  await press('{Enter}');
  await expect.element(alert).toHaveTextContent(UNREACHABLE);
  isDown = false;
  await press('{Enter}');
  await expect.element(announced('Your email has been changed.')).toBeVisible();
  await expect.element(field('New email', own)).not.toBeInTheDocument();
  await expect.element(own.getByTitle('next@example.org')).toBeVisible();
  await expect.element(dialog('Account').getByText('Signed in as next@example.org')).toBeVisible();
});

test('[A3] setting a password refuses a weak one, confirms a good one, and changing it needs the current password', async () => {
  let hasPassword = false;
  const changed: unknown[] = [];
  await showAccount({
    read: () => Promise.resolve(ok({ ...FACTS, hasPassword })),
    changePassword(typed) {
      changed.push(typed);
      hasPassword = true;
      return Promise.resolve(ok(null));
    },
  });
  const own = part('Password');
  await expect.element(own).toHaveTextContent(/^PasswordYou don’t have a password yet\..*Set$/u);
  await button('Set a password', own).click();
  const next = field('New password', own);
  await expect.element(next).toHaveFocus();
  await next.fill('abc12');
  await press('{Enter}');
  await expect.element(next).toHaveAccessibleDescription(/must be at least 6 characters/u);
  await next.fill('pear7tree');
  await expect.element(next).not.toHaveAttribute('aria-invalid', 'true');
  await press('{Enter}');
  await expect.element(announced('Your password has been changed.')).toBeVisible();
  await expect.element(button('Change password', own)).toHaveFocus();
  await button('Change password', own).click();
  await next.fill('other7tree');
  await press('{Enter}');
  const current = field('Current password', own);
  await expect.element(current).toHaveAccessibleDescription('Password is required');
  await expect.element(current).toHaveFocus();
  await expect.element(next).not.toHaveAttribute('aria-invalid', 'true');
  expect(changed).toEqual([{ current: '', next: 'pear7tree', proof: '' }]);
});

test('[A3] this device comes first, then the most recently used one; a failed logout shows why', async () => {
  const sessionOf = (id: string, ip: string, day: number): DeviceSession => ({
    id,
    userAgent: '',
    ip,
    createdAt: '2026-11-01T10:00:00.000Z',
    lastUsedAt: `2026-11-1${day}T10:00:00.000Z`,
    isThis: id === 'this',
  });
  const sessions = () =>
    Promise.resolve(ok([sessionOf('a', '::a', 4), sessionOf('b', '::b', 6), sessionOf('this', '', 2)]));
  let isDown = true;
  await showAccount({
    sessions,
    endSession: unreachable,
    signOutOthers: unreachable,
    signOutEverywhere: () => (isDown ? unreachable() : Promise.resolve(ok(null))),
  });
  const own = part('Devices');
  const rows = own.getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/This device/u);
  await expect.element(rows.nth(0).getByRole('button')).not.toBeInTheDocument();
  await expect.element(rows.nth(1)).toHaveTextContent(/Last used .*::b/u);
  await expect.element(rows.nth(2)).toHaveTextContent(/Last used .*::a/u);
  await rows.nth(1).getByRole('button').click();
  await button('Log out device', dialog('Log Out Device')).click();
  await expect.element(rows.nth(1)).toHaveTextContent(UNREACHABLE);
  for (const [opener, title, yes] of [
    ['Log out all other devices', 'Log Out Other Devices', 'Log out other devices'],
    ['Log out everywhere', 'Log Out Everywhere', 'Log out everywhere'],
  ] as const) {
    await button(opener, own).click();
    await button(yes, dialog(title)).click();
    await expect.element(dialog(title)).not.toBeInTheDocument();
    await expect.element(own.getByRole('alert').last()).toHaveTextContent(UNREACHABLE);
  }
  isDown = false;
  await button('Log out everywhere', own).click();
  await button('Log out everywhere', dialog('Log Out Everywhere')).click();
  await expect.element(listHeading()).toHaveTextContent('Sign In');
});
