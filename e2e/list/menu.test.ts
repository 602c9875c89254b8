/** The header and its menu: connection, public pages, installation, theme, logging out (spec section 2). */
import { expect, test } from '@playwright/test';
import { button, dialog, pressInMenu } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';

// Some tests start the app offline.
test.use({ serviceWorkers: 'allow' });

test.beforeEach(async ({ page }) => enterDemo(page));

test('[spec-2] the header shows the connection, and the footer the version', async ({ page, context }) => {
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: /^Offline Mode$/ })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByRole('contentinfo').or(page.locator('footer'))).toHaveText('Checklist © 2025 • v1.0.1');
  await expect(page).toHaveTitle('My List · Checklist');
});

test('[W4] the product site, Help, About Us and Changelog open in a new tab without access to the opener', async ({
  page,
  context,
}) => {
  for (const [name, path] of [
    ['Product Site', '/site/'],
    ['Help', '/site/help/'],
    ['About Us', '/site/about/'],
    ['Changelog', '/site/changelog/'],
  ] as const) {
    await button(page, 'Menu').click();
    const link = page.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /\bnoopener\b/);
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await expect(tab).toHaveURL(path);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await tab.evaluate(() => window.opener === null)).toBe(true);
    await tab.close();
    await expect(button(page, 'Logout')).toBeHidden();
  }
});

test('[W4] the public pages open without a network', async ({ page, context }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await context.setOffline(true);
  for (const path of ['/site/', '/site/help/', '/site/about/', '/site/changelog/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('[D5] Add to Homescreen explains the steps if the browser has no install prompt', async ({ page }) => {
  await pressInMenu(page, 'Add to Homescreen');
  await expect(dialog(page, 'Add to Homescreen').getByRole('listitem')).toHaveText([
    'Open your browser’s menu.',
    'Choose “Install app” or “Add to home screen”.',
    'Checklist then opens like any other app, even offline.',
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'Menu')).toBeFocused();
});

test('[D5] Add to Homescreen uses the browser’s install prompt once, if there is one', async ({ page }) => {
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        document.documentElement.dataset['prompted'] = 'yes';
        return Promise.resolve();
      },
    });
    window.dispatchEvent(offer);
  });
  await pressInMenu(page, 'Add to Homescreen');
  await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pressInMenu(page, 'Add to Homescreen');
  await expect(dialog(page, 'Add to Homescreen')).toBeVisible();
});

test('[D3] the theme follows the device until the user chooses one, and the choice survives a reload', async ({
  page,
}) => {
  const ground = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('background-color'));
  const lightness = async (): Promise<number> => Number(/(?<light>[\d.]+)/.exec(await ground())?.groups?.['light']);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(lightness).toBeGreaterThan(0.9);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(lightness).toBeLessThan(0.3);

  await pressInMenu(page, 'Account');
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect.poll(lightness).toBeGreaterThan(0.9);
  await page.reload();
  await expect(listHeading(page)).toBeVisible();
  await expect.poll(lightness).toBeGreaterThan(0.9);
  await page.emulateMedia({ colorScheme: 'light' });
  await pressInMenu(page, 'Account');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(lightness).toBeLessThan(0.3);
  await page.getByRole('radio', { name: 'System' }).check();
  await expect.poll(lightness).toBeGreaterThan(0.9);
});

test('[Y9] [spec-4] logging out leads to the sign-in screen and keeps the demo’s list', async ({ page }) => {
  await itemBox(page, 'Bananas').check();
  await pressInMenu(page, 'Logout');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await expect(page).toHaveTitle('Checklist');
  await page.reload();
  await button(page, 'Try Demo').click();
  await button(page, 'Open demo').click();
  await expect(itemBox(page, 'Bananas')).toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
});
