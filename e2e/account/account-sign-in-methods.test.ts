/** Sign-in when something is slow, missing or canceled: no screen is a dead end (product Y6, W5). */
import { expect, test, type Page } from '@playwright/test';
import { fillEntry, inventAccount } from '#e2e/steps/account.ts';
import { boxOf, button } from '#e2e/steps/controls.ts';

// Its requests would bypass the routes below.
test.use({ serviceWorkers: 'block' });

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('[A3] [Y6] after returning from the provider with Back, its button works again', async ({ page }) => {
  await page.route('**/auth/v1/settings', (route) => route.fulfill({ json: { external: { google: true } } }));
  // The provider's page does not load, so the browser stays on this page.
  await page.route('**/auth/v1/authorize?*', (route) => route.fulfill({ status: 204 }));
  await page.goto('/');
  const google = button(page, 'Continue with Google');
  // The app's form: it replaces the one that the page shows until the app has loaded.
  const submit = page.locator('#app').getByRole('button', { name: 'Sign In', exact: true });
  const before = await boxOf(submit);
  await google.click();
  // It appeared after the form and did not move it.
  expect(await boxOf(submit)).toEqual(before);
  await expect(google).toBeDisabled();
  // The event for a page that is restored from the back-forward cache.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(google).toBeEnabled();
});

test('[A3] a captcha that the backend requires appears even if the settings could not be read at first', async ({
  page,
}) => {
  let isBroken = true;
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    const config: unknown = await answer.json();
    await route.fulfill({ json: Object.assign({}, config, { captcha: { provider: 'turnstile', siteKey: 'key' } }) });
  });
  await page.route('**/auth/v1/settings', (route) =>
    isBroken ? route.fulfill({ status: 503 }) : route.fulfill({ json: { external: {} } }),
  );
  await page.route('https://challenges.cloudflare.com/**', (route) => route.abort());
  await page.route('**/auth/v1/token?*', (route) => {
    isBroken = false;
    return route.fulfill({ status: 400, json: { code: 400, error_code: 'captcha_failed', msg: 'captcha protection' } });
  });
  const asked = page.waitForResponse('**/auth/v1/settings');
  await page.goto('/');
  await asked;
  const check = page.getByRole('group', { name: 'Security check' });
  await expect(button(page, 'Sign In')).toBeVisible();
  await expect(check).toHaveCount(0);
  await fillEntry(page, inventAccount());
  await expect(page.getByRole('alert').filter({ hasText: 'complete the security check' })).toBeVisible();
  await expect(check).toBeVisible();
});

test('[A2] [Y6] a link without an answer can be left, and a late answer has no effect', async ({ page }) => {
  const isLetThrough = Promise.withResolvers<undefined>();
  await page.route('**/backend-*.js', async (route) => {
    await isLetThrough.promise;
    await route.continue();
  });
  await page.goto('/?code=00000000-0000-4000-8000-000000000000');
  await expect(title(page)).toHaveText('One Moment');
  await button(page, 'Back to Sign In').click();
  await expect(title(page)).toHaveText('Sign In');
  const answered = page.waitForResponse('**/auth/v1/settings');
  isLetThrough.resolve(undefined);
  await answered;
  // Long enough for the late answer to replace the screen, if it did that.
  await page.waitForTimeout(500);
  await expect(title(page)).toHaveText('Sign In');
});
