/** Logging out: unsent changes are reported and kept, synced data leaves the device, and no user sees another user's list. */
import { expect, type Page } from '@playwright/test';
import { fillEntry, inventAccount, logOut, signIn } from '#e2e/steps/account.ts';
import { createAccount, lookBehind } from '#e2e/fixtures/backend.ts';
import { button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { devicesTest as test, setOffline } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { countOnItsWay, expectSaved } from '#e2e/checks/sync-status.ts';

test('[Y9] logging out with unsent changes asks first, hides them from other users, and sends them at the next sign-in', async ({
  openDevice,
  account,
  behind,
  server,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  await setOffline(page, true);
  await addItem(page, 'Leek', 'Produce');
  await addItem(page, 'Kale', 'Produce');
  await expect(countOnItsWay(page)).toHaveText('2 items waiting');
  await pressInMenu(page, 'Logout');
  const question = dialog(page, 'Log Out');
  await expect(question).toContainText(
    '2 changes haven’t been saved to your account yet. They stay on this device and will sync the next time you sign in here.',
  );
  await button(question, 'Stay').click();
  await expect(listHeading(page)).toHaveText('My List (0/2 items)');
  await pressInMenu(page, 'Logout');
  await button(question, 'Log out').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await expect(countOnItsWay(page)).toHaveText('2 items waiting');
  await setOffline(page, false);

  const other = inventAccount();
  await createAccount(server, other);
  await signIn(page, other);
  await expect(listHeading(page)).toHaveText('My List (0/0 items)');
  await addItem(page, 'Durian', 'Produce');
  const behindOther = await lookBehind(server, other);
  await expect.poll(behindOther.items).toEqual(['Durian -']);
  await expectSaved(page);
  expect(await behind.items()).toEqual([]);
  await logOut(page);
  await expect(countOnItsWay(page)).toHaveText('2 items waiting');

  await signIn(page, account);
  await expect(listHeading(page)).toHaveText('My List (0/2 items)');
  await expect(itemBox(page, 'Durian')).toHaveCount(0);
  await expectSaved(page);
  expect(await behind.items()).toEqual(['Kale -', 'Leek -']);
});

test('[Y9] logging out with no unsent changes asks nothing and removes the account’s data from the device', async ({
  openDevice,
  account,
  behind,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  await addItem(page, 'Leek', 'Produce');
  await expect.poll(behind.items).toEqual(['Leek -']);
  await expectSaved(page);
  await expect.poll(() => readTraces(page)).toContain(`checklist:${behind.userId}`);
  await logOut(page);
  await expect.poll(() => readTraces(page)).not.toContain(behind.userId);
  expect(await readTraces(page)).not.toContain(account.email);
  expect(await readTraces(page)).not.toContain('Leek');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await expect(countOnItsWay(page)).toHaveCount(0);
  // The session has also ended on the server; the list is downloaded from there again.
  await fillEntry(page, account);
  await expect(itemBox(page, 'Leek')).toBeVisible();
});

/** The names of all databases and local storage entries. */
const readTraces = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([databases.map(({ name }) => name), Object.entries(localStorage)]);
  });
