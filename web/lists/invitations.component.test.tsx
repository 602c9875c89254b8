/** Invitations to a list in a real browser: revoking one, and joining after a sign-in. */
import { expect, test } from 'vitest';
import { createListeners } from '#core/listeners.ts';
import { fail, ok } from '#core/result.ts';
import type { Invitation, SharingApi } from '#client/ports/sharing-api.ts';
import { joinPromise } from '#web/shown-list/sign-up-request.ts';
import { openLists, SHARED } from '#web/testing/lists-in-memory.ts';
import { ADA, GROCERIES, showList } from '#web/testing/show-list.tsx';
import { announced, button, dialog, menuEntry } from '#web/testing/steps.ts';

const INVITATION: Invitation = {
  id: 'open',
  createdAt: '2026-11-21T08:00:00.000Z',
  expiresAt: '2099-11-28T08:00:00.000Z',
  usesLeft: 20,
};

const done = () => Promise.resolve(ok(null));
const unanswered = () => new Promise<never>(() => {});

const API: SharingApi = {
  displayName: () => Promise.resolve(ok('Ada')),
  setDisplayName: (name) => Promise.resolve(ok(name)),
  createInvitation: unanswered,
  invitations: () => Promise.resolve(ok([INVITATION])),
  revokeInvitation: unanswered,
  showInvitation: () =>
    Promise.resolve(ok({ listId: SHARED.id, listName: 'Party', ownerName: 'Ben', isMember: false })),
  acceptInvitation: () => Promise.resolve(ok(SHARED.id)),
  removeMember: done,
  handOver: done,
  leave: done,
  deleteList: done,
};

const services = {
  user: ADA,
  loadLists: () => openLists(ADA.id, { entries: [SHARED] }),
  openSharingApi: () => Promise.resolve(API),
};

/** The services of someone who has opened an invitation and has not answered it. */
function invite() {
  const changes = createListeners();
  let secret: string | null = 'x'.repeat(32);
  const remove = (): void => {
    secret = null;
    changes.notify();
  };
  const invitation = { secret: () => secret, remove, onChange: changes.add };
  return { ...services, loadInvitation: () => Promise.resolve(invitation) };
}

test('[H3] a revoked invitation leaves the sheet at once, before the server has answered', async () => {
  await showList(GROCERIES, services);
  await button('My List').click();
  await button('Actions for Party').click();
  await menuEntry('Share…').click();
  const revoke = dialog('Share “Party”').getByRole('button', { name: /^Revoke/u });
  await revoke.click();
  await expect.element(revoke).not.toBeInTheDocument();
});

test('[H4] someone who signed in to join is not asked again', async () => {
  joinPromise.set();
  await showList(GROCERIES, invite());
  await expect.element(announced('You joined “Party”')).toBeVisible();
});

test('[H4] someone who was signed in before is asked, with what joining means, and then sees the list', async () => {
  await showList(GROCERIES, invite());
  const question = dialog('Invitation');
  await expect.element(question).toHaveTextContent('Join “Party”, shared by Ben?');
  await expect.element(question.getByText('You’ll shop with the same list')).toBeVisible();
  await button('Join', question).click();
  await expect.element(announced('You joined “Party”')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});

test('[H4] an invitation that has expired offers only the way to the own list', async () => {
  const showInvitation = () => Promise.resolve(fail({ type: 'invitation-expired' } as const));
  await showList(GROCERIES, { ...invite(), openSharingApi: () => Promise.resolve({ ...API, showInvitation }) });
  const answer = dialog('Invitation');
  await expect.element(answer.getByText(/expired/u)).toBeVisible();
  await expect.element(answer.getByText('You’ll shop with the same list')).not.toBeInTheDocument();
  await expect.element(button('Try again', answer)).not.toBeInTheDocument();
  await button('Go to my list', answer).click();
  await expect.element(answer).not.toBeInTheDocument();
});
