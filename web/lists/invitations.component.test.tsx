/** Invitations to a list in a real browser: revoking one, and joining after a sign-in. */
import { expect, test } from 'vitest';
import { createListeners } from '#core/listeners.ts';
import { fail } from '#core/result.ts';
import { joinPromise } from '#web/shown-list/sign-up-request.ts';
import { openLists, SHARED, SHARING } from '#web/testing/lists-in-memory.ts';
import { ADA, GROCERIES, showList } from '#web/testing/show-list.tsx';
import { announced, button, dialog, menuEntry } from '#web/testing/steps.ts';

const services = {
  user: ADA,
  loadLists: () => openLists(ADA.id, { entries: [SHARED] }),
  openSharingApi: () => Promise.resolve(SHARING),
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

test('[H4] someone who is already signed in is asked, learns what joining means, and then sees the list', async () => {
  await showList(GROCERIES, invite());
  const question = dialog('Invitation');
  await expect.element(question).toHaveTextContent('Join “Party”, shared by Ben?');
  await expect.element(question.getByText('You’ll shop with the same list')).toBeVisible();
  await button('Join', question).click();
  await expect.element(announced('You joined “Party”')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});

test('[H4] an expired invitation offers only the way to one’s own list', async () => {
  const showInvitation = () => Promise.resolve(fail({ type: 'invitation-expired' } as const));
  await showList(GROCERIES, { ...invite(), openSharingApi: () => Promise.resolve({ ...SHARING, showInvitation }) });
  const answer = dialog('Invitation');
  await expect.element(answer.getByText(/expired/u)).toBeVisible();
  await expect.element(answer.getByText('You’ll shop with the same list')).not.toBeInTheDocument();
  await expect.element(button('Try again', answer)).not.toBeInTheDocument();
  await button('Go to my list', answer).click();
  await expect.element(answer).not.toBeInTheDocument();
});
