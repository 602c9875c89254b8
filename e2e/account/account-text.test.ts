/** The screens of an account in large text and in landscape: no broken words, nothing cut off or off the screen (product D8, L7). */
import { expect, type Page } from '@playwright/test';
import { inventAccount, signUp } from '#e2e/steps/account.ts';
import { openAccountScreen, section } from '#e2e/steps/account-screen.ts';
import { walkTextSizes } from '#e2e/checks/find-text-faults.ts';
import { button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { addItem } from '#e2e/steps/enter-demo.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { chooseForList, createList, invite, openLists } from '#e2e/steps/lists.ts';

const LIST = 'Grandmother’s birthday';

test.beforeEach(async ({ page }) => {
  test.setTimeout(300_000);
  await signUp(page, inventAccount());
});

test('[D8] [D3] [L7] items with amounts, Lists, Share and Join break no word, cut no text and shrink no target', async ({
  page,
}) => {
  const faults: string[] = [];
  const look = async (where: string): Promise<void> => void faults.push(...(await walkTextSizes(page, where)));
  await look('an empty list');
  await createList(page, LIST);
  for (const entry of ['500 g wholegrain flour (organic, finely milled)', 'kitchen paper', '2 l multivitamin juice'])
    await addItem(page, entry, 'Other');
  await expect(page.getByText(/ added to /u)).toHaveCount(0, { timeout: 20_000 });
  await look('items');
  await button(page, 'More actions for Wholegrain flour').click();
  await look('an item’s menu');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: /^Wholegrain flour/u }).press('F2');
  await expect(dialog(page, 'Edit Item')).toBeVisible();
  await look('Edit Item');
  await page.keyboard.press('Escape');
  await openLists(page);
  await look('Lists');
  await button(page, `Actions for ${LIST}`).click();
  await look('a list’s menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await invite(page, LIST);
  await look('Share');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await chooseForList(page, LIST, 'Delete list…');
  await look('Delete a list');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.evaluate((hash) => (location.hash = hash), `#join=${'x'.repeat(32)}`);
  await expect(dialog(page, 'Invitation')).toContainText('This invitation doesn’t exist.');
  await look('Join');
  expect(faults).toEqual([]);
});

test('[D8] [D3] [L7] the account, rejected changes and logging out break no word, cut no text and shrink no target', async ({
  page,
}) => {
  const faults: string[] = [];
  const look = async (where: string): Promise<void> => void faults.push(...(await walkTextSizes(page, where)));
  const screen = await openAccountScreen(page);
  for (const [part, opener] of [
    ['Email', 'Change email'],
    ['Password', 'Change password'],
    ['Two-step verification', 'Add an authenticator app'],
    ['Delete account', 'Delete my account'],
  ] as const)
    await button(section(screen, part), opener).click();
  await look('the account and its forms');
  await button(screen, 'Close').click();
  await refuseItems(page);
  await addItem(page, 'Kale', 'Produce');
  const notice = page.getByRole('alert').filter({ hasText: '1 change couldn’t be saved.' });
  await expect(notice).toBeVisible();
  await look('a notice');
  await button(notice, 'Review').click();
  await expect(dialog(page, 'Changes Not Saved')).toBeVisible();
  await look('rejected changes');
  await dialog(page, 'Changes Not Saved')
    .getByRole('button', { name: /^Discard/u })
    .first()
    .click();
  await look('the question before discarding');
  await page.keyboard.press('Escape');
  await pressInMenu(page, 'Logout');
  await expect(dialog(page, 'Log Out')).toBeVisible();
  await look('Log Out');
  expect(faults).toEqual([]);
});

/** The backend refuses each change of items for good. */
const refuseItems = (page: Page): Promise<unknown> =>
  page.route('**/rest/v1/grocery_items*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { message: 'It is not allowed.' } })
      : route.continue(),
  );
