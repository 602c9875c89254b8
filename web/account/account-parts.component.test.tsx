/** The account screen as a whole in a real browser: opening it, second steps, and deleting the account (product A3). */
import { expect, onTestFinished, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { AccountApi, AccountApiFailure, SecurityEvent } from '#client/ports/account-api.ts';
import type { GuestList } from '#client/ports/lists.ts';
import { API, FACTS, part, showAccount, UNREACHABLE } from '#web/testing/account-api.ts';
import { createConnection } from '#web/testing/connection.ts';
import { NO_GUEST_LIST } from '#client/testing/fake-accounts.ts';
import { ADA, GROCERIES, showList } from '#web/testing/show-list.tsx';
import { announced, button, dialog, field, itemBox, listHeading, press, pressInMenu } from '#web/testing/steps.ts';

/** Deletes the account, with a device that keeps the list in this way. */
async function deleteAccount(
  kept: Awaited<ReturnType<GuestList['removeDeletedAccount']>> | 'broken',
  { keepsList = true, failure = null as AccountApiFailure | null } = {},
) {
  const deleted: unknown[] = [];
  const copies: unknown[] = [];
  const guestList: GuestList = {
    ...NO_GUEST_LIST,
    removeDeletedAccount(userId, copy) {
      copies.push([userId, copy?.items.length, copy?.listName]);
      return kept === 'broken' ? Promise.reject(new Error('Broken.')) : Promise.resolve(kept);
    },
  };
  await showAccount(
    {
      deleteAccount(...asked) {
        deleted.push(asked);
        return Promise.resolve(failure === null ? ok(null) : fail(failure));
      },
    },
    { loadGuestList: () => Promise.resolve(guestList) },
  );
  const own = part('Delete account');
  await button('Delete my account', own).click();
  if (!keepsList) await own.getByRole('checkbox').click();
  await own.getByRole('textbox').fill('bob@example.org');
  await button('Delete account', own).click();
  await expect.element(own.getByRole('textbox')).toHaveAccessibleDescription('This isn’t your account’s email address');
  expect(deleted).toEqual([]);
  await own.getByRole('textbox').fill(` ${ADA.username.toUpperCase()} `);
  await button('Delete account', own).click();
  await expect.poll(() => deleted).toEqual([[ADA.username, keepsList]]);
  return { own, copies };
}

test('[A3] a deleted account leaves its list in the demo, which opens', async () => {
  const { copies } = await deleteAccount('demo');
  await expect.element(announced('Your account has been deleted. Your list is now in the demo.')).toBeVisible();
  await expect.element(listHeading()).toBeVisible();
  expect(copies).toEqual([[ADA.id, 4, 'My List']]);
});

test('[A3] without its list, a deleted account leaves nothing', async () => {
  await deleteAccount('nothing', { keepsList: false });
  await expect.element(announced('Your account has been deleted.')).toBeVisible();
  await expect.element(itemBox('Milk')).not.toBeInTheDocument();
});

test.each(['refused', 'broken'] as const)(
  '[A3] a device that cannot keep the list saves it as a file: %s',
  async (kept) => {
    const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    onTestFinished(() => saving.mockRestore());
    await deleteAccount(kept);
    await expect.element(announced('This device couldn’t keep your list, so it was saved as a file.')).toBeVisible();
    expect(saving).toHaveBeenCalledTimes(1);
  },
);

test('[A3] an account that could not be deleted shows why, and its list stays', async () => {
  const { own, copies } = await deleteAccount('demo', { failure: { type: 'unreachable' } });
  await expect.element(own.getByRole('alert').filter({ hasText: UNREACHABLE })).toHaveLength(1);
  await expect.element(dialog('Account')).toBeVisible();
  expect(copies).toEqual([]);
});

test('[A3] account settings that could not be read show why, and are read again on demand', async () => {
  let failure: AccountApiFailure | null = { type: 'unreachable' };
  const read = () => Promise.resolve(failure === null ? ok(FACTS) : fail(failure));
  const openings = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve({ ...API, read }),
    () => Promise.resolve({ ...API, read }),
  ];
  const openAccountApi = () => openings.shift()?.() ?? Promise.reject(new Error('Opened too often.'));
  await showList(GROCERIES, { user: ADA, openAccountApi });
  await pressInMenu('Account');
  const missing = dialog('Account').getByText(
    'Part of the app couldn’t be loaded. Check your connection and try again.',
  );
  await expect.element(missing).toBeVisible();
  await button('Try again', dialog('Account')).click();
  await expect.element(dialog('Account').getByText(UNREACHABLE)).toBeVisible();
  await expect.element(missing).not.toBeInTheDocument();
  failure = null;
  await button('Try again', dialog('Account')).click();
  await expect.element(part('Email')).toBeVisible();
});

