/** Adding many lines at once: with another tab, on a slow network, and from text that another app shares. */
import { expect, test, type Locator, type Page, type Request } from '@playwright/test';
import { untilKeptOffline } from '#e2e/fixtures/service-worker.ts';
import { adderField, button, dialog, field, pressInMenu, toast } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';

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
  // The preview has a line of this name, too.
  await expect(page.getByRole('main').getByRole('checkbox', { name: 'Bread', exact: true })).toBeChecked();
  await addAll(page);
  await expect(page.getByRole('button', { name: '4 l, Milk' })).toBeAttached();
  await expect(itemBox(page, 'Bread')).toBeChecked();
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
  // Its chunk and what the chunk imports are requested together.
  const loading = new Set<Request>();
  page.on('request', (request) => loading.add(request));
  page.on('requestfinished', (request) => loading.delete(request));
  const loaded = page.waitForResponse(/add-several-dialog[^/]*\.js/);
  await adderField(page).focus();
  await loaded;
  await expect.poll(() => loading.size).toBe(0);
  await context.setOffline(true);
  await paste(page, '2 tofu\nrye bread');
  await expect(line(dialog(page, 'Add Several Items'), 'Tofu 2')).toBeChecked();
  await context.close();
});

test('[Q4] [D5] text that another app shares opens in the preview, and is in no address', async ({ page }) => {
  await untilKeptOffline(page);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await share(page, 'From Anna', 'quinoa\n2 tofu');
  const preview = dialog(page, 'Add Several Items');
  await expect(line(preview, 'Tofu 2')).toBeChecked();
  await expect(line(preview, 'From Anna')).not.toBeChecked();
  // A second text, a reload or a sign-in before the text is added does not lose it.
  await share(page, '', 'rye bread');
  await expect(line(preview, 'Rye bread')).toBeChecked();
  await page.reload();
  await button(preview, 'Add 3 items').click();
  await expect(listHeading(page)).toHaveText('My List (0/133 items)');
  expect(addresses.join(' ')).not.toMatch(/quinoa|rye|Anna/);
  await page.reload();
  await expect(adderField(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Shares a text to the app, as the system does. */
const share = (page: Page, title: string, text: string): Promise<void> =>
  page.evaluate(
    (parts) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = '/share';
      form.enctype = 'multipart/form-data';
      for (const [name, value] of parts) {
        const input = document.createElement('textarea');
        input.name = name;
        input.value = value;
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    [
      ['title', title],
      ['text', text],
    ] as const,
  );

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
  await preview.getByRole('button', { name: /^(?:Add|Update) \d+ items?$/ }).click();
  await expect(preview).toHaveCount(0);
};

const line = (preview: Locator, name: string): Locator => preview.getByRole('checkbox', { name, exact: true });
