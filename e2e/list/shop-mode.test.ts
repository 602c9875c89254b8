/** Shop mode: only the items that are left, in larger rows, with the add bar and a finish screen. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { adderField, button } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row, section } from '#e2e/steps/list.ts';
import { clockTest, stopClock } from '#e2e/fixtures/still-clock.ts';
import { boxOf, swipeUp } from '#e2e/steps/touch.ts';
import { ROW } from '#web/ui/marks.ts';

/** Longer than two seconds and the time in which rows fade. */
const REST = 2200;

test.beforeEach(async ({ page }) => enterDemo(page));

clockTest(
  '[L14] [D7] Shop mode shows and counts what is left; a ticked row rests for two seconds; Done changes nothing',
  async ({ page }) => {
    await itemBox(page, 'Salmon').check();
    const { height } = await boxOf(row(page, 'Shrimp'));
    await button(page, 'Shop mode').click();
    await expect(listHeading(page)).toHaveText(/^My List 129\sleft$/u);
    await expect(groupButton(page, 'Seafood')).toHaveAccessibleName('Seafood 4 left');
    await stopClock(page);
    await expect(itemBox(page, 'Salmon')).toHaveCount(0);
    await expect(button(page, 'Clear checked')).toHaveCount(0);
    await expect(button(page, 'Create New Empty List')).toHaveCount(0);
    expect((await boxOf(row(page, 'Shrimp'))).height).toBeGreaterThan(height);

    await itemBox(page, 'Shrimp').check();
    await page.clock.runFor(1900);
    await expect(itemBox(page, 'Shrimp')).toBeChecked();
    await expect(listHeading(page)).toHaveText(/^My List 128\sleft$/u);
    await itemBox(page, 'Cod').check();
    await page.clock.runFor(1900);
    await expect(row(page, 'Shrimp').getByText('Shrimp')).toHaveCSS('text-decoration-line', 'line-through');
    await page.clock.runFor(300);
    for (const name of ['Shrimp', 'Cod']) await expect(itemBox(page, name)).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: '3 items in the basket, 127 left' })).toBeAttached();
    for (const name of ['Crab', 'Tuna Steaks']) await itemBox(page, name).check();
    await page.clock.runFor(REST);
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
  '[L14] [D7] the screen stays on during Shop mode; at rest after the last tick it offers Clear checked and Done',
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
    await page.clock.runFor(1900);
    await expect(finish).toBeHidden();
    await expect(itemBox(page, 'Potato Salad')).toBeVisible();
    await page.clock.runFor(300);
    await expect(finish).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(button(page, 'Done')).toBeFocused();
    await button(page, 'Done').click();
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

clockTest(
  '[L14] the basket gives a ticked item back, and it stays in place until the list is at rest',
  async ({ page }) => {
    for (const name of ['Salmon', 'Milk']) await itemBox(page, name).check();
    await button(page, 'Shop mode').click();
    const basket = button(page, 'In the basket (2)');
    await expect(basket).toHaveAttribute('aria-expanded', 'false');
    await basket.click();
    await expect(itemBox(page, 'Salmon')).toBeChecked();
    await stopClock(page);
    await row(page, 'Salmon').click();
    await page.clock.runFor(1900);
    await expect(section(page, 'Seafood').getByRole('checkbox', { name: 'Salmon' })).toHaveCount(0);
    await expect(itemBox(page, 'Salmon')).not.toBeChecked();
    await page.clock.runFor(300);
    await expect(section(page, 'Seafood').getByRole('checkbox', { name: 'Salmon' })).not.toBeChecked();
    await expect(itemBox(page, 'Salmon')).toHaveCount(1);
    await expect(button(page, 'In the basket (1)')).toBeVisible();
  },
);

clockTest(
  '[L14] [D4] Undo brings a row that has left back into place; the focus moves on to the next row',
  async ({ page }) => {
    await button(page, 'Shop mode').click();
    await stopClock(page);
    for (const name of ['Cod', 'Crab']) await itemBox(page, name).press('Space');
    await page.clock.runFor(REST);
    await expect(itemBox(page, 'Crab')).toHaveCount(0);
    await expect(itemBox(page, 'Salmon')).toBeFocused();
    await button(page, 'Undo').click();
    await expect(itemBox(page, 'Crab')).toBeInViewport();
    await expect(itemBox(page, 'Crab')).not.toBeChecked();
    await expect(itemBox(page, 'Cod')).toHaveCount(0);
  },
);

