/** The page closes in the same task as a tick, and the tick is still there afterwards. */
import { expect, test, type Page } from '@playwright/test';
import { enterDemo, listHeading } from '#e2e/steps/enter-demo.ts';
import { TICK } from '#web/ui/marks.ts';

const TAPS = 10;

/** Ways to end the page, run in the task of the tick. */
type Leave = 'go to another page' | 'reload' | 'close';

// Tracing this many page loads takes longer than the loads.
test.use({ trace: 'off' });

for (const leave of ['go to another page', 'reload'] as const) {
  test(`[Y4] a tick is kept when its own task ends the page: ${leave}`, async ({ page }) => {
    await enterDemo(page);
    for (const tap of countUpTo(TAPS)) {
      // Also checks that the previous tick was kept and the new page is ready.
      await expect(listHeading(page)).toContainText(`(${tap}/130 items)`);
      await tickAndLeaveFor(page, leave);
    }
    await expect(listHeading(page)).toContainText(`(${TAPS}/130 items)`);
  });
}

test('[Y4] a tick is kept when its own task closes the tab', async ({ page, context }) => {
  await enterDemo(page);
  for (const tap of countUpTo(TAPS)) {
    const opening = context.waitForEvent('page');
    await page.evaluate(() => void window.open('/'));
    const tab = await opening;
    await expect(listHeading(tab)).toHaveText(`My List (${tap}/130 items)`);
    await expect(tab.locator(`${TICK}:not(:checked)`).first()).toBeAttached();
    const closing = tab.waitForEvent('close');
    // The page closes before the call returns.
    await tab.evaluate(tickAndLeave, ['close', TICK] as const).catch(() => undefined);
    await closing;
  }
  await page.reload();
  await expect(listHeading(page)).toHaveText(`My List (${TAPS}/130 items)`);
});

for (const mode of ['readonly', 'readwrite'] as const) {
  test(`[Y4] a tick that waits behind another tab's ${mode} transaction is kept, once, when the page is left`, async ({
    page,
    context,
  }) => {
    await enterDemo(page);
    const other = await context.newPage();
    await other.goto('/site/help/');
    await other.evaluate(holdDatabase, mode);
    await tickAndLeaveFor(page, 'go to another page');
    await other.close();
    await expect(listHeading(page)).toHaveText('My List (1/130 items)');
    await expect.poll(() => page.evaluate(countStranded)).toBe(0);
    // If the tick had been written twice, the first Undo would revert it and the second would tick it again.
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.reload();
    await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  });
}

async function tickAndLeaveFor(page: Page, leave: Leave): Promise<void> {
  // On a slow machine, the heading appears before the rows.
  await expect(page.locator(`${TICK}:not(:checked)`).first()).toBeAttached();
  const loading = page.waitForEvent('load');
  await page.evaluate(tickAndLeave, [leave, TICK] as const).catch(() => undefined);
  await loading;
}

/** Runs in the page. The first frame of the app may only have complete categories. */
function tickAndLeave([leave, tick]: readonly [Leave, string]): void {
  const box = document.querySelector<HTMLInputElement>(`${tick}:not(:checked)`);
  if (box === null) {
    requestAnimationFrame(() => tickAndLeave([leave, tick]));
    return;
  }
  box.click();
  if (leave === 'reload') location.reload();
  else if (leave === 'close') window.close();
  else location.href = '/?from=elsewhere';
}

const countUpTo = (end: number): readonly number[] => Array.from({ length: end }, (_, at) => at);

/** Runs in the page: a transaction over all stores, which lasts as long as the page. */
async function holdDatabase(mode: IDBTransactionMode): Promise<void> {
  const [{ name = '' } = {}] = await indexedDB.databases();
  const opening = indexedDB.open(name);
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const tx = opening.result.transaction([...opening.result.objectStoreNames], mode);
  const hold = (): void => tx.objectStore('outbox').count().addEventListener('success', hold);
  hold();
}

/** Runs in the page. */
const countStranded = (): number =>
  Object.keys(localStorage).filter((key) => key.startsWith('checklist.unload-journal.')).length;
