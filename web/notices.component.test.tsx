/** Rare states of the list screen in a real browser: new versions, storage failures, first downloads, lost lists, and printing. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DEMO_USER } from '#core/account/user.ts';
import { createListeners } from '#core/listeners.ts';
import type { StorageFailure } from '#client/ports/storage.ts';
import type { SyncStatus } from '#client/sync/sync.ts';
import type { AppServices } from '#web/shown-list/app-context.ts';
import { createConnection } from '#web/testing/connection.ts';
import { emulateMedia } from '#web/testing/gestures.ts';
import { openLists, SHARED } from '#web/testing/lists-in-memory.ts';
import { NO_SYNC, showShared } from '#web/testing/shared-list.ts';
import { ADA, GROCERIES, openInMemory, showList, showSignIn } from '#web/testing/show-list.tsx';
import { announced, button, dialog, itemBox, listHeading, looksIn, pressInMenu } from '#web/testing/steps.ts';

/** A double of the updates: a new version waits after `arrive` is called. */
function createUpdates() {
  const { add: onChange, notify } = createListeners();
  let isWaiting = false;
  return {
    apply: vi.fn<() => void>(),
    isWaiting: () => isWaiting,
    onChange,
    arrive: (): void => {
      isWaiting = true;
      notify();
    },
  };
}

const newVersion = () => page.getByText('A new version is available.');

test('[D6] a new version is offered when it arrives; Reload starts it, and Later leaves it for the next start', async () => {
  const updates = createUpdates();
  await showList(GROCERIES, { updates: Promise.resolve(updates) });
  await expect.element(newVersion()).not.toBeInTheDocument();
  updates.arrive();
  await expect.element(announced('A new version is available.')).toBeVisible();
  expect(looksIn()).toMatchObject({ Reload: 'primary', Later: 'quiet' });
  await button('Reload').click();
  expect(updates.apply).toHaveBeenCalledTimes(1);
  await button('Later').click();
  await expect.element(newVersion()).not.toBeInTheDocument();
  expect(updates.apply).toHaveBeenCalledTimes(1);
});