test('[A3] account settings need a connection: they open when it returns, and stay when it is lost', async () => {
  const { connection, setOnline } = createConnection();
  setOnline(false);
  await showList(GROCERIES, { user: ADA, connection, openAccountApi: () => Promise.resolve(API) });
  await pressInMenu('Account');
  const offline = dialog('Account').getByText(/^You’re offline\. Account settings require/u);
  await expect.element(offline).toBeVisible();
  await expect.element(part('Email')).not.toBeInTheDocument();
  setOnline(true);
  await expect.element(part('Email')).toBeVisible();
  await expect.element(offline).not.toBeInTheDocument();
  setOnline(false);
  await expect.element(offline).toBeVisible();
  await expect.element(part('Email')).toBeVisible();
});

test('[A3] what another tab changes in the account is shown here', async () => {
  let newEmail: string | null = null;
  const listeners = new Set<() => void>();
  const onChange: AccountApi['onChange'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  await showAccount({ read: () => Promise.resolve(ok({ ...FACTS, newEmail })), onChange });
  newEmail = 'next@example.org';
  for (const listener of listeners) listener();
  await expect.element(part('Email').getByText(/^To confirm next@example\.org,/u)).toBeVisible();
});

test('[A3] a change that needs a second step asks for its code, and is then repeated', async () => {
  let isConfirmed = false;
  const calls: unknown[] = [];
  const factors = [{ id: 'app', type: 'totp', status: 'verified', name: '', phone: '' }] as const;
  await showAccount({
    read: () => Promise.resolve(ok({ ...FACTS, factors, recoveryCodesLeft: 10 })),
    addPasskey() {
      calls.push('add');
      if (!isConfirmed) return Promise.resolve(fail({ type: 'code-needed-first' }));
      return Promise.resolve(ok({ id: 'p', name: '', createdAt: '' }));
    },
    enterCode(factorId, code) {
      calls.push([factorId, code]);
      isConfirmed = code === '123456';
      return Promise.resolve(isConfirmed ? ok(null) : fail({ type: 'refused', message: 'That code is incorrect.' }));
    },
  });
  const own = part('Passkeys');
  await button('Add a passkey', own).click();
  const asking = dialog('Confirm It’s You');
  await expect.element(field('Code', asking)).toBeVisible();
  await press('{Escape}');
  await expect.element(asking).not.toBeInTheDocument();
  await expect.element(own.getByRole('alert').filter({ hasText: /two-step verification code/u })).toHaveLength(1);
  await button('Add a passkey', own).click();
  await field('Code', asking).fill('111111');
  await expect.element(field('Code', asking)).toHaveAccessibleDescription(/incorrect/u);
  await field('Code', asking).fill('123456');
  await expect.element(asking).not.toBeInTheDocument();
  await expect.element(own.getByRole('alert').filter({ hasText: /\S/u })).not.toBeInTheDocument();
  expect(calls).toEqual(['add', 'add', ['app', '111111'], ['app', '123456'], 'add']);
});

test('[A5] recent activity shows five events, the others on demand, and is reloaded after a change and on return', async () => {
  const eventOf = (kind: string): SecurityEvent => ({
    kind,
    detail: '',
    createdAt: '2026-11-20T12:00:00.000Z',
    userAgent: '',
    ip: '',
  });
  let events = [1, 2, 3, 4, 5, 6].map((at) => eventOf(`newer-kind-${at}`));
  let isDown = false;
  const activity: AccountApi['activity'] = () => Promise.resolve(isDown ? fail({ type: 'unreachable' }) : ok(events));
  await showAccount({ activity });
  const own = part('Recent activity');
  const rows = own.getByRole('listitem');
  await expect.element(rows).toHaveLength(5);
  await button('Show all 6', own).click();
  await expect.element(rows.last()).toHaveTextContent('newer-kind-6');
  await expect.element(own.getByRole('button')).not.toBeInTheDocument();
  events = [eventOf('passkey-added')];
  await button('Add a passkey').click();
  await expect.element(rows).toHaveTextContent(/^Passkey added/u);
  isDown = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(own.getByRole('alert')).toHaveTextContent(UNREACHABLE);
  await expect.element(rows).toHaveLength(1);
  [isDown, events] = [false, []];
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(own.getByText('No security changes yet.')).toBeVisible();
  await expect.element(own.getByRole('alert')).not.toBeInTheDocument();
});
