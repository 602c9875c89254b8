/** A list of three hundred items is as high before one scrolls through it as after: nothing moves under the thumb. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { button, dialog, pressInMenu } from './steps/controls.ts';
import { enterDemo, itemBox, listHeading } from './steps/enter-demo.ts';
import { section } from './steps/list.ts';
import { bringIn, listFileText } from './steps/list-file.ts';

const COUNT = 300;

test('[L6] no scrolling changes the height of the list, in the list, in Shop mode, and back from it', async ({
  page,
}) => {
  await enterDemo(page);
  // Every second one of the first two thirds is ticked: in Shop mode the blocks of rows are of different heights.
  const items = Array.from({ length: COUNT }, (_, at) => ({
    id: `i${at}`,
    name: nameOf(at),
    category: 'Alpha',
    checked: at < 200 && at % 2 === 0,
  }));
  await bringIn(page, {
    text: listFileText({ listName: 'Long', items, categories: [{ id: 'Alpha', name: 'Alpha' }] }),
  });
  await expect(dialog(page, 'Account')).toBeHidden();
  // Afresh: the browser has seen no row yet but those on the screen.
  await page.reload();
  await expect(listHeading(page)).toHaveText(`Long (100/${COUNT} items)`);
  await expect(button(page, 'Select')).toBeVisible();
  const height = await readHeight(page);
  await scrollThrough(page);
  expect(await readHeight(page)).toBe(height);

  await pressInMenu(page, 'Shop mode');
  await expect(itemBox(page, nameOf(0))).toHaveCount(0);
  const shopHeight = await readHeight(page);
  await scrollThrough(page);
  expect(await readHeight(page)).toBe(shopHeight);

  await button(page, 'Done').click();
  await expect(button(page, 'Select')).toBeVisible();
  expect(await readHeight(page)).toBe(height);
  await scrollThrough(page);
  expect(await readHeight(page)).toBe(height);
});

const nameOf = (at: number): string => `Thing ${String(at).padStart(3, '0')}`;

/** Of the rows alone: the bar below them comes when it comes. */
const readHeight = (page: Page): Promise<number> =>
  section(page, 'Alpha').evaluate((element) => element.getBoundingClientRect().height);

/**
 * To the end and back, each screen painted on the way. A headless browser on a busy machine sometimes stops its frames for a
 * whole minute; the timer then ends the wait.
 */
const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = (): Promise<unknown> =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 500);
      });
    const steps = Math.ceil(document.documentElement.scrollHeight / 700);
    for (let step = 0; step < 2 * steps; step += 1) {
      window.scrollBy(0, step < steps ? 700 : -700);
      await nextFrame();
      await nextFrame();
    }
  });
