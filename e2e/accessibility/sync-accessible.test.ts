/** axe finds no faults on the screens of sync, in both themes (product D3, D4). */
import { expect } from '@playwright/test';
import { expectList, fillEntry } from '#e2e/steps/account.ts';
import { button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { devicesTest as test, setOffline } from '#e2e/fixtures/devices.ts';
import { addItem } from '#e2e/steps/enter-demo.ts';
import { findFaults } from '#e2e/checks/find-faults.ts';
import { countOnItsWay, expectSaved, isUpsert } from '#e2e/checks/sync-status.ts';

test('[D4] [D3] the first download, rejected changes, and logging out with unsent changes are accessible', async ({
  openDevice,
  account,
  network,
}) => {
  const page = await openDevice(network.address);
  const faults: string[] = [];
  network.injectFaults(({ path }) => (path.startsWith('/rest/v1/categories') ? 'stall' : null));
  await page.goto('/');
  await fillEntry(page, account);
  await expect(page.getByText('Downloading your list…').first()).toBeVisible();
  faults.push(...(await findFaults(page, 'a list on its way')));
  network.injectFaults(() => null);
  await page.reload();
  await expectList(page);
  // Puts the category on the list, so that only items are rejected below.
  await addItem(page, 'Beets', 'Produce');
  await expectSaved(page);

  network.injectFaults((arrival) =>
    isUpsert(arrival) ? { status: 400, body: { message: 'It is not allowed.' } } : null,
  );
  await setOffline(page, true);
  for (const name of ['Leek', 'Kale']) await addItem(page, name, 'Produce');
  await expect(countOnItsWay(page)).toHaveText('2 items waiting');
  faults.push(...(await findFaults(page, 'a list with changes waiting')));
  await setOffline(page, false);
  const notice = page.getByRole('alert').filter({ hasText: '2 changes couldn’t be saved.' });
  await expect(notice).toBeVisible();
  faults.push(...(await findFaults(page, 'a list with changes refused')));
  await button(notice, 'Review').click();
  const rejected = dialog(page, 'Changes Not Saved');
  await expect(rejected).toBeVisible();
  faults.push(...(await findFaults(page, 'what was refused')));
  await button(rejected, 'Discard all').click();
  await expect(rejected.getByText('Discard 2 changes?')).toBeVisible();
  faults.push(...(await findFaults(page, 'the question before discarding')));
  await button(rejected, 'Discard').first().click();
  await expect(rejected.getByText('You’re all caught up. There are no unsaved changes.')).toBeVisible();
  faults.push(...(await findFaults(page, 'nothing refused any more')));
  await page.keyboard.press('Escape');

  await setOffline(page, true);
  await addItem(page, 'Chard', 'Produce');
  await pressInMenu(page, 'Logout');
  await expect(dialog(page, 'Log Out')).toBeVisible();
  faults.push(...(await findFaults(page, 'the question before logging out')));
  await button(page, 'Log out').click();
  await expect(countOnItsWay(page)).toHaveText('1 item waiting');
  faults.push(...(await findFaults(page, 'sign-in with changes waiting')));
  expect(faults).toEqual([]);
});
