/** A visitor sees the sign-in card before the app's scripts have run, and can use it. */
import { expect, test, type Page } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { listHeading } from '#e2e/steps/enter-demo.ts';

// As on the first visit, when nothing is cached.
test.use({ serviceWorkers: 'block' });

/** Opens the page without its app. `release` lets the app start, and `startApp` also waits until it has taken over from the card. */
async function openWithoutApp(
  page: Page,
  path = '/',
): Promise<{ readonly release: () => void; readonly startApp: () => Promise<void> }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  const startApp = async (): Promise<void> => {
    release();
    await expect(page.locator('#app h1')).toBeVisible();
    await expect(page.locator('#first-screen')).toBeEmpty();
  };
  return { release, startApp };
}

for (const { screen, viewport } of [
  { screen: 'on a phone', viewport: { width: 390, height: 844 } },
  { screen: 'on a desktop', viewport: { width: 1280, height: 800 } },
]) {
  test.describe(screen, () => {
    test.use({ viewport });

    test('the app replaces the card without moving anything', async ({ page }) => {
      const { startApp } = await openWithoutApp(page);
      await expect(button(page, 'Try Demo')).toBeVisible();
      const before = await readPlaces(page);
      expect(before.length).toBeGreaterThan(10);
      await startApp();
      expect(await readPlaces(page)).toEqual(before);
    });
  });
}

/** The texts and positions of everything that is shown. */
const readPlaces = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body :is(h1, p, label, input, button, footer, img)')]
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect().toJSON() as DOMRect }))
      .filter(({ box }) => box.width > 1 && box.height > 1),
  );

test('[W3] text that was typed and a button that was pressed on the card reach the app', async ({ page }) => {
  const { startApp } = await openWithoutApp(page);
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.getByLabel('Email').focus();
  await startApp();
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret');
  await expect(page.getByLabel('Email')).toBeFocused();

  const { startApp: startAgain } = await openWithoutApp(page);
  await button(page, 'Try Demo').click();
  await startAgain();
  await expect(page.getByLabel('Email')).toHaveValue('demo');

  // One after the other: the second press uses what the first one filled in.
  const { release } = await openWithoutApp(page);
  await button(page, 'Try Demo').click();
  await button(page, 'Sign In').click();
  release();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('text that was typed on the card after a press is kept', async ({ page }) => {
  const { startApp } = await openWithoutApp(page);
  await button(page, 'Try Demo').click();
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await startApp();
  await expect(button(page, 'Sign In')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret');
});

test('a form that a password manager submits waits for the app, and the page stays open', async ({ page }) => {
  const { release } = await openWithoutApp(page);
  await page.getByLabel('Email').fill('demo');
  await page.getByLabel('Password', { exact: true }).fill('demo');
  const startedAt = await page.evaluate(() => performance.timeOrigin);
  await page.getByLabel('Email').evaluate((field: HTMLInputElement) => field.form?.requestSubmit());
  release();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(startedAt);
});

test('Enter on the card signs in when the app has started, without leaving the page', async ({ page }) => {
  const { release } = await openWithoutApp(page);
  await page.getByLabel('Email').fill('demo');
  await page.getByLabel('Password', { exact: true }).fill('demo');
  const startedAt = await page.evaluate(() => performance.timeOrigin);
  await page.keyboard.press('Enter');
  release();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(startedAt);
});

test('a start by a shortcut shows the greeting and no card', async ({ page }) => {
  await openWithoutApp(page, '/?do=add');
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/first-screen.js`).length > 0);
  await page.waitForTimeout(300);
  await expect(page.locator('#first-screen')).toBeEmpty();
  await expect(page.locator('.greeting')).toBeVisible();
});
