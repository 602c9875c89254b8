/** The add bar leaves room for the last row on a phone. */
import { expect, test } from '@playwright/test';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { boxOf } from '#e2e/steps/controls.ts';

test('[D3] the add bar never covers the last row', async ({ page }) => {
  await enterDemo(page);
  const last = page.getByRole('listitem').last();
  await expect(itemBox(page, 'Milk')).toBeAttached();
  await last.evaluate((row) => row.scrollIntoView({ block: 'end' }));
  await expect(last).toBeInViewport({ ratio: 0.95 });
  // Press its position: an element that covers it would receive the press.
  const { x, y, width, height } = await boxOf(last);
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(listHeading(page)).toContainText('(1/130 items)');
});
