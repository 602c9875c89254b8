/** Expired and ended sessions: offline they change nothing; if the backend ended the session, the user signs in again. */
import { expect, type Page } from '@playwright/test';
import { signIn } from '#e2e/steps/account.ts';
import { lookBehind } from '#e2e/fixtures/backend.ts';
import { devicesTest as test, setOffline } from '#e2e/fixtures/devices.ts';
import { addItem, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { untilKeptOffline } from '#e2e/fixtures/service-worker.ts';
import { countOnItsWay, expectSaved } from '#e2e/checks/sync-status.ts';
import { button } from '#e2e/steps/controls.ts';
import { readStored, untilStored } from '#e2e/steps/first-screen.ts';

// The app starts offline.
test.use({ serviceWorkers: 'allow' });

test('[A1] with a token that expired offline, the user stays signed in, keeps shopping, and everything syncs afterwards', async ({
  openDevice,
  account,
  network,
  behind,
}) => {
  const page = await openDevice(network.address);
  await signIn(page, account);
  await addItem(page, 'Leek', 'Produce');
  await expect.poll(behind.items).toEqual(['Leek -']);
  await expectSaved(page);
  await untilKeptOffline(page);
  await setOffline(page, true);
  await letTokenRunOut(page);
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (0/1 items)');
  await addItem(page, 'Kale', 'Produce');
  await itemBox(page, 'Leek').check();
  await expect(countOnItsWay(page)).toHaveText('2 items waiting');
  const isRenewal = ({ path }: { readonly path: string }): boolean => path.includes('grant_type=refresh_token');
  expect(network.arrivals.filter(isRenewal)).toEqual([]);
  await setOffline(page, false);
  await expectSaved(page);
  expect(await behind.items()).toEqual(['Kale -', 'Leek x']);
  // On a slow machine, the request can be repeated, with the same token.
  expect(new Set(network.arrivals.filter(isRenewal).map(({ body }) => body)).size).toBe(1);
  await expect(listHeading(page)).toHaveText('My List (1/2 items)');
});

test('[A1] [Y9] [Q4] a session ended elsewhere leads to sign-in with a message, and unsent changes are sent after sign-in', async ({
  openDevice,
  account,
  behind,
  server,
}) => {
  const page = await openDevice();
  await signIn(page, account);
  await addItem(page, 'Leek', 'Produce');
  await expect.poll(behind.items).toEqual(['Leek -']);
  await expectSaved(page);
  // A text that another app shared, and that was not added yet.
  await page.evaluate(async () => (await caches.open('shared-text')).put('/shared-text', new Response('quinoa')));
  await untilStored(page);
  await behind.endSessions();
  await setOffline(page, true);
  await addItem(page, 'Kale', 'Produce');
  await expect(countOnItsWay(page)).toHaveText('1 item waiting');
  await letTokenRunOut(page);
  await setOffline(page, false);
  await expect(
    page.getByText(
      'You were logged out from another device, so your lists were removed from this one. Sign in to get them back. Changes that weren’t sent yet are still on this device.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await expect(countOnItsWay(page)).toHaveText('1 item waiting');
  await expect.poll(() => readStored(page)).toBe(undefined);
  await page.reload();
  const notice = page.getByText('You were logged out from another device');
  await expect(notice).toBeVisible();
  await button(page, 'OK').click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.reload();
  await expect(button(page, 'Sign In')).toBeVisible();
  await expect(notice).toBeHidden();
  // Another person may use this device next.
  await expect.poll(() => page.evaluate(() => caches.has('shared-text'))).toBe(false);
  await signIn(page, account);
  await expect(listHeading(page)).toHaveText('My List (0/2 items)');
  await expectSaved(page);
  expect(await (await lookBehind(server, account)).items()).toEqual(['Kale -', 'Leek -']);
});

test('[A1] a session survives a backend that fails to renew it', async ({ openDevice, account, network, behind }) => {
  const page = await openDevice(network.address);
  await signIn(page, account);
  await expectSaved(page);
  const isAuth = ({ path }: { readonly path: string }): boolean => path.startsWith('/auth/');
  let refused = 0;
  network.injectFaults((arrival) => {
    if (!isAuth(arrival)) return null;
    refused += 1;
    return { status: 502, body: { message: 'bad gateway' } };
  });
  await letTokenRunOut(page);
  await addItem(page, 'Leek', 'Produce');
  await expect.poll(() => refused).toBeGreaterThan(1);
  await expect(listHeading(page)).toHaveText('My List (0/1 items)');
  expect(await behind.items()).toEqual([]);
  network.injectFaults(() => null);
  await expect.poll(behind.items).toEqual(['Leek -']);
  await expect(listHeading(page)).toHaveText('My List (0/1 items)');
});

/** Makes the access token expire. */
const letTokenRunOut = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('checklist.session') ?? '{}') as object;
    const end = Math.floor(Date.now() / 1000) - 60;
    localStorage.setItem('checklist.session', JSON.stringify({ ...session, expires_at: end }));
  });
