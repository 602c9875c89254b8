/** The network is lost or slow on the first visit, before the app is cached: the screen explains it and offers a next step. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { itemBox, listHeading } from '#e2e/steps/enter-demo.ts';

// As on the first visit, when nothing is cached.
test.use({ serviceWorkers: 'block' });

test('[spec-8] [W3] a demo that could not be downloaded says so, and opens when the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await button(page, 'Try Demo').click();
  await context.setOffline(true);
  await button(page, 'Open demo').click();
  await expect(page.getByText('Demo login failed. Please try again.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('main').getByRole('button').click();
  await button(page, 'Try Demo').click();
  await button(page, 'Open demo').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await itemBox(page, 'Bagels').check();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
});

test('[A1] [L7] without a network, rows can be ticked and deleted even if the deferred parts are not downloaded yet', async ({
  page,
  context,
}) => {
  await page.route(/deferred-parts/, (route) => route.abort());
  await page.goto('/');
  await button(page, 'Try Demo').click();
  await button(page, 'Open demo').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await context.setOffline(true);
  await itemBox(page, 'Bagels').check();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await button(page, 'Delete Bananas').click();
  await expect(itemBox(page, 'Bananas')).toHaveCount(0);
  await expect(listHeading(page)).toHaveText('My List (1/129 items)');
  await page.unroute(/deferred-parts/);
  await context.setOffline(false);
  await page.reload();
  await expect(itemBox(page, 'Bagels')).toBeChecked();
  await expect(button(page, 'Undo')).toBeEnabled();
});

test('[W5] after the sign-in screen, the greeting does not return while the list opens', async ({ page }) => {
  const held = Promise.withResolvers<null>();
  await page.route(/\/core-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/');
  await button(page, 'Try Demo').click();
  await button(page, 'Open demo').click();
  await expect(button(page, 'Open demo')).toHaveCount(0);
  await expect(page.locator('#app')).toBeEmpty();
  await expect(greeting(page)).toBeHidden();
  held.resolve(null);
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[W5] [spec-8] a sign-in screen that cannot be downloaded shows only an error, without the greeting or the card', async ({
  page,
}) => {
  const script = /signed-out.*\.js/;
  await page.route(script, (route) => route.abort());
  await page.goto('/');
  await expect(button(page, 'Reload')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
  await expect(greeting(page)).toBeHidden();
  await page.unroute(script);
  await button(page, 'Reload').click();
  await expect(button(page, 'Try Demo')).toBeVisible();
});

test('[W5] a sign-in card without its styles is not shown', async ({ page }) => {
  await page.route(/signed-out/, (route) => route.abort());
  // The error of the app would replace the card.
  await page.route(/\/index-.*\.js/, (route) => route.abort());
  await page.goto('/');
  // first-screen.js has run, because the load event waits for it.
  await page.waitForTimeout(500);
  await expect(greeting(page)).toBeVisible();
  await expect(button(page, 'Try Demo')).toBeHidden();
});

test('[W5] a link, also after a reload, shows no greeting while its screen loads', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const address of ['/?code=abc', '/#error=access_denied']) {
    await page.goto(address);
    await expect(greeting(page)).toBeHidden();
  }
  // As the app stores it.
  await page.evaluate(() => history.replaceState('?code=abc', '', '/'));
  await page.reload();
  await expect(greeting(page)).toBeHidden();
});

test('[W5] unreadable preferences do not show the greeting to a signed-in user', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(greeting(page)).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('user', JSON.stringify({ id: 'ann', username: 'ann' }));
    localStorage.setItem('checklist.preferences', '{');
  });
  await page.reload();
  await expect(greeting(page)).toBeHidden();
});

/** The text is in the greeting and in the card that replaces it. */
const greeting = (page: Page): Locator =>
  page.getByText('One thumb, no signal, nothing lost.').filter({ visible: true });
