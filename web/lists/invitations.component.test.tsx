/** Invitations to a list in a real browser: making and revoking one. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { SharingApi } from '#client/ports/sharing-api.ts';
import { createConnection } from '#web/testing/connection.ts';
import { boxOf } from '#web/testing/gestures.ts';
import { openLists, SHARED, SHARING } from '#web/testing/lists-in-memory.ts';
import { ADA, GROCERIES, showList } from '#web/testing/show-list.tsx';
import {
  announced,
  busyIn,
  button,
  dialog,
  field,
  fieldsIn,
  looksIn,
  menuEntry,
  press,
  pressInMenu,
} from '#web/testing/steps.ts';

const services = {
  user: ADA,
  loadLists: () => openLists(ADA.id, { entries: [SHARED] }),
  openSharingApi: () => Promise.resolve(SHARING),
};

test('[H3] a revoked invitation leaves the sheet at once, before the server has answered', async () => {
  await showList(GROCERIES, services);
  await button('My List').click();
  await button('Actions for Party').click();
  await menuEntry('Share…').click();
  const share = dialog('Share “Party”');
  const revoke = share.getByRole('button', { name: /^Revoke the invitation from \S/u });
  const title = share.getByRole('heading', { name: 'Open invitations', exact: true });
  await expect.element(title).toBeVisible();
  await expect.element(share.getByRole('region', { name: 'Invite', exact: true })).toBeVisible();
  await expect.element(button('Invite', share)).toHaveFocus();
  await expect.element(share).toHaveTextContent('for up to 20 people.');
  expect(Object.values(looksIn(share))).toEqual(expect.arrayContaining(['primary', 'quietDanger']));
  await revoke.click();
  await expect.element(revoke).not.toBeInTheDocument();
  await expect.element(title).not.toBeInTheDocument();
});

test('[A7] [H14] the first invitation asks for both names, and its link can be copied and revoked', async () => {
  const link = 'https://checklist.example/#join=secret';
  const names: string[] = [];
  const api: SharingApi = {
    ...SHARING,
    invitations: () => Promise.resolve(ok([])),
    displayName: () => Promise.resolve(ok(null)),
    setDisplayName(name) {
      names.push(name);
      return Promise.resolve(names.length === 1 ? fail({ type: 'unreachable' }) : ok(name));
    },
    createInvitation: () =>
      Promise.resolve(ok({ id: 'new', expiresAt: '2099-11-28T08:00:00.000Z', usesLeft: 20, link })),
    revokeInvitation: () => Promise.resolve(ok(null)),
  };
  const copy = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValueOnce(new Error('denied'))
    .mockResolvedValue();
  onTestFinished(() => copy.mockRestore());
  const lists = await openLists(ADA.id);
  await showList(GROCERIES, {
    user: ADA,
    loadLists: () => Promise.resolve(lists),
    openSharingApi: () => Promise.resolve(api),
  });
  await pressInMenu('Share this list');
  const first = dialog('Share “My List”');
  await expect.element(first.getByText('Only you so far.')).toBeVisible();
  await button('Invite', first).click();
  await expect.element(field('Name of the list', first)).toHaveFocus();
  expect(fieldsIn(first)).toEqual({ 'Name of the list': 'text off auto', 'Your name': 'text nickname auto' });
  await field('Name of the list', first).fill('x'.repeat(201));
  await field('Your name', first).fill(' Ada ');
  await button('Continue', first).click();
  await expect.element(field('Your name', first)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Name of the list', first)).toHaveAccessibleDescription(/^That name is too long\./u);
  await field('Name of the list', first).fill('Party');
  await press('{Enter}');
  const named = dialog('Share “Party”');
  await expect.element(named.getByRole('status').getByText('Your invitation link is ready.')).toBeVisible();
  await expect.element(named.getByText(link)).toBeVisible();
  await expect.element(named.getByText(link)).toHaveAttribute('dir', 'ltr');
  // Screen readers read the panel of the link from its beginning.
  expect(document.activeElement?.textContent).toMatch(
    /^Your invitation link is ready\..*Invitation link http.*Works for/u,
  );
  const { width, height } = boxOf(named.getByRole('img', { name: 'QR code of the invitation link' }));
  expect([width >= 200, height]).toEqual([true, width]);
  await expect.element(announced('List renamed')).not.toBeInTheDocument();
  expect(names).toEqual(['Ada', 'Ada']);
  // This browser has no share sheet.
  expect(looksIn(named)).toMatchObject({ 'Copy link': 'primary', Revoke: 'quietDanger' });
  await button('Copy link', named).click();
  await expect.element(announced('Couldn’t copy. Select the link and copy it yourself.')).toBeVisible();
  await button('Copy link', named).click();
  await expect.element(announced('Link copied')).toBeVisible();
  expect(copy).toHaveBeenLastCalledWith(link);
  await button('Revoke', named).click();
  await expect.element(named.getByText(link)).not.toBeInTheDocument();
  await expect.element(announced('Invitation revoked.')).toBeVisible();
});

test('[H14] a list that keeps its default name asks for another one only before its first invitation', async () => {
  const link = 'https://checklist.example/#join=secret';
  const api: SharingApi = {
    ...SHARING,
    createInvitation: () =>
      Promise.resolve(ok({ id: 'new', expiresAt: '2099-11-28T08:00:00.000Z', usesLeft: 20, link })),
  };
  await showList(GROCERIES, {
    user: ADA,
    loadLists: () => openLists(ADA.id),
    openSharingApi: () => Promise.resolve(api),
  });
  await pressInMenu('Share this list');
  const share = dialog('Share “My List”');
  await expect.element(share.getByRole('button', { name: /^Revoke/u })).toBeVisible();
  await button('Invite', share).click();
  await expect.element(share.getByText(link)).toBeVisible();
});

test('[A7] [H14] someone who has a name is asked only for that of the list', async () => {
  const link = 'https://checklist.example/#join=secret';
  const api: SharingApi = {
    ...SHARING,
    invitations: () => Promise.resolve(ok([])),
    createInvitation: () =>
      Promise.resolve(ok({ id: 'new', expiresAt: '2099-11-28T08:00:00.000Z', usesLeft: 20, link })),
  };
  const lists = await openLists(ADA.id);
  await showList(GROCERIES, {
    user: ADA,
    loadLists: () => Promise.resolve(lists),
    openSharingApi: () => Promise.resolve(api),
  });
  await pressInMenu('Share this list');
  const share = dialog('Share “My List”');
  await button('Invite', share).click();
  await expect.element(field('Name of the list', share)).toBeVisible();
  await expect.element(field('Your name', share)).not.toBeInTheDocument();
  await field('Name of the list', share).fill('Party');
  await button('Continue', share).click();
  await expect.element(dialog('Share “Party”').getByText(link)).toBeVisible();
});

test('[H3] a device with a share sheet sends the link with it, and says if it does not open', async () => {
  const link = 'https://checklist.example/#join=secret';
  const created = { id: 'new', expiresAt: '2099-11-28T08:00:00.000Z', usesLeft: 20, link };
  const createInvitation = () => Promise.resolve(ok(created));
  const share = vi
    .fn<(content: object) => Promise<void>>()
    .mockRejectedValueOnce(new Error('denied'))
    .mockResolvedValue();
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  await showList(GROCERIES, {
    ...services,
    openSharingApi: () => Promise.resolve({ ...SHARING, createInvitation }),
  });
  await button('My List').click();
  await button('Actions for Party').click();
  await menuEntry('Share…').click();
  const sheet = dialog('Share “Party”');
  await button('Invite', sheet).click();
  await expect.element(button('Share link', sheet)).toBeVisible();
  expect(looksIn(sheet)).toMatchObject({ 'Share link': 'primary', 'Copy link': 'plain' });
  await button('Share link', sheet).click();
  await expect.element(announced('Couldn’t open the share sheet. Copy the link instead.')).toBeVisible();
  await button('Share link', sheet).click();
  await expect.poll(() => share.mock.calls).toHaveLength(2);
  expect(share).toHaveBeenLastCalledWith({ text: 'Join my list “Party” on Checklist:', url: link });
});

test('[H3] offline, Share says so; online again it shows the invitations, and one that could not be revoked stays', async () => {
  const { connection, setOnline } = createConnection();
  setOnline(false);
  const created: string[] = [];
  const api: SharingApi = {
    ...SHARING,
    revokeInvitation: () => Promise.resolve(fail({ type: 'unreachable' })),
    createInvitation(listId) {
      created.push(listId);
      if (created.length > 1) return SHARING.createInvitation(listId);
      return Promise.resolve(fail({ type: 'refused', message: 'No room' }));
    },
  };
  await showList(GROCERIES, { ...services, connection, openSharingApi: () => Promise.resolve(api) });
  await button('My List').click();
  await button('Actions for Party').click();
  await menuEntry('Share…').click();
  const share = dialog('Share “Party”');
  const revoke = share.getByRole('button', { name: /^Revoke/u });
  await expect.element(share.getByRole('status').getByText(/^You’re offline\./u)).toBeVisible();
  await expect.element(button('Invite', share)).toBeDisabled();
  await expect.element(revoke).not.toBeInTheDocument();
  setOnline(true);
  await revoke.click();
  await expect.element(share.getByRole('alert')).not.toBeEmptyDOMElement();
  await expect.element(revoke).toBeVisible();
  const invite = button('Invite', share);
  await expect.element(invite).toBeEnabled();
  await invite.click();
  await expect.element(share.getByRole('alert')).toHaveTextContent('No room');
  await expect.poll(() => busyIn(share)).toEqual([]);
  await invite.click();
  await expect.poll(() => busyIn(share)).toEqual(['Invite']);
  await invite.click({ force: true });
  expect(created).toEqual([SHARED.id, SHARED.id]);
});
