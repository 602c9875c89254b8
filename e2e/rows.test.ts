/** Rows as they are kept by hand: they stand once, agree with the list, and move only when something happened. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { button, field, dialog, pressInMenu } from './steps/controls.ts';
import { enterDemo, itemBox, listHeading } from './steps/enter-demo.ts';
import { row } from './steps/list.ts';

test('[Y8] who comes in anew in another tab, by another name of the same account, finds every row once, and each ticks', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(listHeading(other)).toBeVisible();
  await itemBox(page, 'Apples').evaluate((box) => box.setAttribute('data-old', ''));
  await other.evaluate(() => {
    const user: unknown = JSON.parse(localStorage.getItem('user') ?? '');
    localStorage.setItem('user', JSON.stringify(Object.assign({}, user, { username: 'another' })));
  });
  await expect(page.locator('[data-old]')).toHaveCount(0);
  await expect(page.locator('input[data-item]')).toHaveCount(130);
  await row(page, 'Bananas').click();
  await expect(itemBox(page, 'Bananas')).toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (1/130)');
});

test('[L7] a box that a browser restored to another state than the list’s agrees with it after the next press', async ({
  page,
}) => {
  await enterDemo(page);
  await itemBox(page, 'Apples').evaluate((box) => box instanceof HTMLInputElement && (box.checked = true));
  await itemBox(page, 'Apples').press('Space');
  await expect(itemBox(page, 'Apples')).toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (1/130)');
  await itemBox(page, 'Apples').press('Space');
  await expect(itemBox(page, 'Apples')).not.toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (0/130)');
});

test('[L7] rows tick and go where the parts around the list cannot be fetched', async ({ page }) => {
  await page.route('**/assets/later-parts-*.js', (route) => route.abort());
  await page.goto('/');
  await button(page, 'Try Demo').click();
  await button(page, 'Sign In').click();
  await row(page, 'Apples').click();
  await expect(itemBox(page, 'Apples')).toBeChecked();
  await row(page, 'Bananas').hover();
  await button(page, 'Delete Bananas').click();
  await expect(itemBox(page, 'Bananas')).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('My List (1/129)');
});

test('[D3] a tick moves once: not again after Shop mode, nor when its item gets another name and place', async ({
  page,
}) => {
  await enterDemo(page);
  const readMoves = await countTickMoves(page);
  for (const name of ['Apples', 'Bananas']) await itemBox(page, name).check();
  await expect.poll(readMoves).toBe(2);
  await pressInMenu(page, 'Shop mode');
  await expect(itemBox(page, 'Apples')).toHaveCount(0);
  await button(page, 'Leave shop mode').click();
  expect(await readMoves()).toBe(2);
  await itemBox(page, 'Apples').press('F2');
  await field(dialog(page, 'Edit Item'), 'Name').fill('Zucchini for soup');
  await page.keyboard.press('Enter');
  await expect(itemBox(page, 'Zucchini for soup')).toBeChecked();
  expect(await readMoves()).toBe(2);
});

test('[L7] under a mouse the pencil darkens; where there is none, nothing changes colour', async ({
  page,
  isMobile,
}) => {
  await enterDemo(page);
  const control = button(page, isMobile ? 'Delete Bagels' : 'Edit Bagels');
  const color = (): Promise<string> => control.evaluate((element) => getComputedStyle(element).color);
  await itemBox(page, 'Bagels').hover();
  const before = await color();
  await control.hover();
  expect((await color()) === before).toBe(isMobile);
});

/** Counts the ticks that begin to move; the result tells how many have by now. */
async function countTickMoves(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const count = ({ pseudoElement }: AnimationEvent): void => {
      if (pseudoElement) dataset['moves'] = String(Number(dataset['moves'] ?? 0) + 1);
    };
    window.addEventListener('animationstart', count);
  });
  return () =>
    page.evaluate(async () => {
      // By then what begins has begun.
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
      return Number(document.documentElement.dataset['moves'] ?? 0);
    });
}
