/** Rows of the list: each appears once, matches the list, and is animated only after a change. */
import { expect, test, type Page } from '@playwright/test';
import { button, field, dialog } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { boxOf } from '#e2e/steps/touch.ts';
import { ROW, TICK } from '#web/ui/marks.ts';

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

test('[L7] a box that the browser restored to a wrong state is correct after the next press', async ({ page }) => {
  await enterDemo(page);
  await itemBox(page, 'Apples').evaluate((box) => box instanceof HTMLInputElement && (box.checked = true));
  await itemBox(page, 'Apples').press('Space');
  await expect(itemBox(page, 'Apples')).toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await itemBox(page, 'Apples').press('Space');
  await expect(itemBox(page, 'Apples')).not.toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[L7] rows can be ticked and deleted even if the deferred parts cannot be downloaded', async ({ page }) => {
  await page.route('**/assets/deferred-parts-*.js', (route) => route.abort());
  await page.goto('/');
  await button(page, 'Try Demo').click();
  await button(page, 'Open demo').click();
  await row(page, 'Apples').click();
  await expect(itemBox(page, 'Apples')).toBeChecked();
  await row(page, 'Bananas').hover();
  await button(page, 'Delete Bananas').click();
  await expect(itemBox(page, 'Bananas')).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('My List (1/129 items)');
});

test('[L7] the bin of a row is visible without hovering, and the buttons leave half of the row to the name on the narrowest phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enterDemo(page);
  const { width } = await boxOf(row(page, 'Hamburger Buns'));
  const more = await boxOf(button(page, 'More actions for Hamburger Buns'));
  const remove = await boxOf(button(page, 'Delete Hamburger Buns'));
  const words = await boxOf(row(page, 'Hamburger Buns').getByTitle('Hamburger Buns'));
  expect(more.x - words.x).toBeGreaterThanOrEqual(width / 2);
  expect(remove.x).toBeGreaterThanOrEqual(more.x + more.width);
  await expect(button(page, 'Delete Hamburger Buns')).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
});

test('[L11] in Select mode rows have no controls and do not tick, and no heading or name moves', async ({ page }) => {
  await enterDemo(page);
  const places = (): Promise<readonly number[]> =>
    page.evaluate(
      (rows) =>
        [...document.querySelectorAll(`h2 button > [dir], ${rows} [title]`)].flatMap((element) => {
          const { x, y } = element.getBoundingClientRect();
          return [x, y];
        }),
      ROW,
    );
  const before = await places();
  await button(page, 'Select').click();
  await expect(page.getByRole('checkbox', { name: 'Select Bakery' })).toBeVisible();
  expect(await places()).toEqual(before);
  await expect(itemBox(page, 'Bagels')).toHaveCount(0);
  await expect(button(page, 'Delete Bagels')).toHaveCount(0);
  await expect(button(page, 'More actions for Bagels')).toHaveCount(0);
  const { x, y } = await boxOf(page.getByTitle('Bagels', { exact: true }));
  await page.mouse.click(x + 4, y + 4);
  await button(page, 'Done').click();
  await expect(itemBox(page, 'Bagels')).not.toBeChecked();
});

test('[D3] a tick is animated once, and not again after Shop mode or when its item is renamed or moved', async ({
  page,
}) => {
  await enterDemo(page);
  const readMoves = await countTickMoves(page);
  for (const name of ['Apples', 'Bananas']) await itemBox(page, name).check();
  await expect.poll(readMoves).toBe(2);
  await button(page, 'Shop mode').click();
  await expect(itemBox(page, 'Apples')).toHaveCount(0);
  await button(page, 'Done').click();
  expect(await readMoves()).toBe(2);
  await itemBox(page, 'Apples').press('F2');
  await field(dialog(page, 'Edit Item'), 'Name').fill('Zucchini for soup');
  await page.keyboard.press('Enter');
  await expect(itemBox(page, 'Zucchini for soup')).toBeChecked();
  expect(await readMoves()).toBe(2);
});

test('[L7] an item’s buttons darken under a mouse, and do not change on touch', async ({ page, isMobile }) => {
  await enterDemo(page);
  const control = button(page, 'More actions for Bagels');
  const color = (): Promise<string> => control.evaluate((element) => getComputedStyle(element).color);
  await itemBox(page, 'Bagels').hover();
  const before = await color();
  await control.hover();
  await expect.poll(async () => (await color()) === before).toBe(isMobile);
});

/** Counts the ticks whose animation has started; the result returns the current count. */
async function countTickMoves(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const moves = new Set<Animation>();
    // An animation lasts for many frames.
    const watch = (): void => {
      for (const animation of document.getAnimations()) {
        if (animation.effect instanceof KeyframeEffect && animation.effect.pseudoElement) moves.add(animation);
      }
      dataset['moves'] = String(moves.size);
      requestAnimationFrame(watch);
    };
    watch();
  });
  return () =>
    page.evaluate(async () => {
      // By then any animation has started.
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
      return Number(document.documentElement.dataset['moves'] ?? 0);
    });
}
