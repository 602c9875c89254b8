/** Two accounts share a list: invitations, members, and lists that end. */
import { expect, type Page } from '@playwright/test';
import { fillEntry, inventAccount, signUp } from '#e2e/steps/account.ts';
import { button, dialog, toast } from '#e2e/steps/controls.ts';
import { devicesTest as test, expectSame, setOffline } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { chooseForList, createList, invite, join, openLists, openShared } from '#e2e/steps/lists.ts';

test('[H3] [H4] a visitor opens an invitation, signs up, and joins; both then shop with the same list', async ({
  openDevice,
}) => {
  const [ann, visitor] = [await openDevice(), await openDevice()];
  await signUp(ann, inventAccount());
  await createList(ann, 'Groceries');
  const link = await invite(ann, 'Groceries', 'Anna');
  await expect(ann.getByRole('img', { name: 'QR code of the invitation link' })).toBeVisible();
  await expect(dialog(ann, 'Share “Groceries”').getByText('Works for 7 days, for up to 20 people.')).toBeVisible();
  await button(dialog(ann, 'Share “Groceries”'), 'Close').click();

  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'You’re Invited' })).toBeVisible();
  // The secret leaves the address bar as soon as it is stored.
  await expect.poll(() => new URL(visitor.url()).hash).toBe('');
  await button(visitor, 'Create an account').click();
  await expect(visitor.getByText('You can join the shared list once you’re signed in.')).toBeVisible();
  await fillEntry(visitor, inventAccount());
  await expect(dialog(visitor, 'Invitation')).toContainText('Join “Groceries”, shared by Anna?');
  await button(dialog(visitor, 'Invitation'), 'Join').click();
  await expect(toast(visitor, 'You joined “Groceries”')).toBeVisible();
  await expect(listHeading(visitor)).toContainText('Groceries');
  // With an item left, the category stays expanded on both devices.
  await addItem(visitor, 'Carrots');
  await addItem(visitor, 'Leek');
  await expect(itemBox(ann, 'Leek')).toBeVisible();
  await itemBox(ann, 'Leek').check();
  await expectSame(ann, visitor);
  await visitor.reload();
  await expect(listHeading(visitor)).toContainText('Groceries');
  await expect(dialog(visitor, 'Invitation')).toHaveCount(0);
});

test('[H4] a revoked invitation says so in one sentence and leads to the list; a member just opens the list', async ({
  openDevice,
}) => {
  const [ann, bob] = [await openDevice(), await openDevice()];
  await signUp(ann, inventAccount());
  await signUp(bob, inventAccount());
  await createList(ann, 'Groceries');
  const link = await invite(ann, 'Groceries');
  await join(bob, link, 'Groceries');
  await bob.goto(link);
  await expect(listHeading(bob)).toContainText('Groceries');
  await expect(dialog(bob, 'Invitation')).toHaveCount(0);
  await button(ann, 'Revoke').click();
  await expect(toast(ann, 'Invitation revoked. Its link no longer works.')).toBeVisible();
  const eve = await openDevice();
  await signUp(eve, inventAccount());
  await eve.goto(link);
  await expect(dialog(eve, 'Invitation')).toContainText('This invitation was revoked. Ask for a new one.');
  await button(eve, 'Go to my list').click();
  await eve.reload();
  await expect(listHeading(eve)).toContainText('My List');
  await expect(dialog(eve, 'Invitation')).toHaveCount(0);
});

test('[H5] [H6] a removed member sees a notice and copies the unsent changes to another list', async ({
  openDevice,
}) => {
  const { ann, bob } = await openShared(openDevice);
  // Low enough that this list has to be scrolled.
  await bob.setViewportSize({ width: 390, height: 400 });
  for (const name of ['Milk', 'Bread', 'Soap']) await addItem(bob, name);
  await expect(itemBox(ann, 'Soap')).toBeAttached();
  await setOffline(bob, true);
  await addItem(bob, 'Leek');
  await expect.poll(() => scrollDown(bob)).toBeGreaterThan(100);
  await chooseForList(ann, 'Groceries', 'Share…');
  await button(ann, 'Actions for Ben').click();
  await ann.getByRole('menuitem', { name: 'Remove' }).click();
  await button(dialog(ann, 'Remove Member'), 'Remove').click();
  await expect(toast(ann, 'removed')).toBeVisible();
  await setOffline(bob, false);
  await expect(bob.getByText('You’re no longer a member of “Groceries”. 1 change wasn’t sent.')).toBeVisible({
    timeout: 20_000,
  });
  await expect(listHeading(bob)).toContainText('My List');
  await expect.poll(() => bob.evaluate(() => window.scrollY)).toBe(0);
  await button(bob, 'Copy to another list…').click();
  await button(dialog(bob, 'Copy to a List'), 'My List').click();
  await expect(toast(bob, 'Copied to “My List”')).toBeVisible();
  await expect(itemBox(bob, 'Leek')).toBeVisible();
});

test('[H5] [H6] the owner hands the list over and leaves it', async ({ openDevice }) => {
  const { ann, bob } = await openShared(openDevice);
  await chooseForList(ann, 'Groceries', 'Share…');
  await button(ann, 'Actions for Ben').click();
  await ann.getByRole('menuitem', { name: 'Make owner' }).click();
  await button(dialog(ann, 'Change Owner'), 'Make owner').click();
  await expect(dialog(ann, 'Members of “Groceries”')).toBeVisible();
  await button(ann, 'Close').click();
  await expect(ann.getByRole('dialog')).toHaveCount(0);
  await chooseForList(ann, 'Groceries', 'Leave list');
  await button(dialog(ann, 'Leave List'), 'Leave').click();
  await expect(listHeading(ann)).toContainText('My List');
  await openLists(bob);
  await button(bob, 'Actions for Groceries').click();
  await expect(bob.getByRole('menuitem', { name: 'Delete list…' })).toBeVisible();
});

/** Scrolls down as far as 300 pixels. @returns the pixels that the page could be scrolled */
const scrollDown = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(0, 300);
    return window.scrollY;
  });
