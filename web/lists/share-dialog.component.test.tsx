/** The members of a list in a real browser: what the owner and the others can do, and what is left of a list that ended. */
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { ListEntry } from '#core/lists/lists-record.ts';
import { fail, ok } from '#core/result.ts';
import type { ListCopy } from '#core/change/change.ts';
import { categoryRow, itemRow, savedListRow } from '#core/testing/contents.ts';
import type { SharingApi } from '#client/ports/sharing-api.ts';
import { createConnection } from '#web/testing/connection.ts';
import { openLists, SHARED, SHARING } from '#web/testing/lists-in-memory.ts';
import { ADA, GROCERIES, showList } from '#web/testing/show-list.tsx';
import { announced, button, dialog, looksIn, menuEntry } from '#web/testing/steps.ts';

/** Shows Ada's lists, and opens the entry of Party's menu that leads to its members. */
async function showMembers(entry: ListEntry, menu: string, services: Parameters<typeof showList>[1]): Promise<void> {
  await showList(GROCERIES, {
    user: ADA,
    loadLists: () => openLists(ADA.id, { entries: [entry] }),
    openSharingApi: () => Promise.resolve(SHARING),
    ...services,
  });
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await button('Actions for Party').click();
  await menuEntry(menu).click();
}

const membersIn = (share: Locator): Locator =>
  share.getByRole('region', { name: 'Members', exact: true }).getByRole('listitem');

test('[H5] the owner removes a member or makes one the owner, each after a question; a refusal is shown', async () => {
  const calls: string[] = [];
  const api: SharingApi = {
    ...SHARING,
    removeMember(...ids) {
      calls.push(`remove ${ids.join(' ')}`);
      return Promise.resolve(ok(null));
    },
    handOver(...ids) {
      calls.push(`hand over ${ids.join(' ')}`);
      return Promise.resolve(calls.length === 2 ? fail({ type: 'not-the-owner' }) : ok(null));
    },
  };
  await showMembers(SHARED, 'Share…', { openSharingApi: () => Promise.resolve(api) });
  const share = dialog('Share “Party”');
  await expect.element(membersIn(share).first()).toHaveTextContent('AdaOwner · you');
  await expect.element(membersIn(share).nth(1)).toHaveTextContent('BenMember');
  await expect.element(share.getByText('Only you so far.')).not.toBeInTheDocument();
  await expect.element(button('Actions for Ada', share)).not.toBeInTheDocument();

  await button('Actions for Ben', share).click();
  await menuEntry('Remove').click();
  const remove = dialog('Remove Member');
  await expect.element(remove).toHaveTextContent('Remove Ben from “Party”? The list will disappear from their devices');
  expect(looksIn(remove)).toMatchObject({ Cancel: 'plain', Remove: 'danger' });
  await button('Cancel', remove).click();
  await expect.element(remove).not.toBeInTheDocument();
  expect(calls).toEqual([]);
  await button('Actions for Ben', share).click();
  await menuEntry('Remove').click();
  await button('Remove', remove).click();
  await expect.element(announced('Ben removed')).toBeVisible();
  expect(calls).toEqual(['remove shared ben']);

  const makeOwner = async (): Promise<void> => {
    await button('Actions for Ben', share).click();
    await menuEntry('Make owner').click();
    await expect.element(dialog('Change Owner')).toHaveTextContent('Make Ben the owner of “Party”? You stay a member');
    expect(looksIn(dialog('Change Owner'))).toMatchObject({ 'Make owner': 'primary' });
    await button('Make owner', dialog('Change Owner')).click();
    await expect.element(dialog('Change Owner')).not.toBeInTheDocument();
  };
  const refusal = share.getByText('Only the owner of the list can do this.');
  await makeOwner();
  await expect.element(share.getByRole('alert').filter({ hasText: 'Only the owner' })).toBeVisible();
  await makeOwner();
  await expect.element(announced('Ben is now the owner')).toBeVisible();
  await expect.element(refusal).not.toBeInTheDocument();
  expect(calls).toEqual(['remove shared ben', 'hand over shared ben', 'hand over shared ben']);
});

