/** Lists with long names at 320 px, with text at 200 %, and from right to left. account-text.test.ts has usual names, and more sizes. */
import { expect, type Page } from '@playwright/test';
import { inventAccount, signUp } from '#e2e/steps/account.ts';
import { doubleText, findOverflow } from '#e2e/checks/shape.ts';
import { button, dialog } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { createList, invite, openLists } from '#e2e/steps/lists.ts';

const LONG = 'Averylongnamewithoutanyplacewhereonecouldbreakit';

test('[D3] [H2] [H3] names that cannot break, or are written from right to left, push nothing in Lists and Share off the screen', async ({
  openDevice,
}) => {
  const page = await openDevice();
  await page.setViewportSize({ width: 320, height: 640 });
  await signUp(page, inventAccount());
  await createList(page, LONG);
  await createList(page, 'קניות לשבת');
  await expectFit(page);
  await doubleText(page);
  await page.evaluate(() => void (document.documentElement.dir = 'rtl'));
  await expectFit(page);
});

/** Expects that Lists, the menu of the long name, and Share fit on the screen. */
async function expectFit(page: Page): Promise<void> {
  await openLists(page);
  expect(await findOverflow(page)).toEqual([]);
  await button(page, `Actions for ${LONG}`).click();
  expect(await findOverflow(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Lists')).toHaveCount(0);
  await invite(page, LONG);
  expect(await findOverflow(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
