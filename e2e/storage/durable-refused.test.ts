/** The browser refuses to store data: the app reports it, continues and offers the list as a file. */
import { expect, test } from '@playwright/test';
import { button, pressInMenu } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';
import { saveListFile } from '#e2e/steps/list-file.ts';

const BLOCKED = /This browser doesn’t let Checklist store data/;
const FULL = /This device is out of storage/;
const CLOSED = /The browser closed Checklist’s storage/;

const SAVE = 'Save the list as a file';

for (const [how, refuse] of [
  ['throws', refuseDatabase],
  ['is not there', () => void Object.defineProperty(window, 'indexedDB', { value: undefined })],
] as const) {
  test(`[D2] a database that ${how} leaves a list in memory, which is reported and can be saved as a file`, async ({
    page,
  }) => {
    await page.addInitScript(refuse);
    await enterDemo(page);
    await expect(page.getByRole('alert').filter({ hasText: BLOCKED })).toBeVisible();
    await row(page, 'Milk').click();
    await addItem(page, 'Zander', 'Seafood');
    await button(page, 'Undo').click();
    await expect(itemBox(page, 'Zander')).toHaveCount(0);
    await button(page, 'Redo').click();
    await expect(listHeading(page)).toHaveText('My List (1/131 items)');
    const { file } = await saveListFile(page, button(page, SAVE));
    expect(file.items).toHaveLength(131);
    expect(file.items.map(({ name }) => name)).toContain('Zander');
  });
}

test('[D2] local storage that throws stops neither sign-in nor the list', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await enterDemo(page);
  await row(page, 'Milk').click();
  await expect(listHeading(page)).toHaveText('My List (1/130 items)');
  await pressInMenu(page, 'Account');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(errors).toEqual([]);
});

test('[D2] storage that is full from the start is reported, and the list can be saved as a file', async ({
  page,
  context,
  baseURL,
}) => {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 });
  await enterDemo(page);
  await expect(page.getByRole('alert').filter({ hasText: FULL })).toBeVisible();
  await row(page, 'Milk').click();
  const { file } = await saveListFile(page, button(page, SAVE));
  expect(file.items.filter(({ checked }) => checked)).toHaveLength(1);
});

test('[D2] a full disk is reported, nothing is lost, and everything is stored once there is room again', async ({
  page,
}) => {
  await page.addInitScript(fillDiskOnDemand);
  await enterDemo(page);
  await row(page, 'Milk').click();
  await page.evaluate(() => document.documentElement.setAttribute('data-disk', 'full'));
  await row(page, 'Eggs').click();
  await expect(page.getByRole('alert').filter({ hasText: FULL })).toBeVisible();
  await addItem(page, 'Zander', 'Seafood');
  await expect(listHeading(page)).toHaveText('My List (2/131 items)');
  const { file } = await saveListFile(page, button(page, SAVE));
  expect(file.items.map(({ name }) => name)).toContain('Zander');
  // There is room again: the next change writes the refused ones too.
  await page.evaluate(() => document.documentElement.removeAttribute('data-disk'));
  await row(page, 'Cod').click();
  await expect(page.getByText(FULL)).toBeHidden();
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (3/131 items)');
  await expect(itemBox(page, 'Zander')).toBeAttached();
});

test('[D2] data cleared while the list is open is reported; the list still works and can be saved as a file', async ({
  page,
  context,
}) => {
  await enterDemo(page);
  await row(page, 'Milk').click();
  const other = await context.newPage();
  await other.goto('/site/help/');
  await other.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      const deleting = indexedDB.deleteDatabase(name);
      await new Promise((resolve) => deleting.addEventListener('success', resolve));
    }
  });
  await row(page, 'Eggs').click();
  await expect(page.getByRole('alert').filter({ hasText: CLOSED })).toBeVisible();
  await expect(listHeading(page)).toHaveText('My List (2/130 items)');
  const { file } = await saveListFile(page, button(page, SAVE));
  expect(file.items.filter(({ checked }) => checked)).toHaveLength(2);
});

test('[D2] another tab can upgrade the database, and this tab says so', async ({ page, context }) => {
  await enterDemo(page);
  const other = await context.newPage();
  await other.goto('/site/help/');
  const version = await other.evaluate(async () => {
    const [{ name = '', version: old = 0 } = {}] = await indexedDB.databases();
    const opening = indexedDB.open(name, old + 1);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    return opening.result.version;
  });
  expect(version).toBeGreaterThan(1);
  await row(page, 'Milk').click();
  await expect(page.getByRole('alert')).not.toHaveCount(0);
  await expect(itemBox(page, 'Milk')).toBeChecked();
  const { file } = await saveListFile(page, button(page, SAVE));
  expect(file.items.filter(({ checked }) => checked)).toHaveLength(1);
});

/** Runs in the page: opening a database throws, as it does when cookies are blocked. */
function refuseDatabase(): void {
  IDBFactory.prototype.open = () => {
    throw new DOMException('refused', 'SecurityError');
  };
}

/** Runs in the page: while the mark is set, every write transaction fails as on a full disk. */
function fillDiskOnDemand(): void {
  const isFull = (): boolean => document.documentElement.dataset['disk'] === 'full';
  // It is called with its transaction as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const commit = IDBTransaction.prototype.commit;
  IDBTransaction.prototype.commit = function commitIfRoom(this: IDBTransaction) {
    if (!isFull()) return commit.call(this);
    Object.defineProperty(this, 'error', { value: new DOMException('full', 'QuotaExceededError') });
    return this.abort();
  };
}