test('[L14] Undo and Done stay in view at the bottom and do not cover the last row', async ({ page }) => {
  await itemBox(page, 'Milk').check();
  await button(page, 'Shop mode').click();
  for (const [width, height] of [
    [390, 844],
    [320, 640],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const at of ['end', 'start'] as const) {
      await page.evaluate((to) => window.scrollTo(0, to === 'end' ? document.documentElement.scrollHeight : 0), at);
      for (const name of ['Undo', 'Done']) {
        const box = await boxInView(button(page, name));
        expect(box.y).toBeGreaterThan(height - 80);
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      }
    }
    const last = await boxOf(page.getByText('Checklist ©'));
    expect(last.y + last.height).toBeLessThanOrEqual((await boxInView(button(page, 'Done'))).y);
  }
});

test('[L14] [L6] twenty taps at places that were read before them tick exactly those rows, between scrolls and a rest', async ({
  page,
}) => {
  await button(page, 'Shop mode').click();
  await expect(button(page, 'Done')).toBeVisible();
  const aimed: string[] = [];
  for (let tap = 0; tap < 20; tap += 1) {
    if (tap % 5 === 4) await swipeUp(page, page.getByRole('listitem').nth(aimed.length + 4), 220);
    const target = await findTarget(page, (tap * 7) % 5);
    // The pace of a shopper; the tenth tap comes after the rows of the earlier ones have left.
    await page.waitForTimeout(300 + ((tap * 211) % 600));
    await page.touchscreen.tap(target.x, target.y);
    aimed.push(target.name);
    if (tap === 9) await expect(button(page, 'In the basket (10)')).toBeAttached();
  }
  await expect(listHeading(page)).toHaveText(/ 110\sleft$/u);
  // At rest, all of them are in the basket.
  await button(page, 'In the basket (20)').click();
  const ticked = page.locator(`${ROW}[data-checked="true"]`);
  await expect(ticked).toHaveCount(20);
  const names = await ticked.locator('label').allTextContents();
  expect(new Set(names.map((name) => name.trim()))).toEqual(new Set(aimed));
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  clockTest(
    `[L14] [D3] rows fade and glide for at most 200 ms, unless motion is reduced: ${reducedMotion}`,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await button(page, 'Shop mode').click();
      await stopClock(page);
      await itemBox(page, 'Bagels').check();
      const moves = await page.evaluateHandle(countMoves);
      await page.clock.runFor(REST);
      await expect(itemBox(page, 'Bagels')).toHaveCount(0);
      const kinds = [...new Set(await moves.jsonValue())];
      expect(kinds).toEqual(reducedMotion === 'reduce' ? [] : ['opacity 120', 'transform 200']);
    },
  );
}

/** Collects the property and the milliseconds of each animation that begins. */
function countMoves(): string[] {
  const moves: string[] = [];
  // It is called with its element below.
  // oxlint-disable-next-line typescript/unbound-method
  const { animate } = Element.prototype;
  Element.prototype.animate = function animateAndCount(frames, options) {
    const animation = animate.call(this, frames, options);
    moves.push(`${Object.keys(frames ?? {}).join(' ')} ${String(animation.effect?.getTiming().duration)}`);
    return animation;
  };
  return moves;
}

/** The place of an unticked row that is on the screen. @param at which of them, from the top */
const findTarget = (
  page: Page,
  at: number,
): Promise<{ readonly name: string; readonly x: number; readonly y: number }> =>
  page.evaluate(
    ([index, rows]) => {
      const targets = [...document.querySelectorAll<HTMLElement>(`${rows}[data-checked="false"]`)].flatMap((item) => {
        const { left, top, height } = item.getBoundingClientRect();
        const [x, y] = [left + 120, top + height / 2];
        return item.contains(document.elementFromPoint(x, y))
          ? [{ name: item.querySelector('label')?.textContent.trim() ?? '', x, y }]
          : [];
      });
      const target = targets[index % targets.length];
      if (target === undefined) throw new Error('No row is on the screen');
      return target;
    },
    [at, ROW] as const,
  );

/** The box of an element, without scrolling to it. */
async function boxInView(
  element: Locator,
): Promise<{ readonly y: number; readonly width: number; readonly height: number }> {
  await expect(element).toBeInViewport({ ratio: 1 });
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not on the screen');
  return box;
}
