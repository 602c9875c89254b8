/** The screens of lists at 320 px, with text at 200 %, and from right to left: nothing is cut off. */
import { expect, type Page } from '@playwright/test';
import { inventAccount, signUp } from '#e2e/steps/account.ts';
import { doubleText, findOverflow } from '#e2e/checks/shape.ts';
import { button, dialog } from '#e2e/steps/controls.ts';
import { devicesTest as test } from '#e2e/fixtures/devices.ts';
import { createList, invite, openLists } from '#e2e/steps/lists.ts';

const SHAPES: readonly { readonly name: string; readonly take: (page: Page) => Promise<void> }[] = [
  { name: '320 px wide', take: (page) => page.setViewportSize({ width: 320, height: 640 }) },
  { name: 'text at 200 %', take: doubleText },
  { name: 'right to left', take: (page) => page.evaluate(() => void (document.documentElement.dir = 'rtl')) },
];

const LONG = 'Averylongnamewithoutanyplacewhereonecouldbreakit';

test('[D3] [H2] [H3] [H4] Lists, Share and Join cut nothing off', async ({ openDevice }) => {
  const page = await openDevice();
  await page.setViewportSize({ width: 390, height: 700 });
  await signUp(page, inventAccount());
  await createList(page, LONG);
  await createList(page, 'קניות לשבת');
  for (const { name, take } of SHAPES) {
    await test.step(name, async () => {
      await take(page);
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
      await page.evaluate((hash) => (location.hash = hash), `#join=${'x'.repeat(32)}`);
      await expect(dialog(page, 'Invitation')).toContainText('This invitation doesn’t exist.');
      expect(await findOverflow(page)).toEqual([]);
      await button(page, 'Go to my list').click();
    });
  }
});
