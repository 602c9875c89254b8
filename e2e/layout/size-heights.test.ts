/** Scrolling through three hundred items does not change the height of the list. */
import { expect, test, type Page } from '@playwright/test';
import { button, dialog } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { section } from '#e2e/steps/list.ts';
import { importFile, listFileText } from '#e2e/steps/list-file.ts';

const COUNT = 300;

test('[L6] scrolling never changes the height of the list, in the list, in Shop mode, or after it', async ({
  page,
}) => {
  await enterDemo(page);
  // Every second item of the first two thirds is ticked, so that blocks have different heights in Shop mode.
  const items = Array.from({ length: COUNT }, (_, at) => ({
    id: `i${at}`,
    name: nameOf(at),
    category: 'Alpha',
    checked: at < 200 && at % 2 === 0,
  }));
  await importFile(page, {
    text: listFileText({ listName: 'Long', items, categories: [{ id: 'Alpha', name: 'Alpha' }] }),
  });
  await expect(dialog(page, 'Account')).toBeHidden();
  // A new page: the browser has rendered only the rows on the screen.
  await page.reload();
  await expect(listHeading(page)).toHaveText(`Long (100/${COUNT} items)`);
  await expect(button(page, 'Select')).toBeVisible();
  const height = await readHeight(page);
  await scrollThrough(page);
  expect(await readHeight(page)).toBe(height);

  await button(page, 'Shop mode').click();
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

/** The height of the rows only, because the bar below them loads later. */
const readHeight = (page: Page): Promise<number> =>
  section(page, 'Alpha').evaluate((element) => element.getBoundingClientRect().height);

/**
 * Scrolls to the end and back, and paints each screen on the way. A headless browser on a busy machine may stop its frames
 * for a minute; then a timer ends the wait.
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