test.each([
  ['storage-full', /^This device is out of storage\./u],
  ['storage-blocked', /^This browser doesn’t let Checklist store data\./u],
] as const)(
  '[D2] [D6] if the device cannot store the list, a message says so and offers a file, but no reload: %s',
  async (type, text) => {
    const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const updates = createUpdates();
    updates.arrive();
    await showList(GROCERIES, {
      updates: Promise.resolve(updates),
      openList: async () => ({ ...(await openInMemory(GROCERIES)), openFailure: { type } }),
    });
    await expect.element(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expect.element(newVersion()).not.toBeInTheDocument();
    await button('Save the list as a file').click();
    expect(saving).toHaveBeenCalledTimes(1);
  },
);

test.each([
  ['of the demo', DEMO_USER, 'Demo login failed. Please try again.'],
  ['of an account', ADA, 'An error occurred. Please try again.'],
] as const)(
  '[spec-8] if a list %s cannot be opened, an error is shown with a way back to sign-in',
  async (_whose, user, text) => {
    const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue();
    const session = await showSignIn({}, { openList: () => Promise.reject(new Error('Broken.')) });
    session.signInAccess.setUser(user);
    await expect.element(page.getByText(text)).toBeVisible();
    expect(reported).toHaveBeenCalledTimes(1);
    await button('Back to Sign In').click();
    await expect.element(listHeading()).toHaveTextContent('Sign In');
  },
);

const shared = { read: () => ({ listId: SHARED.id, name: SHARED.name }), write() {}, restore: () => Promise.resolve() };

test('[Y6] [H2] the first download shows its progress on an empty list; offline it waits, and another list can be opened', async () => {
  const { connection, setOnline } = createConnection();
  const { add: onChange, notify } = createListeners();
  let firstSync: SyncStatus['firstSync'] = { rows: 0 };
  const change = (next: SyncStatus['firstSync']): void => {
    firstSync = next;
    notify();
  };
  const status = { pending: 0, hasPulled: false, rejected: [] };
  let shown: SyncStatus = { ...status, firstSync };
  const sync = {
    ...NO_SYNC,
    onChange,
    status: () => (shown = shown.firstSync === firstSync ? shown : { ...status, firstSync }),
  };
  const show = (listChoice: Partial<AppServices>): Promise<void> =>
    showList(
      {},
      {
        user: ADA,
        connection,
        openList: async () => ({ ...(await openInMemory({})), sync }),
        loadLists: () => openLists(ADA.id, { entries: [SHARED] }),
        ...listChoice,
      },
    );
  await show({});
  await expect.element(announced('Downloading your list…')).toBeVisible();
  await expect.element(button('Add a category')).not.toBeInTheDocument();
  change({ rows: 12 });
  await expect.element(announced('Downloading your list… 12 so far')).toBeVisible();
  const inHeader = page.getByRole('banner').getByText('Downloading your list', { exact: true }).first();
  await expect.element(inHeader).toBeVisible();
  setOnline(false);
  await expect.element(announced('Your list will download when you’re back online.')).toBeVisible();
  await expect.element(inHeader).not.toBeInTheDocument();
  await expect.element(button('Open another list')).not.toBeInTheDocument();
  change(null);
  await expect.element(page.getByText('No categories available.')).toBeVisible();
  change({ rows: 0 });
  await show({ listChoice: shared });
  await expect.element(announced('This list isn’t on this device yet.')).toBeVisible();
  await button('Open another list').click();
  await expect.element(dialog('Lists')).toBeVisible();
});

test('[H6] if the account loses access to a list, the personal list opens and a message says so', async () => {
  const chosen: string[] = [];
  await showList(GROCERIES, {
    user: ADA,
    loadLists: () => openLists(ADA.id, { entries: [{ ...SHARED, role: 'member', state: 'ended' }] }),
    listChoice: { ...shared, write: (_userId, { listId }) => void chosen.push(listId) },
  });
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  await expect.element(announced('You’re no longer a member of “Party”.')).toBeVisible();
  expect(chosen).toEqual([ADA.id]);
});

test('[H2] Lists shows the name of the open list’s own row and, until that row arrives, the name that the server reports', async () => {
  const show = async (hasRow: boolean): Promise<void> => {
    const lists = await openLists(ADA.id, { entries: [SHARED] });
    await showList(GROCERIES, {
      user: ADA,
      listChoice: { ...shared, read: () => ({ listId: SHARED.id, name: 'An old name' }) },
      async openList() {
        const open = await openInMemory({ ...GROCERIES, listName: 'Barbecue' });
        const list = { ...open.store.list, ...(!hasRow && { listRow: new Map<string, never>() }) };
        return { ...open, store: { ...open.store, list } };
      },
      loadLists: () => Promise.resolve(lists),
    });
    await button(hasRow ? 'Barbecue' : 'An old name').click();
  };
  await show(true);
  await expect.element(button('Actions for Barbecue', dialog('Lists'))).toBeVisible();
  await show(false);
  await expect.element(button('Actions for Party', dialog('Lists'))).toBeVisible();
});

test('[L12] [O2] the printed list has the date', async () => {
  await showList(GROCERIES);
  await expect.element(itemBox('Milk')).toBeVisible();
  await expect.element(page.getByRole('time')).not.toBeInTheDocument();
  await emulateMedia({ media: 'print' });
  await expect.element(page.getByRole('time')).toHaveTextContent(new Date().getFullYear().toString());
  await emulateMedia({});
  await expect.element(page.getByRole('time')).not.toBeInTheDocument();
});

test('[A3] the demo offers to create an account, and opens the form in its mode for new accounts', async () => {
  await showList(GROCERIES);
  await pressInMenu('Account');
  await expect
    .element(dialog('Account').getByText('You’re using the demo. Your list is stored only on this device.'))
    .toBeVisible();
  const offer = dialog('Account').getByRole('region', { name: 'Sync across devices' });
  await expect.element(offer).toHaveTextContent(/With an account, your list is the same on all your devices/u);
  expect(looksIn(offer)).toEqual({ 'Create an account': 'primary' });
  await button('Create an account', dialog('Account')).click();
  await expect.element(listHeading()).toHaveTextContent('Create Account');
});

/** Shows a list of Ada's with this many unsent changes. @returns what removes its data from the device */
async function showUnsent(pending: number, openFailure: StorageFailure | null = null) {
  const removeData = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const status: SyncStatus = { pending, firstSync: null, hasPulled: true, rejected: [] };
  const sync = { ...NO_SYNC, status: () => status, onChange: () => () => {} };
  await showList(GROCERIES, {
    user: ADA,
    openList: async () => ({ ...(await openInMemory(GROCERIES)), sync, removeData, openFailure }),
    loadLists: () => openLists(ADA.id),
  });
  return removeData;
}

const waiting = () => page.getByText('3 items waiting').first();

test('[Y9] if the server has everything, logging out does not ask first, and removes the list from the device', async () => {
  const removeData = await showUnsent(0);
  await pressInMenu('Logout');
  await expect.element(listHeading()).toHaveTextContent('Sign In');
  await expect.poll(() => removeData.mock.calls).toHaveLength(1);
  await expect.element(waiting()).not.toBeInTheDocument();
});

test.each([
  [null, /^3 changes haven’t been saved to your account yet\. They stay on this device/u],
  [{ type: 'storage-blocked' }, /you’ll lose changes that aren’t saved to your account\./u],
] as const)(
  '[Y9] [D4] logging out asks first if changes have not been sent, and keeps them on the device: %j',
  async (openFailure, text) => {
    const removeData = await showUnsent(3, openFailure);
    const question = dialog('Log Out');
    await pressInMenu('Logout');
    await expect.element(question.getByText(text)).toBeVisible();
    // The button looks dangerous if logging out loses the changes.
    expect(looksIn(question)).toMatchObject({ 'Log out': openFailure === null ? 'primary' : 'danger' });
    await button('Stay', question).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(button('Menu')).toHaveFocus();
    await pressInMenu('Logout');
    await button('Log out', question).click();
    await expect.element(listHeading()).toHaveTextContent('Sign In');
    await expect.element(waiting()).toBeVisible();
    expect(removeData).not.toHaveBeenCalled();
  },
);

test('[spec-2] [Y10] the header says how many changes are syncing or waiting, and a stable number is announced', async () => {
  const { connection, setOnline } = createConnection();
  let status: SyncStatus = { pending: 0, firstSync: null, hasPulled: true, rejected: [] };
  const { notify } = await showShared({ status: () => status, services: { connection } });
  const sees = (text: string) => page.getByText(text, { exact: true });
  await expect.element(announced('Connected')).toBeVisible();
  status = { ...status, pending: 2 };
  notify();
  await expect.element(sees('2 changes syncing').first()).toBeVisible();
  expect(announced('2 changes syncing').elements()).toHaveLength(0);
  // Read aloud only when it is stable.
  await expect.element(sees('2 changes syncing').first()).toHaveAttribute('aria-hidden', 'true');
  await expect.element(announced('2 changes syncing')).toBeInTheDocument();
  setOnline(false);
  await expect.element(sees('2 changes waiting').first()).toBeVisible();
  await expect.element(sees('Offline Mode')).toBeVisible();
  status = { ...status, pending: 0 };
  notify();
  await expect.element(sees('2 changes waiting')).not.toBeInTheDocument();
  // Changes of items are counted as items.
  await itemBox('Milk').click();
  status = { ...status, pending: 1 };
  notify();
  await expect.element(sees('1 item waiting').first()).toBeVisible();
  setOnline(true);
  await expect.element(sees('1 item syncing').first()).toBeVisible();
});

test('[Y4] a new list that the backend refuses says why, until the backend takes it', async () => {
  const accepted: SyncStatus = { pending: 3, firstSync: null, hasPulled: true, rejected: [] };
  let status: SyncStatus = { ...accepted, refusal: 'You already have 50 lists. Leave or delete one first.' };
  const { notify } = await showShared({ status: () => status });
  const notice = page.getByRole('alert').filter({ hasText: 'You already have 50 lists. Leave or delete one first.' });
  await expect.element(notice).toHaveTextContent('This list isn’t in your account yet.');
  await expect.element(button('Save the list as a file', notice)).toBeVisible();
  status = accepted;
  notify();
  await expect.element(notice).not.toBeInTheDocument();
});
