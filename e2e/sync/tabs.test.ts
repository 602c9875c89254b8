/** Two tabs of one account show one list, whichever tab acts first. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { button, dialog, field, pressAndConfirm, pressInMenu } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { readScreen, renameItem, row } from '#e2e/steps/list.ts';
import { TICK } from '#web/ui/marks.ts';

test('[Y8] changes in one tab appear in the other', async ({ page, context }) => {
  const { one, two } = await openTwo(page, context);
  await row(one, 'Milk').click();
  await expect(itemBox(two, 'Milk')).toBeChecked();
  await addItem(two, 'Zander', 'Seafood');
  await expect(itemBox(one, 'Zander')).toBeAttached();
  await button(one, 'Delete Zander').click();
  await expect(itemBox(two, 'Zander')).toHaveCount(0);
  await button(two, 'Save List').click();
  await field(dialog(two, 'Save List'), 'Name of the saved list').fill('Shared');
  await button(dialog(two, 'Save List'), 'Save').click();
  await expect(listHeading(one)).toHaveText('Shared (1/130 items)');
  await button(one, 'Load Saved List').click();
  await expect(button(one, 'Load Shared')).toBeVisible();
  await button(two, 'Add Category').click();
  await field(dialog(two, 'Add New Category'), 'Category name').fill('Zoo');
  await button(dialog(two, 'Add New Category'), 'Add').click();
  await button(dialog(one, 'Saved Lists'), 'Close').click();
  await expect(groupButton(one, 'Zoo')).toBeVisible();
  await expectSame(one, two);
});

test('[D4] a focused row keeps the focus when the other tab moves it', async ({ page, context }) => {
  const { one, two } = await openTwo(page, context);
  await itemBox(one, 'Carrots').focus();
  await renameItem(two, 'Carrots', 'Acorns');
  await expect(itemBox(one, 'Acorns')).toBeFocused();
});

test('[Y8] undo in one tab reverts a change of the other, and both share one history', async ({ page, context }) => {
  const { one, two } = await openTwo(page, context);
  await row(one, 'Milk').click();
  await expect(itemBox(two, 'Milk')).toBeChecked();
  await button(two, 'Undo').click();
  await expect(itemBox(one, 'Milk')).not.toBeChecked();
  await expect(button(one, 'Undo')).toBeDisabled();
  await button(one, 'Redo').click();
  await expect(itemBox(two, 'Milk')).toBeChecked();
  await expectSame(one, two);
});

test('[Y8] many interleaved changes leave both tabs, and a third one opened later, with the same list', async ({
  page,
  context,
}) => {
  const { one, two } = await openTwo(page, context);
  // The tabs do not wait for each other.
  await Promise.all([tickMany(one, 0), tickMany(two, 1), tickMany(one, 2), tickMany(two, 0)]);
  // Both ticked the same twelve; the other 24 have one tick each.
  await expect.poll(() => countTicked(one)).toBeGreaterThanOrEqual(24);
  await expectSame(one, two);
  const three = await context.newPage();
  await three.goto('/');
  await expectSame(one, three);
});

test('[Y8] both tabs change the same item at the same time, and agree with each other and the disk', async ({
  page,
  context,
}) => {
  const { one, two } = await openTwo(page, context);
  for (const name of ['Milk', 'Bread', 'Soup', 'Coffee', 'Rice']) {
    for (const tab of [one, two]) await expect(itemBox(tab, name)).toBeAttached();
    await Promise.all([clickNow(one, name, 'tick'), clickNow(two, name, 'delete'), clickNow(one, name, 'tick')]);
  }
  await expect(listHeading(one)).toHaveText('My List (0/125 items)');
  await expectSame(one, two);
  await one.reload();
  await expect(listHeading(one)).toHaveText('My List (0/125 items)');
  await expectSame(one, two);
});

test('[Y8] one tab restores the default list while the other ticks', async ({ page, context }) => {
  const { one, two } = await openTwo(page, context);
  await pressAndConfirm(one, 'Create New Empty List', 'Create');
  await expect(listHeading(two)).toHaveText('New List (0/0 items)');
  await Promise.all([pressAndConfirm(one, 'Restore Default List', 'Restore'), addItem(two, 'Zander', 'Seafood')]);
  await expect(listHeading(two)).toContainText('My List');
  await tickMany(two, 0);
  await expect.poll(() => countTicked(two)).toBe(12);
  await expectSame(one, two);
  await two.reload();
  await expectSame(one, two);
});

test('[Y8] a tab that was in the background shows the current list when it becomes visible', async ({
  page,
  context,
}) => {
  const { one, two } = await openTwo(page, context);
  // Leave the app and return: the page is restored from the back-forward cache or loaded again.
  await two.goto('/site/help/');
  await row(one, 'Milk').click();
  await button(one, 'Delete Eggs').click();
  await two.goBack();
  await expect(listHeading(two)).toHaveText('My List (1/129 items)');
  await expectSame(one, two);
});

test('[Y8] signing out in one tab signs out all tabs, and signing in again signs in all', async ({ page, context }) => {
  const { one, two } = await openTwo(page, context);
  await row(one, 'Milk').click();
  await pressInMenu(one, 'Logout');
  await expect(two.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await button(two, 'Try Demo').click();
  await button(two, 'Open demo').click();
  await expect(listHeading(one)).toContainText('My List');
  await expectSame(one, two);
});

async function openTwo(one: Page, context: BrowserContext): Promise<{ readonly one: Page; readonly two: Page }> {
  await enterDemo(one);
  const two = await context.newPage();
  await two.goto('/');
  await expect(listHeading(two)).toHaveText('My List (0/130 items)');
  return { one, two };
}

/** Waits until both screens show the same list. */
const expectSame = (one: Page, two: Page): Promise<void> =>
  expect(async () => expect(await readScreen(one)).toEqual(await readScreen(two))).toPass();

/** Ticks every fourth of the first 48 items, as fast as the page can. */
async function tickMany(page: Page, first: number): Promise<void> {
  await expect.poll(() => page.locator(TICK).count()).toBeGreaterThanOrEqual(48);
  await page.evaluate(
    async ([start, tick]) => {
      const boxes = [...document.querySelectorAll<HTMLInputElement>(tick)];
      for (const box of boxes.filter((_, at) => at % 4 === start).slice(0, 12)) {
        box.click();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    [first, TICK] as const,
  );
}

/** The ticked items, as the heading counts them. */
const countTicked = async (page: Page): Promise<number> =>
  Number(/\((\d+)\//u.exec((await listHeading(page).textContent()) ?? '')?.[1]);

const clickNow = (page: Page, name: string, what: 'tick' | 'delete'): Promise<void> =>
  page.evaluate(
    ([itemName, control]) => {
      const label = [...document.querySelectorAll('li label')].find((text) => text.textContent.trim() === itemName);
      const box = label?.querySelector<HTMLInputElement>('input');
      const remove = document.querySelector<HTMLButtonElement>(`button[aria-label="Delete ${itemName}"]`);
      (control === 'tick' ? box : remove)?.click();
    },
    [name, what] as const,
  );
