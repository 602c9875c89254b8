/** Scrolling through three hundred items does not change the height of the list. */
import { expect, test } from 'vitest';
import { itemRow, categoryRow } from '#core/testing/contents.ts';
import { showList } from '#web/testing/show-list.tsx';
import { button, itemBox, listHeading, section } from '#web/testing/steps.ts';

const COUNT = 300;

test('[L6] scrolling never changes the height of the list, in the list, in Shop mode, or after it', async () => {
  // Every second item of the first two thirds is ticked, so that blocks have different heights in Shop mode.
  const items = Array.from({ length: COUNT }, (_, at) =>
    itemRow(`i${at}`, { name: nameOf(at), category: 'alpha', checked: at < 200 && at % 2 === 0 }),
  );
  await showList({ listName: 'Long', items, categories: [categoryRow('alpha', { name: 'Alpha' })] });
  await expect.element(listHeading()).toHaveTextContent(`Long (100/${COUNT} items)`);
  await expect.element(button('Select')).toBeVisible();
  const height = readHeight();
  await scrollThrough();
  expect(readHeight()).toBe(height);

  await button('Shop mode').click();
  await expect.element(itemBox(nameOf(0))).not.toBeInTheDocument();
  const shopHeight = readHeight();
  await scrollThrough();
  expect(readHeight()).toBe(shopHeight);

  await button('Done').click();
  await expect.element(button('Select')).toBeVisible();
  expect(readHeight()).toBe(height);
  await scrollThrough();
  expect(readHeight()).toBe(height);
});

const nameOf = (at: number): string => `Thing ${String(at).padStart(3, '0')}`;

/** The height of the rows only, because the bar below them loads later. */
const readHeight = (): number => section('Alpha').element().getBoundingClientRect().height;

/** Scrolls to the end and back, and paints each screen on the way. */
async function scrollThrough(): Promise<void> {
  const steps = Math.ceil(document.documentElement.scrollHeight / 700);
  for (let step = 0; step < 2 * steps; step += 1) {
    window.scrollBy(0, step < steps ? 700 : -700);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
}
