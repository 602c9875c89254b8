/** Joining a list in a real browser: the question, the name, and what keeps an invitation from being used (product H4). */
import { expect, test } from 'vitest';
import { fail, ok } from '#core/result.ts';
import type { SharingApi, SharingFailure } from '#client/ports/sharing-api.ts';
import { createConnection } from '#web/testing/connection.ts';
import { createPendingInvitation, openLists, SHARED, SHARING } from '#web/testing/lists-in-memory.ts';
import { ADA, GROCERIES, showList, showSignIn } from '#web/testing/show-list.tsx';
import {
  announced,
  busyIn,
  button,
  dialog,
  field,
  fieldsIn,
  itemBox,
  listHeading,
  looksIn,
  press,
} from '#web/testing/steps.ts';

const services = {
  user: ADA,
  loadLists: () => openLists(ADA.id, { entries: [SHARED] }),
  openSharingApi: () => Promise.resolve(SHARING),
};

/** The services of someone who has opened an invitation and has not answered it. */
function invite() {
  const invitation = createPendingInvitation();
  const isOpen = (): boolean => invitation.secret() !== null;
  return { ...services, isOpen, loadInvitation: () => Promise.resolve(invitation) };
}

test('[H4] a visitor with an invitation who signs in is asked before joining, even if the account has a name', async () => {
  const { isOpen, loadInvitation } = invite();
  const accepted: string[] = [];
  const acceptInvitation = (secret: string) => {
    accepted.push(secret);
    return Promise.resolve(ok(SHARED.id));
  };
  const openSharingApi = () => Promise.resolve({ ...SHARING, acceptInvitation });
  const signIn = () => Promise.resolve(ok(ADA));
  const start = { type: 'invitation', signedIn: null, secret: 'x'.repeat(32) } as const;
  await showSignIn({ signIn }, { ...services, start, loadInvitation, openSharingApi });
  await button('Sign in').click();
  await field('Email').fill('ada@example.org');
  await field('Password').fill('secret1');
  await press('{Enter}');
  await expect.element(dialog('Invitation')).toHaveTextContent('Join “Party”, shared by Ben?');
  expect(accepted).toEqual([]);
  await button('Join', dialog('Invitation')).click();
  await expect.element(announced('You joined “Party”')).toBeVisible();
  expect([accepted.length, isOpen()]).toEqual([1, false]);
});

