/** Shop mode and ticks in another tab. */
import { expect, test } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox } from '#e2e/steps/enter-demo.ts';
import { clockTest, stopClock } from '#e2e/fixtures/still-clock.ts';

/** Longer than two seconds and the time in which rows fade. */
const REST = 2200;

test.beforeEach(async ({ page }) => enterDemo(page));

clockTest(
  '[L14] an item ticked in another tab stays until the list is at rest, then its category disappears too',
  async ({ page, context }) => {
    await button(page, 'Shop mode').click();
    const other = await context.newPage();
    await other.goto('/');
    // The rows below the first screen are rendered by a timer, and stopping the clock stops it in both tabs.
    await expect(itemBox(other, 'Caesar Salad')).toBeVisible();
    await stopClock(page);
    for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(other, name).check();
    await expect(itemBox(page, 'Potato Salad')).toBeChecked();
    await page.clock.runFor(REST);
    await expect(groupButton(page, 'Salads')).toHaveCount(0);
  },
);
