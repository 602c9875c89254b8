/** The network goes in the very first moment, before the app is on the device: said in the spec's words, with a way on. */
import { expect, test } from '@playwright/test';
import { button } from './steps/controls.ts';
import { itemBox, listHeading } from './steps/enter-demo.ts';

// As at the very first visit, when nothing has been kept yet.
test.use({ serviceWorkers: 'block' });

test('[spec-8] [W3] a demo that could not be fetched says so, and opens at the next try when the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await button(page, 'Try Demo').click();
  await context.setOffline(true);
  await button(page, 'Sign In').click();
  await expect(page.getByText('Demo login failed. Please try again.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('main').getByRole('button').click();
  await button(page, 'Try Demo').click();
  await button(page, 'Sign In').click();
  await expect(listHeading(page)).toHaveText('My List (0/130)');
  await itemBox(page, 'Bagels').check();
  await expect(listHeading(page)).toHaveText('My List (1/130)');
});

test('[A1] with the parts around the list still on their way, and the network gone, one can tick and nothing breaks', async ({
  page,
  context,
}) => {
  await page.route(/later-parts/, (route) => route.abort());
  await page.goto('/');
  await button(page, 'Try Demo').click();
  await button(page, 'Sign In').click();
  await expect(listHeading(page)).toHaveText('My List (0/130)');
  await context.setOffline(true);
  await itemBox(page, 'Bagels').check();
  await expect(listHeading(page)).toHaveText('My List (1/130)');
  await page.unroute(/later-parts/);
  await context.setOffline(false);
  await page.reload();
  await expect(itemBox(page, 'Bagels')).toBeChecked();
  await expect(button(page, 'Undo')).toBeEnabled();
});