test('[H5] a member sees the others and can change none of them; the personal list cannot be handed over', async () => {
  const members = SHARED.members.map(
    (member) => ({ ...member, role: member.id === 'ben' ? 'owner' : 'member' }) as const,
  );
  await showMembers({ ...SHARED, role: 'member', members }, 'Members…', {});
  const theirs = dialog('Members of “Party”');
  await expect.element(membersIn(theirs).first()).toHaveTextContent('AdaMember · you');
  await expect.element(membersIn(theirs).nth(1)).toHaveTextContent('BenOwner');
  await expect.element(theirs.getByRole('button')).toHaveLength(1);
  await expect.element(button('Close', theirs)).toBeVisible();

  const personal: ListEntry = { ...SHARED, id: ADA.id };
  const { connection, setOnline } = createConnection();
  await showMembers(personal, 'Share…', { connection });
  const mine = dialog('Share “Party”');
  await button('Actions for Ben', mine).click();
  await expect.element(menuEntry('Remove')).toBeVisible();
  await expect.element(menuEntry('Make owner')).not.toBeInTheDocument();
  setOnline(false);
  await expect.element(button('Actions for Ben', mine)).not.toBeInTheDocument();
  await expect.element(mine.getByText(/^You’re offline\./u)).toBeVisible();
});

test('[H3] a list that the server does not have yet cannot be shared, which Share explains', async () => {
  const { connection, setOnline } = createConnection();
  await showMembers({ ...SHARED, members: [], state: 'new' }, 'Share…', { connection });
  const share = dialog('Share “Party”');
  const explained = share.getByText(/^This list hasn’t been saved to your account yet\./u);
  await expect.element(explained).toBeVisible();
  await expect.element(button('Invite', share)).not.toBeInTheDocument();
  await expect.element(share.getByText('Only you so far.')).toBeVisible();
  setOnline(false);
  await expect.element(share.getByRole('status').getByText(/^You’re offline\./u)).toBeVisible();
  await expect.element(explained).not.toBeInTheDocument();
});

test('[H6] changes that were not sent to a list that ended are copied to another list, or discarded after a question', async () => {
  const savedLists = [savedListRow('BBQ')];
  const copy = { listName: 'Party', items: [itemRow('ice'), itemRow('cups')], categories: [], savedLists };
  const ended: ListEntry = { ...SHARED, role: 'member', state: 'ended', unsent: { copy, patches: [] } };
  const sent: ListEntry = { ...ended, id: 'sent', name: 'Office', unsent: null };
  const aisles = { ...copy, items: [], savedLists: [], categories: ['tea', 'jam'].map((id) => categoryRow(id)) };
  const arranged: ListEntry = { ...ended, id: 'arranged', name: 'Home', unsent: { copy: aisles, patches: [] } };
  const imported: string[] = [];
  const onImport = (listId: string, { items }: ListCopy): readonly string[] => {
    imported.push(`${items.length} items to ${listId}`);
    return imported.length === 1 ? ['BBQ'] : [];
  };
  const show = () =>
    showList(GROCERIES, {
      user: ADA,
      loadLists: () =>
        openLists(ADA.id, {
          entries: [ended, sent],
          onImport,
        }),
    });
  const notice = page.getByText('You’re no longer a member of “Party”. 2 changes weren’t sent.');

  await show();
  const ofSent = page.getByText('You’re no longer a member of “Office”.', { exact: true });
  await expect.element(ofSent).toBeVisible();
  await button('OK').click();
  await expect.element(ofSent).not.toBeInTheDocument();
  await button('Copy to another list…').click();
  const choice = dialog('Copy to a List');
  await expect.element(choice).toHaveTextContent('Where do you want to copy your unsent changes from “Party”?');
  await expect.element(choice.getByRole('listitem')).toHaveLength(1);
  await button('My List', choice).click();
  await expect.element(announced('1 saved list wasn’t copied, because “My List” has no room for it.')).toBeVisible();
  await expect.element(page.getByText('1 change wasn’t sent.')).toBeVisible();
  await button('Copy to another list…').click();
  await button('My List', choice).click();
  await expect.element(announced('Copied to “My List”')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  expect(imported).toEqual(['2 items to ada', '0 items to ada']);

  await showList(GROCERIES, { user: ADA, loadLists: () => openLists(ADA.id, { entries: [arranged] }) });
  await expect.element(page.getByText('You’re no longer a member of “Home”. 2 changes weren’t sent.')).toBeVisible();

  await show();
  await expect.element(page.getByRole('alert').filter({ hasText: '2 changes weren’t sent.' })).toBeVisible();
  await expect.element(button('Discard')).toBeVisible();
  expect(looksIn()).toMatchObject({ 'Copy to another list…': 'plain', Discard: 'quietDanger' });
  await button('Discard').click();
  const question = dialog('Discard Changes');
  await expect.element(button('Discard', question)).toBeVisible();
  expect(looksIn(question)).toMatchObject({ Discard: 'danger' });
  await expect.element(question).toHaveTextContent('Discard 2 changes from “Party”? They’re only on this device');
  await button('Cancel', question).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(notice).toBeVisible();
  await button('Discard').click();
  await button('Discard', question).click();
  await expect.element(notice).not.toBeInTheDocument();
  expect(imported).toHaveLength(2);
});
