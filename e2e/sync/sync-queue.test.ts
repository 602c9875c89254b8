/** The queue of unsent changes: it is counted and sent in few requests, and a rejected row blocks nothing. */
import { expect, type Page } from '@playwright/test';
import { signIn } from '#e2e/steps/account.ts';
import { button, dialog, pressAndConfirm } from '#e2e/steps/controls.ts';
import { devicesTest as test, setOffline } from '#e2e/fixtures/devices.ts';
import { addItem, listHeading } from '#e2e/steps/enter-demo.ts';
import { countOnItsWay, expectSaved, isUpsert } from '#e2e/checks/sync-status.ts';
import { TICK } from '#web/ui/marks.ts';

test('[Y4] [Y10] two hundred offline changes are counted, sent in at most five requests, and reach the other device', async ({
  openDevice,
  account,
  network,
  behind,
}) => {
  const one = await openDevice(network.address);
  await signIn(one, account);
  await pressAndConfirm(one, 'Restore Default List', 'Restore');
  await expect(listHeading(one)).toHaveText('My List (0/130 items)');
  const two = await openDevice();
  await signIn(two, account);
  await expect(listHeading(two)).toHaveText('My List (0/130 items)');
  await expectSaved(one);

  await setOffline(one, true);
  await tickAll(one);
  await expect(listHeading(one)).toHaveText('My List (130/130 items)');
  await expect(countOnItsWay(one)).toHaveText('130 items waiting');
  await untickSome(one, 70);
  await expect(listHeading(one)).toHaveText('My List (60/130 items)');
  await expect(countOnItsWay(one)).toHaveText('130 items waiting');
  const before = network.arrivals.length;
  await setOffline(one, false);
  await expectSaved(one);
  await expect(listHeading(two)).toHaveText('My List (60/130 items)');
  const counts = (page: Page): Promise<readonly string[]> => page.getByRole('heading', { level: 2 }).allInnerTexts();
  await expect.poll(() => counts(two)).toEqual(await counts(one));
  expect((await behind.items()).filter((item) => item.endsWith(' x'))).toHaveLength(60);
  // On a slow machine, a request can be repeated.
  const bodies = network.arrivals
    .slice(before)
    .filter(isUpsert)
    .map(({ body }) => body);
  expect(new Set(bodies).size).toBeLessThanOrEqual(5);
});

test('[Y4] a row that the backend rejects is quarantined, reported, and sent again on retry; the rest continues to sync', async ({
  openDevice,
  account,
  network,
  behind,
}) => {
  const one = await openDevice(network.address);
  await signIn(one, account);
  const refusal = { code: '23514', message: 'new row violates a check', details: null, hint: null };
  network.injectFaults((arrival) =>
    isUpsert(arrival) && arrival.body.includes('Durian') ? { status: 400, body: refusal } : null,
  );
  await setOffline(one, true);
  for (const name of ['Leek', 'Durian', 'Kale', 'Chard']) await addItem(one, name, 'Produce');
  await setOffline(one, false);
  const notice = one.getByRole('alert').filter({ hasText: '1 change couldn’t be saved.' });
  await expect(notice).toBeVisible();
  await expect.poll(behind.items).toEqual(['Chard -', 'Kale -', 'Leek -']);
  await addItem(one, 'Beet', 'Produce');
  await expect.poll(behind.items).toEqual(['Beet -', 'Chard -', 'Kale -', 'Leek -']);
  await expectSaved(one);
  await button(notice, 'Review').click();
  const rejected = dialog(one, 'Changes Not Saved');
  await expect(rejected.getByRole('heading', { name: 'Durian' })).toBeVisible();
  await expect(rejected.getByText('new row violates a check')).toBeVisible();
  network.injectFaults(() => null);
  await button(rejected, 'Retry: Durian').click();
  await expect(rejected.getByText('You’re all caught up. There are no unsaved changes.')).toBeVisible();
  await expect.poll(behind.items).toEqual(['Beet -', 'Chard -', 'Durian -', 'Kale -', 'Leek -']);
  await expect(listHeading(one)).toHaveText('My List (0/5 items)');
  await expect(notice).toHaveCount(0);
});

/** Ticks as fast as the page can. */
const tickAll = (page: Page): Promise<void> =>
  page.evaluate((tick) => {
    for (const box of document.querySelectorAll<HTMLInputElement>(`${tick}:not(:checked)`)) box.click();
  }, TICK);

/** Expands categories, because complete ones collapse when the list is at rest. */
async function untickSome(page: Page, count: number): Promise<void> {
  await expect(page.locator('h2 > button[aria-expanded="true"]')).toHaveCount(0);
  await page.evaluate(() => {
    for (const group of document.querySelectorAll<HTMLElement>('h2 > button[aria-expanded="false"]')) group.click();
  });
  await expect(page.locator(`${TICK}:checked`)).toHaveCount(130);
  await page.evaluate(
    ([upTo, tick]) => {
      const ticked = document.querySelectorAll<HTMLInputElement>(`${tick}:checked`);
      for (const box of [...ticked].slice(0, upTo)) box.click();
    },
    [count, TICK] as const,
  );
}
