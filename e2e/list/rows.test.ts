/** Rows with another tab, and with a mouse. */
import { expect, test } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { TICK } from '#web/ui/marks.ts';

test('[Y8] signing in again in another tab, with another name of the same account, shows every row once, and each ticks', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(listHeading(other)).toBeVisible();
  await other.evaluate(() => {
    const user: unknown = JSON.parse(localStorage.getItem('user') ?? '');
    localStorage.setItem('user', JSON.stringify(Object.assign({}, user, { username: 'another' })));
  });
  await expect(page.locator(TICK)).toHaveCount(130);
  await row(page, 'Bananas').click();
  await expect(itemBox(page, 'Bananas')).toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
});

for (const hasMouse of [true, false]) {
  test.describe(hasMouse ? 'with a mouse' : 'with a finger', () => {
    test.use({ hasTouch: !hasMouse, isMobile: !hasMouse });

    test('[L7] an item’s buttons darken under a mouse, and do not change on touch', async ({ page }) => {
      await enterDemo(page);
      const control = button(page, 'More actions for Bagels');
      const color = (): Promise<string> => control.evaluate((element) => getComputedStyle(element).color);
      await itemBox(page, 'Bagels').hover();
      const before = await color();
      await control.hover();
      await expect.poll(async () => (await color()) === before).toBe(!hasMouse);
    });
  });
}
