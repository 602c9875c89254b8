/** Adding many lines at once, from pasted, typed and shared text, and the list as text. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { untilKeptOffline } from '#e2e/fixtures/service-worker.ts';
import { adderField, button, dialog, field, pressAndConfirm, pressInMenu, toast } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row, section } from '#e2e/steps/list.ts';

// It receives text that other apps share.
test.use({ serviceWorkers: 'allow' });

test.beforeEach(async ({ page }) => enterDemo(page));

test('[Q4] [Q3] amounts add up with those that another tab sets while the preview is open', async ({
  page,
  context,
}) => {
  await addItem(page, '1 l milk');
  await paste(page, '1 l milk\n[x] bread');
  const preview = dialog(page, 'Add Several Items');
  await expect(preview.getByText('Already on the list · becomes 2 l')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await addItem(other, '2 l milk');
  await itemBox(other, 'Bread').check();
  await expect(page.getByRole('button', { name: '3 l, Milk' })).toBeAttached();
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await addAll(page);
  await expect(page.getByRole('button', { name: '4 l, Milk' })).toBeAttached();
  await expect(itemBox(page, 'Bread')).toBeChecked();
});

test('[Q4] [L13] [U2] a missing category for unknown names is created in the same step', async ({ page }) => {
  const misc = 'Misc e.g. (Flowers, Gift Cards, Tape)';
  await button(page, 'Select').click();
  await page.getByRole('checkbox', { name: `Select ${misc}` }).check();
  await button(page, 'Delete (1)').click();
  await button(page.getByRole('dialog'), 'Delete').click();
  await expect(groupButton(page, misc)).toHaveCount(0);
  await paste(page, 'Oat milk\nXylophone');
  await addAll(page);
  await expect(section(page, 'Other').getByRole('checkbox', { name: 'Xylophone' })).toBeAttached();
  await button(page, 'Undo: 2 items added').click();
  await expect(groupButton(page, 'Other')).toHaveCount(0);
});

test('[Q4] 500 lines are previewed, and added in one step', async ({ page }) => {
  await paste(page, Array.from({ length: 500 }, (_, at) => `${at + 1} Thing no. ${at}`).join('\n'));
  await expect(page.locator('dialog li')).toHaveCount(500);
  await button(page, 'Add 500 items').click();
  await expect(listHeading(page)).toHaveText('My List (0/630 items)');
  await button(page, 'Undo: 500 items added').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[Q4] a preview that cannot be loaded is reported, and the pasted text is not lost', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await enterDemo(page);
  const chunk = /add-several-dialog[^/]*\.js/;
  await page.route(chunk, (route) => route.abort());
  await paste(page, '2 tofu\nrye bread');
  await expect(toast(page, 'Your items couldn’t be opened. Check your connection, then try again.')).toBeVisible();
  await page.unroute(chunk);
  await pressInMenu(page, 'Add several items');
  await expect(field(page, 'One item per line')).toHaveValue('2 tofu\nrye bread');
  await context.close();
});

test('[Q4] the preview is loaded when the add field gets the focus, so that a paste does not wait for it', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await enterDemo(page);
  const loaded = page.waitForResponse(/add-several-dialog[^/]*\.js/);
  await adderField(page).focus();
  await (await loaded).finished();
  await context.setOffline(true);
  await paste(page, '2 tofu\nrye bread');
  await expect(line(dialog(page, 'Add Several Items'), 'tofu 2')).toBeChecked();
  await context.close();
});

test('[Q4] [D5] text that another app shares opens in the preview, and is in no address', async ({ page }) => {
  await untilKeptOffline(page);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.evaluate(() => {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = '/share';
    form.enctype = 'multipart/form-data';
    for (const [name, value] of [
      ['title', 'From Anna'],
      ['text', 'quinoa\n2 tofu'],
    ] as const) {
      const input = document.createElement('textarea');
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  });
  const preview = dialog(page, 'Add Several Items');
  await expect(line(preview, 'tofu 2')).toBeChecked();
  await expect(line(preview, 'From Anna')).not.toBeChecked();
  // A reload or a sign-in before the text is added does not lose it.
  await page.reload();
  await button(preview, 'Add 2 items').click();
  await expect(listHeading(page)).toHaveText('My List (0/132 items)');
  expect(addresses.join(' ')).not.toMatch(/quinoa|Anna/);
  await page.reload();
  await expect(adderField(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[Q5] the list can be copied as text, and pasted back into an empty list', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await pressInMenu(page, 'Copy as text');
  await expect(toast(page, 'Your list is empty, so there’s nothing to share.')).toBeVisible();
  for (const text of ['2 l milk (lactose-free)', 'bread', '"2 butter"']) await addItem(page, text, 'Snacks');
  await itemBox(page, 'Bread').check();
  await pressInMenu(page, 'Copy as text');
  await expect(toast(page, 'List copied as text')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe('New List\n\nSnacks:\n- [ ] "2 butter"\n- [x] Bread\n- [ ] 2 l Milk (lactose-free)\n');
  await paste(page, copied);
  await expect(button(page, 'Add 0 items')).toBeDisabled();
  await expect(page.getByText('Already on the list', { exact: true })).toHaveCount(3);
  await expect(page.getByRole('checkbox', { name: 'New List', exact: true })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await paste(page, copied);
  await addAll(page);
  await expect(listHeading(page)).toHaveText('New List (1/3 items)');
  await expect(itemBox(page, 'Bread')).toBeChecked();
  await expect(itemBox(page, '2 butter')).toBeVisible();
  await expect(row(page, 'Milk lactose-free').getByRole('button', { name: '2 l, Milk' })).toBeVisible();
});

test('[Q5] where the system has a share sheet, the list can be sent as text', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async ({ text }: { readonly text: string }) => void (document.body.dataset['sent'] = text),
    });
  });
  await page.reload();
  await pressInMenu(page, 'Share as text');
  await expect(page.locator('body')).toHaveAttribute('data-sent', /^My List\n\n.+:\n- \[ \] /);
});

/** Pastes a text into the add field. */
const paste = (page: Page, text: string): Promise<void> =>
  adderField(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Adds the lines of the preview. */
const addAll = async (page: Page): Promise<void> => {
  const preview = dialog(page, 'Add Several Items');
  await preview.getByRole('button', { name: /^Add \d+ items?$/ }).click();
  await expect(preview).toHaveCount(0);
};

const line = (preview: Locator, name: string): Locator => preview.getByRole('checkbox', { name, exact: true });
