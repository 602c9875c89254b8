/** Ticking: the whole row ticks, scrolls do not, and nothing moves under a finger. */
import { expect, test } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row, section } from '#e2e/steps/list.ts';
import { clockTest, stopClock } from '#e2e/fixtures/still-clock.ts';
import { boxOf, findSmallTargets, putFingers, swipeUp } from '#e2e/steps/touch.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[L7] the whole row ticks and unticks; the item is struck through, and the counts and progress change', async ({
  page,
}) => {
  const box = itemBox(page, 'Bananas');
  const { width, height } = await boxOf(row(page, 'Bananas'));
  await row(page, 'Bananas').click({ position: { x: width / 2, y: height - 3 } });
  await expect(box).toBeChecked();
  await expect(page.getByText('Bananas', { exact: true })).toHaveCSS('text-decoration-line', 'line-through');
  await expect(page.getByText('Bananas', { exact: true })).not.toHaveCSS('text-decoration-color', 'rgba(0, 0, 0, 0)');
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await expect(groupButton(page, 'Fruits & Vegetables')).toContainText('(1/14)');
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '1');
  await row(page, 'Bananas').click({ position: { x: 4, y: 3 } });
  await expect(box).not.toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[L7] two quick taps on one row are two ticks, and taps on ten rows are ten', async ({ page }) => {
  await row(page, 'Apples').dblclick({ position: { x: 60, y: 20 } });
  await expect(itemBox(page, 'Apples')).not.toBeChecked();
  const boxes = section(page, 'Fruits & Vegetables').getByRole('checkbox');
  for (const box of (await boxes.all()).slice(0, 10)) await box.click();
  await expect(listHeading(page)).toHaveText('My List (10/130 items)');
});

test('[L6] a scroll that starts on a row moves the list and ticks nothing', async ({ page }) => {
  await swipeUp(page, row(page, 'Milk'), 300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

clockTest(
  '[L6] a complete category collapses about 600 ms after the last tick, with a green mark, and another tick delays that',
  async ({ page }) => {
    const salads = groupButton(page, 'Salads');
    await stopClock(page);
    for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(page, name).check();
    await expect(salads).toHaveAccessibleName('Salads (3/3) complete');
    await page.clock.runFor(500);
    await expect(salads).toHaveAttribute('aria-expanded', 'true');
    await itemBox(page, 'Vitamins').check();
    await page.clock.runFor(500);
    await expect(salads).toHaveAttribute('aria-expanded', 'true');
    await page.clock.runFor(150);
    await expect(salads).toHaveAttribute('aria-expanded', 'false');
    await expect(itemBox(page, 'Coleslaw')).toHaveCount(0);
    const tint = (name: string): Promise<string> =>
      section(page, name).evaluate((element) => getComputedStyle(element.firstElementChild ?? element).backgroundColor);
    expect(await tint('Salads')).not.toBe(await tint('Pharmacy'));
    // A category that the user expands stays open.
    await salads.click();
    await page.clock.runFor(2000);
    await expect(salads).toHaveAttribute('aria-expanded', 'true');
    await itemBox(page, 'Coleslaw').uncheck();
    await expect(salads).toHaveAccessibleName('Salads (2/3)');
  },
);

clockTest(
  '[L6] while a finger is down no row moves; 600 ms after it is lifted the category collapses',
  async ({ page }) => {
    await stopClock(page);
    const salads = groupButton(page, 'Salads');
    for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(page, name).check();
    await row(page, 'Coleslaw').hover({ position: { x: 60, y: 20 } });
    await page.mouse.down();
    const before = await boxOf(row(page, 'Potato Salad'));
    await page.clock.runFor(3000);
    await expect(salads).toHaveAttribute('aria-expanded', 'true');
    expect(await boxOf(row(page, 'Potato Salad'))).toEqual(before);
    await page.mouse.up();
    await expect(itemBox(page, 'Coleslaw')).not.toBeChecked();
    await itemBox(page, 'Coleslaw').check();
    await page.clock.runFor(700);
    await expect(salads).toHaveAttribute('aria-expanded', 'false');
  },
);

clockTest('[L6] with two fingers down, lifting one moves no row', async ({ page }) => {
  await stopClock(page);
  const salads = groupButton(page, 'Salads');
  for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(page, name).check();
  const { x, y } = await boxOf(button(page, 'My List'));
  const lift = await putFingers(page, [
    { x: x + 10, y: y + 10 },
    { x: x + 60, y: y + 10 },
  ]);
  await lift();
  await page.clock.runFor(2000);
  await expect(salads).toHaveAttribute('aria-expanded', 'true');
  await lift();
  await page.clock.runFor(700);
  await expect(salads).toHaveAttribute('aria-expanded', 'false');
});

test('[L6] a category that becomes empty by Clear checked collapses and says that it is empty', async ({ page }) => {
  for (const name of ['Caesar Salad', 'Coleslaw', 'Potato Salad']) await itemBox(page, name).check();
  await button(page, 'Clear checked').click();
  const salads = groupButton(page, 'Salads');
  await expect(salads).toHaveAccessibleName('Salads (0/0)');
  await expect(salads).toHaveAttribute('aria-expanded', 'false');
  await salads.click();
  await expect(section(page, 'Salads').getByText('No items in this category', { exact: true })).toBeVisible();
});

test('[L7] every target is at least 44 px high and wide on a phone, and Delete is far from the tick', async ({
  page,
  isMobile,
}) => {
  const least = isMobile ? 44 : 24;
  expect(await findSmallTargets(page, least)).toEqual([]);
  const remove = await boxOf(button(page, 'Delete Apples'));
  const box = await boxOf(itemBox(page, 'Apples'));
  expect(remove.x - (box.x + box.width)).toBeGreaterThan(100);
  await button(page, 'Select').click();
  expect(await findSmallTargets(page, least)).toEqual([]);
});
