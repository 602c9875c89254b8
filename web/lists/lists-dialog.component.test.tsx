/** Lists in a real browser: what each row says, opening and renaming. */
import { beforeEach, expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { ListEntry } from '#core/lists/lists-record.ts';
import { fail } from '#core/result.ts';
import type { Lists } from '#client/ports/lists.ts';
import type { SharingFailure } from '#client/ports/sharing-api.ts';
import { openLists, SHARED, SHARING } from '#web/testing/lists-in-memory.ts';
import { itemRow } from '#core/testing/contents.ts';
import { ADA, GROCERIES, openInMemory, showList } from '#web/testing/show-list.tsx';
import {
  announced,
  button,
  dialog,
  field,
  itemBox,
  listHeading,
  looksIn,
  menuEntry,
  press,
  pressInMenu,
} from '#web/testing/steps.ts';

const lists = (): Locator => dialog('Lists');
const rowOf = (name: string): Locator =>
  lists()
    .getByRole('listitem')
    .filter({ has: button(`Actions for ${name}`) });
const nameField = (within: Locator): Locator => field('List name', within);

const summaries = { ada: { left: 4, total: 4, unsent: 0 }, shared: { left: 0, total: 2, unsent: 3 } };

beforeEach(async () => {
  await showList(GROCERIES, { user: ADA, loadLists: () => openLists(ADA.id, { entries: [SHARED], summaries }) });
  await button('My List').click();
});

test('[H2] each row says what is left, what is not sent yet, and who the other members are', async () => {
  await expect.element(rowOf('My List')).toHaveTextContent('4 left');
  await expect.element(rowOf('Party')).toHaveTextContent(/All done.*3 changes not sent.*Ben/u);
  await expect.element(rowOf('Party')).not.toHaveTextContent('Ada');
  await expect.element(rowOf('Party').getByTitle('3 changes not sent yet')).toBeVisible();
  await expect.element(rowOf('My List').getByTitle(/not sent/u)).not.toBeInTheDocument();
  await expect.element(rowOf('Party').getByText('B', { exact: true })).toBeVisible();
  const party = rowOf('Party').getByRole('button').first();
  await expect.element(party).toHaveAccessibleName(/^Party\s*All done\s*3 changes not sent yet\s*Shared with Ben$/u);
  await expect.element(rowOf('My List').getByRole('button').first()).toHaveAttribute('aria-current', 'true');
  await expect.element(rowOf('Party').getByRole('button').first()).toHaveAttribute('aria-current', 'false');
});

test('[H2] a row has room for three members; a list that was not downloaded and an empty one say so', async () => {
  const membersOf = (names: readonly string[]) =>
    names.map((name) => ({ id: name.toLowerCase(), name, role: 'member' as const }));
  const entries = [
    { ...SHARED, members: membersOf(['Ada', 'Ben', 'Cem', 'Dan']) },
    { ...SHARED, id: 'crowded', name: 'Office', members: membersOf(['Ada', 'Ben', 'Cem', 'Dan', 'Eve']) },
  ];
  const counted = { crowded: { left: 0, total: 0, unsent: 0 } };
  await showList(GROCERIES, { user: ADA, loadLists: () => openLists(ADA.id, { entries, summaries: counted }) });
  await button('My List').click();
  await expect.element(rowOf('Party')).toHaveTextContent('Not downloaded yetBCDShared with Ben, Cem, and Dan');
  await expect.element(rowOf('Office')).toHaveTextContent('EmptyBC+2Shared with Ben, Cem, Dan, and Eve');
});

test.each([
  { entry: 'Delete list…', yes: 'Delete', call: 'delete shared', done: '“Party” deleted' },
  { entry: 'Leave list', yes: 'Leave', call: 'leave shared', done: 'You left “Party”' },
])(
  '[H2] [H6] a list stays if the server cannot be reached, and leaves if it is gone there already: $entry',
  async ({ entry, yes, call, done }) => {
    let failure: SharingFailure = { type: 'unreachable' };
    const calls: string[] = [];
    const answer = (name: string) => (id: string) => {
      calls.push(`${name} ${id}`);
      return Promise.resolve(fail(failure));
    };
    const api = { ...SHARING, deleteList: answer('delete'), leave: answer('leave') };
    const role = entry === 'Leave list' ? 'member' : 'owner';
    await showList(GROCERIES, {
      user: ADA,
      loadLists: () => openLists(ADA.id, { entries: [{ ...SHARED, role }] }),
      openSharingApi: () => Promise.resolve(api),
    });
    await button('My List').click();
    const remove = async (): Promise<void> => {
      await button('Actions for Party').click();
      await menuEntry(entry).click();
      await expect.element(button(yes, page.getByRole('dialog').last())).toBeVisible();
      expect(looksIn(page.getByRole('dialog').last())).toMatchObject({ [yes]: 'danger' });
      await button(yes, page.getByRole('dialog').last()).click();
    };
    await remove();
    await expect.element(lists().getByRole('alert')).toHaveTextContent(/^Can’t reach the server\./u);
    await expect.element(rowOf('Party')).toBeVisible();
    failure = { type: 'list-not-found' };
    await remove();
    await expect.element(announced(done)).toBeVisible();
    await expect.element(rowOf('Party')).not.toBeInTheDocument();
    expect(calls).toEqual([call, call]);
  },
);

test('[H2] a fifty-first list is refused in the dialog that asks for its name', async () => {
  const all = await openLists(ADA.id, { entries: [SHARED] });
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Lists['create']>>>();
  const create = vi.fn<Lists['create']>(() => promise);
  await showList(GROCERIES, { user: ADA, loadLists: () => Promise.resolve({ ...all, create }) });
  await button('My List').click();
  await button('Add a list', lists()).click();
  await nameField(dialog('Add a List')).fill('One more');
  await press('{Enter}{Enter}');
  resolve(fail({ type: 'too-many-lists' }));
  await expect
    .element(nameField(dialog('Add a List')))
    .toHaveAccessibleDescription('You already have 50 lists. Leave or delete one first.');
  expect(create).toHaveBeenCalledExactlyOnceWith('One more');
  await button('Cancel', dialog('Add a List')).click();
  await expect.element(rowOf('Party')).toBeVisible();
});

test('[H2] a press on a row opens its list, and one on the open list only closes Lists', async () => {
  await rowOf('My List').getByRole('button').first().click();
  await expect.element(lists()).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  await button('My List').click();
  await rowOf('Party').getByRole('button').first().click();
  await expect.element(listHeading()).toHaveTextContent('(0/0 items)');
});

test('[H2] when another list opens, the earlier one is closed, the choice is kept, and the page is at its top', async () => {
  const calls: string[] = [];
  const items = Array.from({ length: 60 }, (_, at) => itemRow(`i${at}`, { name: `Thing ${at}` }));
  await showList(GROCERIES, {
    user: ADA,
    loadLists: () => openLists(ADA.id, { entries: [SHARED], summaries }),
    listChoice: {
      read: () => null,
      write: (userId, { listId, name }) => void calls.push(`${userId} chooses ${listId}, ${name}`),
      restore: () => Promise.resolve(),
    },
    async openList(_, listId) {
      const open = await openInMemory({ ...GROCERIES, items });
      calls.push(`open ${listId}`);
      return { ...open, close: () => void calls.push(`close ${listId}`) };
    },
  });
  await expect.element(itemBox('Thing 9')).toBeVisible();
  await button('My List').click();
  // A click scrolls to its button, so the page is scrolled after it.
  window.scrollTo({ top: 300, behavior: 'instant' });
  expect(window.scrollY).toBe(300);
  await rowOf('Party').getByRole('button').first().click();
  await expect.poll(() => calls).toEqual(['open ada', 'ada chooses shared, Party', 'open shared', 'close ada']);
  await expect.poll(() => window.scrollY).toBe(0);
});

test('[H2] a list that is not open is renamed, and the focus returns to its menu', async () => {
  await button('Actions for Party').click();
  await menuEntry('Rename').click();
  await expect.element(nameField(dialog('Rename List'))).toHaveValue('Party');
  await nameField(dialog('Rename List')).fill(' Summer  party ');
  await press('{Enter}');
  await expect.element(button('Actions for Summer party')).toHaveFocus();
});

test('[H2] [Y1] a name that the shopper did not change is not written, so that it cannot undo another member’s', async () => {
  const all = await openLists(ADA.id, { entries: [SHARED], summaries });
  const rename = vi.spyOn(all, 'rename');
  await showList(GROCERIES, { user: ADA, loadLists: () => Promise.resolve(all) });
  await button('My List').click();
  await button('Actions for Party').click();
  await menuEntry('Rename').click();
  await expect.element(nameField(dialog('Rename List'))).toHaveValue('Party');
  await press('{Enter}');
  await expect.element(button('Actions for Party')).toHaveFocus();
  expect(rename).not.toHaveBeenCalled();
});

test('[H2] a list that the server does not have yet is deleted without asking the server', async () => {
  const all = await openLists(ADA.id, { entries: [{ ...SHARED, members: [], state: 'new', version: 0 }] });
  const discard = vi.spyOn(all, 'discard');
  await showList(GROCERIES, { user: ADA, loadLists: () => Promise.resolve(all) });
  await button('My List').click();
  await button('Actions for Party').click();
  await menuEntry('Delete list…').click();
  await button('Delete', dialog('Delete List')).click();
  await expect.element(button('Actions for Party')).not.toBeInTheDocument();
  expect(discard).toHaveBeenCalledExactlyOnceWith(SHARED.id);
});

test('[H6] a list that ends while it is being renamed cannot be renamed anymore', async () => {
  const listeners = new Set<() => void>();
  const all = await openLists(ADA.id, { entries: [SHARED], summaries });
  let entries = all.entries();
  await showList(GROCERIES, {
    user: ADA,
    loadLists: () =>
      Promise.resolve({
        ...all,
        entries: () => entries,
        onChange(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      }),
  });
  await button('My List').click();
  await button('Actions for Party').click();
  await menuEntry('Rename').click();
  await expect.element(nameField(dialog('Rename List'))).toHaveValue('Party');
  entries = entries.map((entry) => (entry.id === SHARED.id ? { ...entry, state: 'ended' } : entry));
  for (const notify of listeners) notify();
  await expect.element(dialog('Rename List')).not.toBeInTheDocument();
  await expect.element(rowOf('My List')).toBeVisible();
});

test.each([
  [0, 'is not mentioned where there is nothing to send', /need a new invitation\.$/u],
  [3, 'is counted', /3 changes on this device won’t be sent/u],
])('[H6] what %i unsent changes mean for leaving a list %s', async (unsent, _, text) => {
  const joined: ListEntry = { ...SHARED, id: 'joined', name: 'Office', role: 'member' };
  await showList(GROCERIES, {
    user: ADA,
    loadLists: () => openLists(ADA.id, { entries: [joined], summaries: { joined: { left: 0, total: 2, unsent } } }),
  });
  await button('My List').click();
  await button('Actions for Office').click();
  await menuEntry('Leave list').click();
  await expect.element(dialog('Leave List').getByText(text)).toBeVisible();
});

test('[H2] the menu opens Share for the open list, and one press on its cross closes it', async () => {
  await button('Close', lists()).click();
  await expect.element(lists()).not.toBeInTheDocument();
  await pressInMenu('Share this list');
  const share = dialog('Share “My List”');
  await expect.element(button('Invite', share)).toBeVisible();
  await button('Close', share).click();
  await expect.element(share).not.toBeInTheDocument();
  await expect.element(lists()).not.toBeInTheDocument();
});

test('[H2] Share opened from Lists closes with one press, too, and the focus returns to the list’s name', async () => {
  await button('Share this list', lists()).click();
  const share = dialog('Share “My List”');
  await button('Close', share).click();
  await expect.element(share).not.toBeInTheDocument();
  await expect.element(lists()).not.toBeInTheDocument();
  await expect.element(button('My List')).toHaveFocus();
});

test('[H11] on a server without shared lists, the menu offers no sharing', async () => {
  const share = (): Locator => page.getByText('Share this list');
  await button('Close', lists()).click();
  await expect.element(share()).toBeInTheDocument();
  await showList(GROCERIES, { user: ADA, loadLists: () => openLists(ADA.id, { hasSeveral: false }) });
  await button('Menu').click();
  await expect.element(button('Account')).toBeVisible();
  expect(share().elements()).toEqual([]);
});

test('[H2] [H11] before the first answer of the server, the list’s name opens Lists, which offers only what every server can do', async () => {
  await button('Close', lists()).click();
  await showList(GROCERIES, { user: ADA, loadLists: () => openLists(ADA.id, { hasSeveral: null }) });
  await button('My List').click();
  await button('Actions for My List').click();
  await expect.element(menuEntry('Rename')).toBeVisible();
  for (const name of ['Add a list', 'Share this list', 'Share…'])
    expect(lists().getByText(name).elements()).toEqual([]);
});

test('[H14] the header names the owner of the open list if a list of one’s own has the same name', async () => {
  await button('Close', lists()).click();
  const members = [
    { id: 'ben', name: 'Ben', role: 'owner' },
    { id: 'ada', name: 'Ada', role: 'member' },
  ] as const;
  const theirs = { ...SHARED, name: 'My List', role: 'member', members } as const;
  await showList(GROCERIES, { user: ADA, loadLists: () => openLists(ADA.id, { entries: [theirs] }) });
  await expect.element(lists()).not.toBeInTheDocument();
  await button('My List').click();
  await lists()
    .getByRole('button', { name: /^My List Ben’s/u })
    .click();
  await expect.element(button('My List Ben’s')).toBeVisible();
});
