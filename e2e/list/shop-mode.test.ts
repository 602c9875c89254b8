/** Shop mode: only the items that are left, in larger rows, with the add bar and a finish screen. */
import { expect, test } from '@playwright/test';
import { adderField, button, pressAndConfirm, toast } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { clockTest, stopClock } from '#e2e/fixtures/still-clock.ts';
import { boxOf } from '#e2e/steps/touch.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

clockTest(
  '[L6] [D7] Shop mode shows the items that are left; a ticked row stays until the list is at rest; leaving changes nothing',
  async ({ page }) => {
    await itemBox(page, 'Salmon').check();
    const { height } = await boxOf(row(page, 'Shrimp'));
    await button(page, 'Shop mode').click();
    await expect(page.getByRole('status').filter({ hasText: /^129\sleft$/ })).toBeVisible();
    await stopClock(page);
    await page.clock.runFor(1000);
    await expect(itemBox(page, 'Salmon')).toHaveCount(0);
    await expect(button(page, 'Clear checked')).toHaveCount(0);
    await expect(button(page, 'Create New Empty List')).toHaveCount(0);
    expect((await boxOf(row(page, 'Shrimp'))).height).toBeGreaterThan(height);

    await itemBox(page, 'Shrimp').check();
    await expect(itemBox(page, 'Shrimp')).toBeVisible();
    await page.clock.runFor(500);
    await expect(itemBox(page, 'Shrimp')).toBeVisible();
    await page.clock.runFor(200);
    await expect(itemBox(page, 'Shrimp')).toHaveCount(0);
    for (const name of ['Cod', 'Crab', 'Tuna Steaks']) await itemBox(page, name).check();
    await page.clock.runFor(700);
    await expect(groupButton(page, 'Seafood')).toHaveCount(0);
    await button(page, 'Undo').click();
    await expect(itemBox(page, 'Tuna Steaks')).not.toBeChecked();

    await button(page, 'Done').click();
    await expect(listHeading(page)).toHaveText('My List (4/130 items)');
    await expect(itemBox(page, 'Salmon')).toBeChecked();
    await expect(adderField(page)).toBeVisible();
  },
);

test('[L7] the button that starts Shop mode is in the header, 44 px high and wide, also while the list scrolls and at 320 px', async ({
  page,
  isMobile,
}) => {
  if (isMobile) await page.setViewportSize({ width: 320, height: 640 });
  const start = button(page, 'Shop mode');
  const { width, height } = await boxOf(start);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await page.evaluate(() => window.scrollTo(0, 800));
  await expect(start).toBeInViewport({ ratio: 1 });
  const [box, menu] = [await boxOf(start), await boxOf(button(page, 'Menu'))];
  expect(box.x + box.width).toBeLessThanOrEqual(menu.x);
  await start.press('Enter');
  await expect(button(page, 'Done')).toBeVisible();
  await expect(start).toHaveCount(0);
  await button(page, 'Done').click();
  await expect(start).toBeVisible();
});

test('Shop mode hides an earlier toast, so that no press on its Undo is an accident', async ({ page }) => {
  await button(page, 'Delete Salmon').click();
  await expect(toast(page, 'Salmon deleted')).toBeVisible();
  await button(page, 'Shop mode').click();
  await expect(button(page, 'Done')).toBeVisible();
  await expect(toast(page, 'Salmon deleted')).toHaveCount(0);
});

test('[D5] the shortcuts and shared text open the right view once', async ({ page }) => {
  await page.goto('/?do=shop');
  await expect(button(page, 'Done')).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.reload();
  await expect(adderField(page)).not.toBeFocused();
  await expect(button(page, 'Done')).toHaveCount(0);
  await page.goto('/?do=add');
  await expect(adderField(page)).toBeFocused();
  await page.goto('/?title=Leeks&text=%3Cb%3Efor%20soup');
  await expect(adderField(page)).toHaveValue('Leeks <b>for soup');
  await expect(adderField(page)).toBeFocused();
});

clockTest(
  '[L6] [D7] the screen stays on during Shop mode; at rest after the last tick it offers Clear checked and Done',
  async ({ page }) => {
    await page.evaluate(() => {
      const say = (isAwake: boolean): void => void (document.documentElement.dataset['awake'] = String(isAwake));
      const lock = { released: false, release: () => Promise.resolve(say(false)) };
      Object.assign(navigator.wakeLock, { request: () => Promise.resolve(say(true)).then(() => lock) });
    });
    await button(page, 'Select').click();
    await button(page, 'Select All').click();
    await page.getByRole('checkbox', { name: 'Select Salads' }).uncheck();
    await button(page, 'Delete (22)').click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await button(page, 'Shop mode').click();
    await expect(page.locator('html')).toHaveAttribute('data-awake', 'true');
    await stopClock(page);
    for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(page, name).check();
    const finish = page.getByRole('status').filter({ hasText: 'Everything is in the basket' });
    await page.clock.runFor(500);
    await expect(finish).toBeHidden();
    await expect(itemBox(page, 'Potato Salad')).toBeVisible();
    await page.clock.runFor(200);
    await expect(finish).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await button(finish, 'Done').click();
    await expect(listHeading(page)).toHaveText('My List (3/3 items)');
    await expect(page.locator('html')).toHaveAttribute('data-awake', 'false');

    await button(page, 'Shop mode').click();
    await button(finish, 'Clear checked').click();
    await expect(listHeading(page)).toHaveText('My List (0/0 items)');
    await expect(button(page, 'Select')).toBeVisible();
    await button(page, 'Undo').first().click();
    await expect(listHeading(page)).toHaveText('My List (3/3 items)');
  },
);

test('an item added in Shop mode shows up at once, also on the finish screen and on an empty list', async ({
  page,
}) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await button(page, 'Shop mode').click();
  const nothing = page.getByText('Your list is empty. Add an item to get started.');
  await expect(nothing).toBeVisible();
  await expect(button(page, 'Clear checked')).toHaveCount(0);
  await addItem(page, 'Milk', 'Bakery');
  await expect(nothing).toBeHidden();
  await itemBox(page, 'Milk').check();
  await expect(page.getByText('Everything is in the basket')).toBeVisible();
  await addItem(page, 'Butter', 'Bakery');
  await expect(itemBox(page, 'Butter')).toBeVisible();
  await expect(page.getByText('Everything is in the basket')).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: /^1\sleft$/u })).toBeVisible();
});

clockTest(
  '[L6] an item ticked in another tab stays until the list is at rest, then its category disappears too',
  async ({ page, context }) => {
    await button(page, 'Shop mode').click();
    const other = await context.newPage();
    await other.goto('/');
    // The rows below the first screen are rendered by a timer, and stopping the clock stops it in both tabs.
    await expect(itemBox(other, 'Caesar Salad')).toBeVisible();
    await stopClock(page);
    for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(other, name).check();
    await expect(itemBox(page, 'Potato Salad')).toBeChecked();
    await page.clock.runFor(700);
    await expect(groupButton(page, 'Salads')).toHaveCount(0);
  },
);
