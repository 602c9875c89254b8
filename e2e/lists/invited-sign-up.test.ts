/** A server by invitation only: an invitation is enough to sign up and join, and nothing else is. */
import { expect } from '@playwright/test';
import { ownServerTest as test } from '#e2e/fixtures/own-server.ts';
import { expectList, fillEntry, inventAccount, signUp } from '#e2e/steps/account.ts';
import { button, dialog, field } from '#e2e/steps/controls.ts';
import { listHeading } from '#e2e/steps/enter-demo.ts';
import { createList, invite } from '#e2e/steps/lists.ts';

const BY_INVITATION =
  'This server is by invitation only. To create an account, open the invitation link that someone sent you.';

test('[P4] a visitor signs up with an invitation and joins; without one, sign-up is not offered', async ({
  browser,
  server,
}) => {
  const open = async () => (await browser.newContext({ baseURL: server.address })).newPage();
  const [ann, visitor] = [await open(), await open()];
  await signUp(ann, inventAccount());
  await createList(ann, 'Groceries');
  const link = await invite(ann, 'Groceries', 'Anna');
  await server.stop();
  await server.start({ SIGNUP_ENABLED: 'invited' });

  await visitor.goto('/');
  await expect(visitor.getByRole('status').filter({ hasText: BY_INVITATION })).toBeVisible();
  await expect(button(visitor, "Don't have an account? Sign up")).toBeHidden();

  await visitor.goto(link);
  await button(visitor, 'Create an account').click();
  await fillEntry(visitor, inventAccount());
  await expectList(visitor);
  await field(dialog(visitor, 'Invitation'), 'Your name').fill('Ben');
  await button(dialog(visitor, 'Invitation'), 'Join').click();
  await expect(button(listHeading(visitor), 'Groceries')).toBeVisible();
  await Promise.all([ann.context().close(), visitor.context().close()]);
});
