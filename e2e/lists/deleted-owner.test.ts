/** The owner of a shared list deletes the account: the list goes to the member who has been in it longest. */
import { expect } from '@playwright/test';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { inventAccount, signUp } from '#e2e/steps/account.ts';
import { openAccountScreen, section } from '#e2e/steps/account-screen.ts';
import { button, dialog, field, toast } from '#e2e/steps/controls.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { chooseForList, createList, invite, join } from '#e2e/steps/lists.ts';

test('[H9] a list outlives the account of its owner: the longest-standing member keeps it and owns it', async ({
  openDevice,
}) => {
  const account = inventAccount();
  const [ann, bob, cat] = [await openDevice(), await openDevice(), await openDevice()];
  await signUp(ann, account);
  await signUp(bob, inventAccount());
  await signUp(cat, inventAccount());
  await createList(ann, 'Groceries');
  const link = await invite(ann, 'Groceries');
  await join(bob, link, 'Groceries');
  await join(cat, link, 'Groceries');
  await button(dialog(ann, 'Share “Groceries”'), 'Close').click();
  await addItem(ann, 'Leek');
  await expect(itemBox(bob, 'Leek')).toBeVisible();

  const part = section(await openAccountScreen(ann), 'Delete account');
  await button(part, 'Delete my account').click();
  await field(part, `Type ${account.email} to confirm`).fill(account.email);
  await button(part, 'Delete account').click();
  await expect(toast(ann, 'Your account has been deleted.')).toBeVisible();

  await addItem(bob, 'Bread');
  await expect(itemBox(cat, 'Bread')).toBeVisible();
  await expect(itemBox(cat, 'Leek')).toBeVisible();
  await chooseForList(bob, 'Groceries', 'Share…');
  await expect(dialog(bob, 'Share “Groceries”').getByText('Owner · you')).toBeVisible();
  await expect(
    dialog(bob, 'Share “Groceries”')
      .getByRole('listitem')
      .filter({ hasText: /Member \d+|Ben/u }),
  ).toHaveCount(2);
  await expect(listHeading(cat)).toContainText('Groceries');
});
