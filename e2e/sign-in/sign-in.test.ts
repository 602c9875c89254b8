/** The demo without a network, and what a new visitor sees first. */
import { expect, test } from '@playwright/test';
import { button, field, pressInMenu } from '#e2e/steps/controls.ts';
import { listHeading } from '#e2e/steps/enter-demo.ts';
import { untilKeptOffline } from '#e2e/fixtures/service-worker.ts';

// Some tests start the app offline.
test.use({ serviceWorkers: 'allow' });

for (const mode of ['Create Account', 'Sign In']) {
  test(`[W3] Try Demo fills in both fields and stays in '${mode}'; the next press opens the demo`, async ({
    page,
    context,
  }) => {
    await page.goto('/');
    if (mode === 'Create Account') await button(page, "Don't have an account? Sign up").click();
    await button(page, 'Try Demo').click();
    await expect(field(page, 'Email')).toHaveValue('demo');
    await expect(field(page, 'Password')).toHaveValue('demo');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode);
    await expect(page.getByRole('status').filter({ hasText: 'Press Open demo to start.' })).toBeVisible();
    await expect(button(page, mode)).toHaveCount(0);
    await untilKeptOffline(page);
    await context.setOffline(true);
    await button(page, 'Open demo').click();
    await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  });
}

test('[W2] [spec-5] [spec-4] demo and the fixed address open the demo from both forms without a network, and Logout leads back', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(button(page, 'Sign In')).toBeVisible();
  await untilKeptOffline(page);
  await context.setOffline(true);
  for (const email of ['demo', ' DEMO@checklist.example ']) {
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill('demo');
    await field(page, 'Password').press('Enter');
    await expect(listHeading(page)).toHaveText('My List (0/130 items)');
    await expect(page.getByText('Offline Mode', { exact: true })).toBeVisible();
    await pressInMenu(page, 'Logout');

    await button(page, "Don't have an account? Sign up").click();
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill('demo');
    await button(page, 'Open demo').click();
    await expect(listHeading(page)).toHaveText('My List (0/130 items)');
    await pressInMenu(page, 'Logout');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
    await expect(field(page, 'Password')).toHaveValue('');
  }
  await page.reload();
  await expect(button(page, 'Sign In')).toBeVisible();
});

test('[W5] a new visitor sees the greeting or the card before the app loads; signed-in users and links do not', async ({
  page,
}) => {
  // The text is in both.
  const greeting = page.getByText('One thumb, no signal, nothing lost.').filter({ visible: true });
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const address of ['/', '/?utm_source=a-friend', '/?do=add']) {
    await page.goto(address);
    await expect(greeting).toBeVisible();
  }
  for (const address of ['/?code=abc', '/?x=1&error=y', '/#access_token=abc', '/?sb_flow_id=1', '/#message=m']) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(greeting).toBeHidden();
  }
  await page.goto('about:blank');
  await page.goto('/');
  await expect(greeting).toBeVisible();
  await page.evaluate(() => localStorage.setItem('user', '{"id":"ann","username":"ann@example.com","password":""}'));
  await page.reload();
  await expect(greeting).toBeHidden();
});
