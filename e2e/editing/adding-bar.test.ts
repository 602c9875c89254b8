/** The add bar: its layout, choosing a category, and its status. */
import { expect, test, type Page } from '@playwright/test';
import { adderField, button, dialog, pressAndConfirm, pressInMenu, toast } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox } from '#e2e/steps/enter-demo.ts';
import { categorySelect, row, section } from '#e2e/steps/list.ts';
import { clockTest, stopClock } from '#e2e/fixtures/still-clock.ts';
import { boxOf } from '#e2e/steps/touch.ts';
import { marked } from '#web/ui/marks.ts';

test.beforeEach(async ({ page }) => enterDemo(page));

test('[L13] names of a new list go to Other, and 7 Up is a name', async ({ page }) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await page.getByText('No categories available').waitFor();
  for (const name of ['bred', 'halloumi', '7 Up']) {
    await adderField(page).fill(name);
    await adderField(page).press('Enter');
    await expect(itemBox(page, name)).toBeAttached();
  }
  await expect(section(page, 'Beverages').getByRole('checkbox', { name: '7 Up' })).toBeAttached();
});

test('[L13] the row of an added item is not under the bar', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'On a wide screen the bar is above the list.');
  await addItem(page, 'Aaa', 'Pharmacy');
  const bar = page.locator(marked('adderOverlay'));
  // The row of the next item appears at the height of the bar.
  await itemBox(page, 'Aaa').evaluate((box) => {
    const { bottom } = box.getBoundingClientRect();
    window.scrollBy({ top: bottom - window.innerHeight + 40, behavior: 'instant' });
  });
  await addItem(page, 'Aab', 'Pharmacy');
  await expect(async () => {
    const [added, strip] = [await boxOf(row(page, 'Aab')), await boxOf(bar)];
    expect(added.y + added.height).toBeLessThanOrEqual(strip.y + 1);
  }).toPass();
});

test('[L6] the bar stays on one line and neither it nor the list moves, with wide fonts, large text and any status', async ({
  page,
}, { project }) => {
  test.skip(project.name !== 'phone', 'The sizes are those of phones.');
  const session = await page.context().newCDPSession(page);
  for (const size of [16, 21, 32]) {
    await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
    for (const width of [320, 344, 360, 375, 390, 430]) {
      await page.setViewportSize({ width, height: 800 });
      const rest = await placesOf(page);
      expect(new Set(rest.tops).size, `${width} px, text ${size}`).toBe(1);
      for (const text of ['milk', "za'a", '']) {
        await adderField(page).fill(text);
        expect(await placesOf(page), `${text} at ${width} px, text ${size}`).toEqual(rest);
      }
    }
  }
});

/** The top edges of the bar's controls and of the list's first row. */
const placesOf = (page: Page): Promise<{ readonly tops: readonly number[]; readonly row: number }> =>
  page.evaluate(() => {
    const form = document.querySelector('form');
    const topOf = (element: Element | null | undefined): number =>
      Math.round(element?.getBoundingClientRect().top ?? -1);
    const controls = form?.querySelectorAll('input, [aria-label="Category"], button[type="submit"]') ?? [];
    return { tops: Array.from(controls, topOf), row: topOf(document.querySelector('main li')) };
  });

test('[L8] [L13] the strip above the field shows the whole category, and a tap on it chooses another one', async ({
  page,
}, { project }) => {
  test.skip(project.name !== 'phone', 'On a wide screen the select shows it.');
  await page.setViewportSize({ width: 320, height: 700 });
  await adderField(page).fill('ketchup');
  const place = page.getByLabel('Goes to Condiments & Sauces. Change category');
  await expect(page.locator('[data-destination=true]')).toContainText('Condiments & Sauces');
  const [strip, options] = [await boxOf(place), await boxOf(page.getByRole('listbox', { name: 'Suggestions' }))];
  expect(options.y + options.height).toBeLessThanOrEqual(strip.y);
  await place.selectOption('Pantry');
  await expect(categorySelect(page).locator('option:checked')).toHaveText('Pantry');
  await adderField(page).press('Enter');
  await expect(section(page, 'Pantry').getByRole('checkbox', { name: 'ketchup' })).toBeAttached();
});

clockTest(
  '[L8] the status of an added item disappears after 10 seconds, with the next action, and when a dialog opens',
  async ({ page }) => {
    await stopClock(page);
    const said = page.getByRole('status').filter({ hasText: 'added to' });
    await addItem(page, 'Basil', 'Pantry');
    await expect(said).toBeVisible();
    await page.clock.runFor(9900);
    await expect(said).toBeVisible();
    await page.clock.runFor(200);
    await expect(said).toHaveCount(0);
    await addItem(page, 'Chervil', 'Pantry');
    await expect(said).toBeVisible();
    await button(page, 'Undo').click();
    await expect(said).toHaveCount(0);
    await addItem(page, 'Sorrel', 'Pantry');
    await expect(said).toBeVisible();
    await itemBox(page, 'Apples').check();
    await expect(said).toHaveCount(0);
    await addItem(page, 'Lovage', 'Pantry');
    await expect(said).toBeVisible();
    await button(page, 'Add Category').click();
    await expect(said).toHaveCount(0);
  },
);

test('[L8] on a phone a toast appears above the strip and the suggestions', async ({ page }, { project }) => {
  test.skip(project.name !== 'phone', 'On a wide screen the bar is at the top.');
  await itemBox(page, 'Apples').press('Delete');
  const told = toast(page, 'Apples deleted');
  await expect(told).toBeVisible();
  await adderField(page).fill('ketchup');
  const options = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(options).toBeVisible();
  await expect(async () => {
    const [above, below] = [await boxOf(told.getByText('Apples deleted')), await boxOf(options)];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  }).toPass();
});

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