test('[H4] someone who is already signed in is asked, learns what joining means, and then sees the list', async () => {
  await showList(GROCERIES, invite());
  const question = dialog('Invitation');
  await expect.element(question).toHaveTextContent('Join “Party”, shared by Ben?');
  await expect.element(question.getByText('You’ll shop from the same list')).toBeVisible();
  await expect.element(button('Join', question)).toHaveFocus();
  expect(looksIn(question)).toMatchObject({ Join: 'primary', 'Not now': 'plain' });
  await button('Join', question).click();
  await expect.element(announced('You joined “Party”')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});

test('[H4] an expired invitation offers only the way to one’s own list', async () => {
  const showInvitation = () => Promise.resolve(fail({ type: 'invitation-expired' } as const));
  await showList(GROCERIES, { ...invite(), openSharingApi: () => Promise.resolve({ ...SHARING, showInvitation }) });
  const answer = dialog('Invitation');
  await expect.element(answer.getByText(/expired/u)).toBeVisible();
  await expect.element(button('Go to my list', answer)).toHaveFocus();
  expect(looksIn(answer)).toMatchObject({ 'Go to my list': 'primary' });
  await expect.element(answer.getByText('You’ll shop from the same list')).not.toBeInTheDocument();
  await expect.element(button('Try again', answer)).not.toBeInTheDocument();
  await button('Go to my list', answer).click();
  await expect.element(answer).not.toBeInTheDocument();
});

/** Opens an invitation with other answers of the backend. @returns whether the invitation still waits */
async function openInvitation(changed: Partial<SharingApi>): Promise<() => boolean> {
  const { isOpen, ...invited } = invite();
  await showList(GROCERIES, { ...invited, openSharingApi: () => Promise.resolve({ ...SHARING, ...changed }) });
  return isOpen;
}

test('[H4] “Not now” declines, and closing the question keeps the invitation', async () => {
  const accepted: string[] = [];
  const acceptInvitation = (secret: string) => {
    accepted.push(secret);
    return Promise.resolve(ok(SHARED.id));
  };
  const isOpen = await openInvitation({ acceptInvitation });
  await expect.element(button('Join', dialog('Invitation'))).toHaveFocus();
  await press('{Escape}');
  await expect.element(dialog('Invitation')).not.toBeInTheDocument();
  expect(isOpen()).toBe(true);
  const isStillOpen = await openInvitation({ acceptInvitation });
  await button('Not now', dialog('Invitation')).click();
  await expect.element(dialog('Invitation')).not.toBeInTheDocument();
  expect([isStillOpen(), accepted]).toEqual([false, []]);
});

test('[H4] a member already sees the list without a question, and the invitation is used', async () => {
  const isOpen = await openInvitation({
    showInvitation: () =>
      Promise.resolve(ok({ listId: SHARED.id, listName: 'Party', ownerName: 'Ben', isMember: true })),
    acceptInvitation: () => Promise.reject(new Error('Accepted.')),
  });
  await expect.poll(isOpen).toBe(false);
  // The other list is empty here.
  await expect.element(itemBox('Milk')).not.toBeInTheDocument();
  await expect.element(dialog('Invitation')).not.toBeInTheDocument();
});

test('[A7] someone without a name is asked for it before joining; one that cannot be saved stays in the field', async () => {
  let isDown = true;
  const names: string[] = [];
  await openInvitation({
    displayName: () => Promise.resolve(ok(null)),
    setDisplayName(name) {
      if (isDown) return Promise.resolve(fail({ type: 'unreachable' }));
      names.push(name);
      return Promise.resolve(ok(name));
    },
  });
  const question = dialog('Invitation');
  await expect.element(question).toHaveTextContent('Join “Party”, shared by Ben?');
  expect(fieldsIn(question)).toEqual({ 'Your name': 'text nickname auto' });
  await expect.element(field('Your name', question)).toHaveFocus();
  await field('Your name', question).fill('Ada');
  await button('Join', question).click();
  await expect.element(field('Your name', question)).toHaveAccessibleDescription(/^Can’t reach the server\./u);
  isDown = false;
  await press('{Enter}');
  await expect.element(announced('You joined “Party”')).toBeVisible();
  expect(names).toEqual(['Ada']);
});

test.each<[SharingFailure, { readonly canRetry: boolean; readonly isKept: boolean }]>([
  [{ type: 'unreachable' }, { canRetry: true, isKept: true }],
  [
    { type: 'server-failed', message: '' },
    { canRetry: true, isKept: true },
  ],
  [
    { type: 'refused', message: 'No.' },
    { canRetry: true, isKept: false },
  ],
  [{ type: 'signed-out' }, { canRetry: false, isKept: true }],
  [{ type: 'invitation-revoked' }, { canRetry: false, isKept: false }],
  [{ type: 'too-many-lists' }, { canRetry: false, isKept: false }],
])(
  '[H4] an invitation that could not be accepted says why and has a way on: %j',
  async (failure, { canRetry, isKept }) => {
    const isOpen = await openInvitation({ acceptInvitation: () => Promise.resolve(fail(failure)) });
    await button('Join', dialog('Invitation')).click();
    const leave = button('Go to my list', dialog('Invitation'));
    await expect.element(leave).toBeVisible();
    await expect.element(canRetry ? button('Try again', dialog('Invitation')) : leave).toHaveFocus();
    expect(button('Try again', dialog('Invitation')).elements()).toHaveLength(canRetry ? 1 : 0);
    await leave.click();
    await expect.element(dialog('Invitation')).not.toBeInTheDocument();
    expect(isOpen()).toBe(isKept);
  },
);

test('[H4] while an invitation is read or accepted, the dialog says so, and a second press joins only once', async () => {
  const shown = Promise.withResolvers<Awaited<ReturnType<SharingApi['showInvitation']>>>();
  const joined = Promise.withResolvers<Awaited<ReturnType<SharingApi['acceptInvitation']>>>();
  let calls = 0;
  await openInvitation({
    showInvitation: () => shown.promise,
    acceptInvitation() {
      calls += 1;
      return joined.promise;
    },
  });
  const question = dialog('Invitation');
  await expect.element(question.getByRole('status').first()).toHaveTextContent('Opening the invitation…');
  expect(looksIn(question)).toMatchObject({ 'Go to my list': 'link' });
  shown.resolve(ok({ listId: 'unknown', listName: '', ownerName: '', isMember: false }));
  await expect.element(question.getByRole('status').first()).toHaveTextContent('Join “No name”?');
  await button('Join', question).click();
  await expect.poll(() => busyIn(question)).toEqual(['Join']);
  await button('Join', question).click({ force: true });
  joined.resolve(ok('unknown'));
  await expect.element(announced('You joined “No name”')).toBeVisible();
  expect(calls).toBe(1);
  // The list is not on this device yet.
  await expect.element(itemBox('Milk')).toBeVisible();
});

test('[H4] after a failure, “Try again” asks again', async () => {
  let isDown = true;
  const { showInvitation } = SHARING;
  await openInvitation({
    showInvitation: (secret) => (isDown ? Promise.resolve(fail({ type: 'unreachable' })) : showInvitation(secret)),
  });
  await expect.element(dialog('Invitation').getByText(/^Can’t reach the server\./u)).toBeVisible();
  await expect.element(button('Try again', dialog('Invitation'))).toHaveFocus();
  expect(looksIn(dialog('Invitation'))).toMatchObject({ 'Try again': 'primary' });
  isDown = false;
  await button('Try again', dialog('Invitation')).click();
  await expect.element(dialog('Invitation')).toHaveTextContent('Join “Party”, shared by Ben?');
});

test.each([true, false])(
  '[H4] an invitation that cannot be read yet can be left, and is kept; online: %s',
  async (isOnline) => {
    const { connection, setOnline } = createConnection();
    setOnline(isOnline);
    const { isOpen, ...invited } = invite();
    const api = { ...SHARING, showInvitation: () => new Promise<never>(() => {}) };
    await showList(GROCERIES, { ...invited, connection, openSharingApi: () => Promise.resolve(api) });
    await button('Go to my list', dialog('Invitation')).click();
    await expect.element(dialog('Invitation')).not.toBeInTheDocument();
    expect(isOpen()).toBe(true);
  },
);

test('[H4] offline, the invitation waits, and opens when the connection returns', async () => {
  const { connection, setOnline } = createConnection();
  setOnline(false);
  const { isOpen, ...invited } = invite();
  await showList(GROCERIES, { ...invited, connection });
  await expect.element(dialog('Invitation').getByText(/^You’re offline\. The invitation opens/u)).toBeVisible();
  setOnline(true);
  await expect.element(dialog('Invitation')).toHaveTextContent('Join “Party”, shared by Ben?');
  expect(isOpen()).toBe(true);
});

test('[H4] in the demo, an invitation offers an account and keeps the invitation; “Not now” declines it', async () => {
  const { isOpen, loadInvitation } = invite();
  await showList(GROCERIES, { loadInvitation });
  const question = dialog('Invitation');
  await expect.element(question).toHaveTextContent(/Your demo list stays on this device\./u);
  await expect.element(button('Create an account', question)).toHaveFocus();
  expect(looksIn(question)).toMatchObject({ 'Create an account': 'primary', 'Not now': 'link' });
  await button('Not now', question).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(isOpen()).toBe(false);
  const again = invite();
  await showList(GROCERIES, { loadInvitation: again.loadInvitation });
  await button('Create an account', question).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent('Create Account');
  expect(again.isOpen()).toBe(true);
  await showList(GROCERIES, { loadInvitation: again.loadInvitation });
  await button('Sign in', question).click();
  await expect.element(listHeading()).toHaveTextContent('Sign In');
  expect(again.isOpen()).toBe(true);
});
