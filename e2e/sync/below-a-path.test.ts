/** The app under a path of its host (BASE_PATH), on two devices, and offline. */
import { expect, type Browser, type Page } from '@playwright/test';
import { ownServerTest as test } from '#e2e/fixtures/own-server.ts';
import { untilKeptOffline } from '#e2e/fixtures/service-worker.ts';
import { expectList, fillEntry, inventAccount, signIn, signUp } from '#e2e/steps/account.ts';
import { button, dialog, field } from '#e2e/steps/controls.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { createList, invite } from '#e2e/steps/lists.ts';

test.use({ ownSettings: { BASE_PATH: '/checklist' } });

/** Opens an empty device, and records its requests and their paths. */
async function openDevice(
  browser: Browser,
  address: string,
): Promise<{ readonly page: Page; readonly outside: readonly string[] }> {
  const context = await browser.newContext({ baseURL: address });
  const outside: string[] = [];
  context.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && pathname !== '/' && !pathname.startsWith('/checklist/')) outside.push(pathname);
  });
  return { page: await context.newPage(), outside };
}

test('[P10] two devices share one account under a path, and a device reloads without the server', async ({
  browser,
  server,
}) => {
  const [one, two] = [await openDevice(browser, server.address), await openDevice(browser, server.address)];
  const account = inventAccount();
  // Opening the host leads to the app.
  await signUp(one.page, account);
  expect(one.page.url()).toBe(`${server.address}/checklist/`);
  await addItem(one.page, 'Milk');
  await signIn(two.page, account);
  await expect(itemBox(two.page, 'Milk')).toBeVisible();
  // The socket delivers this one.
  await addItem(two.page, 'Bread');
  await expect(itemBox(one.page, 'Bread')).toBeVisible();

  await untilKeptOffline(one.page);
  expect(await one.page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(
    `${server.address}/checklist/`,
  );
  await server.stop();
  await one.page.reload();
  await expect(itemBox(one.page, 'Bread')).toBeVisible();
  await itemBox(one.page, 'Milk').click();
  await one.page.goto(`${server.address}/checklist/site/help/`);
  await expect(one.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await one.page.evaluate(() => [...document.styleSheets].some(({ cssRules }) => cssRules.length > 0))).toBe(
    true,
  );
  await one.page.getByRole('link', { name: 'Open the list' }).first().click();
  await expect(itemBox(one.page, 'Milk')).toBeChecked();
  await server.start();
  // The app checks the connection when it becomes visible, and otherwise waits longer after each failure.
  for (const { page } of [one, two])
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await expect(itemBox(two.page, 'Milk')).toBeChecked();
  expect([one.outside, two.outside]).toEqual([[], []]);
  await Promise.all([one.page.context().close(), two.page.context().close()]);
});

test('[P10] [H3] an invitation link leads under the path', async ({ browser, server }) => {
  const [ann, ben] = [await openDevice(browser, server.address), await openDevice(browser, server.address)];
  await signUp(ann.page, inventAccount());
  await createList(ann.page, 'Groceries');
  const link = await invite(ann.page, 'Groceries', 'Anna');
  expect(link).toMatch(new RegExp(`^${server.address}/checklist/#join=`, 'u'));
  await ben.page.goto(link);
  await button(ben.page, 'Create an account').click();
  await fillEntry(ben.page, inventAccount());
  await expectList(ben.page);
  await field(dialog(ben.page, 'Invitation'), 'Your name').fill('Ben');
  await button(dialog(ben.page, 'Invitation'), 'Join').click();
  await expect(button(listHeading(ben.page), 'Groceries')).toBeVisible();
  expect([ann.outside, ben.outside]).toEqual([[], []]);
  await Promise.all([ann.page.context().close(), ben.page.context().close()]);
});
