/** The header and its menu: the connection, the public pages and the theme (spec section 2). */
import { expect, test } from '@playwright/test';
import { button, pressInMenu } from '#e2e/steps/controls.ts';
import { enterDemo, listHeading } from '#e2e/steps/enter-demo.ts';

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
