/** The add bar with a keyboard, and on a wide screen. */
import { expect, test } from '@playwright/test';
import { adderField, boxOf, button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox } from '#e2e/steps/enter-demo.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test.describe('with a mouse', () => {
  test.use({ hasTouch: false, isMobile: false });

  test('[D4] slash and n can be turned off in Account, for people who use speech input', async ({ page }) => {
    await pressInMenu(page, 'Account');
    await dialog(page, 'Account').getByRole('checkbox', { name: 'Press / or N to add an item' }).uncheck();
    await page.keyboard.press('Escape');
    await itemBox(page, 'Apples').focus();
    await page.keyboard.press('/');
    await page.keyboard.press('n');
    await expect(itemBox(page, 'Apples')).toBeFocused();
  });
});

test('[L8] on a wide screen the toolbar and the field remain visible, and category headers stick below them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => window.scrollTo(0, 420));
  await expect(adderField(page)).toBeInViewport();
  await expect(button(page, 'Undo')).toBeInViewport();
  // The app reacts to the new width in the next frames.
  await expect(async () => {
    const bar = await boxOf(adderField(page));
    const bottom = bar.y + bar.height;
    // If a category's rows reach from behind the bar to far below it, its header is below the bar.
    const tops = await page.locator('main section').evaluateAll(
      (sections, edge) =>
        sections
          .map((each) => ({ box: each.getBoundingClientRect(), header: each.querySelector('h2') }))
          .filter(({ box }) => box.top < edge && box.bottom > edge + 120)
          .map(({ header }) => header?.getBoundingClientRect().top ?? 0),
      bottom,
    );
    expect(tops).not.toEqual([]);
    expect(tops.filter((top) => top < bottom)).toEqual([]);
  }).toPass();
});
