/** Adding many lines at once, from pasted, typed and shared text, and the list as text. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { untilKeptOffline } from '#e2e/fixtures/service-worker.ts';
import { adderField, button, dialog, field, pressAndConfirm, pressInMenu, toast } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row, section } from '#e2e/steps/list.ts';

const RECIPE = `Bolognese

Ingredients:
500g/1lb 2oz beef mince
2 cloves garlic, minced
1 (14 oz) can kidney beans, drained
½ cup red wine (optional)`;

test.beforeEach(async ({ page }) => enterDemo(page));

test('[Q4] pasted lines are previewed with name, amount and category, and added as one undo step', async ({ page }) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await paste(page, RECIPE);
  const preview = dialog(page, 'Add Several Items');
  await expect(line(preview, 'garlic 2 cloves minced')).toBeChecked();
  await expect(line(preview, 'Bolognese')).not.toBeChecked();
  await expect(line(preview, 'Ingredients')).not.toBeChecked();
  await expect(category(preview, 'garlic')).toHaveText(/Fruits & Vegetables/);
  await line(preview, 'red wine 0.5 cup optional').uncheck();
  await category(preview, 'kidney beans').selectOption({ label: 'Canned Goods' });
  await button(preview, 'Add 3 items').click();
  await expect(preview).toHaveCount(0);
  await expect(toast(page, '3 items added')).toBeVisible();
  await expect(listHeading(page)).toHaveText('New List (0/3 items)');
  await expect(row(page, 'garlic minced').getByRole('button', { name: '2 cloves, garlic' })).toBeVisible();
  await expect(section(page, 'Canned Goods').getByText('14 oz, drained')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(listHeading(page)).toHaveText('New List (0/0 items)');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(listHeading(page)).toHaveText('New List (0/3 items)');
});

test('[Q4] a pasted message that asks for several things opens the preview', async ({ page }) => {
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await paste(page, 'hey can you get milk, 2 avocados and the good bread? thx');
  const preview = dialog(page, 'Add Several Items');
  await expect(line(preview, 'hey can you get')).not.toBeChecked();
  await expect(line(preview, 'avocados 2')).toBeChecked();
  await expect(category(preview, 'good bread')).toHaveText(/Bakery/);
  await button(preview, 'Add 3 items').click();
  await expect(listHeading(page)).toHaveText('New List (0/3 items)');
});

test('[Q4] [L8] unknown names go to Misc or to the category that the shopper chooses for them', async ({ page }) => {
  await paste(page, '- [ ] Green apples\n\n* Oat milk\n• Xylophone\n• Quux\n');
  const preview = dialog(page, 'Add Several Items');
  await expect(category(preview, 'Oat milk')).toHaveText(/Dairy & Eggs/);
  await expect(category(preview, 'Xylophone')).toHaveText(/Misc/);
  await preview.getByLabel('Category for other items').selectOption({ label: 'Pet Supplies' });
  await category(preview, 'Quux').selectOption({ label: 'Snacks' });
  await addAll(page);
  await expect(toast(page, '4 items added')).toBeVisible();
  await expect(section(page, 'Fruits & Vegetables').getByRole('checkbox', { name: 'Green apples' })).toBeAttached();
  await expect(section(page, 'Pet Supplies').getByRole('checkbox', { name: 'Xylophone' })).toBeAttached();
  await expect(section(page, 'Snacks').getByRole('checkbox', { name: 'Quux' })).toBeAttached();
  await button(page, 'Undo: 4 items added').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[Q4] [L8] [L9] a ticked line becomes a ticked item, but ticks none that is on the list', async ({ page }) => {
  await paste(page, '- [x] Oat milk\n✓ Rye bread\n[ ] Green apples\n[x] Bananas\n');
  await addAll(page);
  await expect(toast(page, '3 items added. 1 was already on the list')).toBeVisible();
  await expect(itemBox(page, 'Oat milk')).toBeChecked();
  await expect(itemBox(page, 'Rye bread')).toBeChecked();
  await expect(itemBox(page, 'Green apples')).not.toBeChecked();
  await expect(itemBox(page, 'Bananas')).not.toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (2/133 items)');
});

test('[Q4] [L9] the preview and the toast say what was already on the list, and those items are unticked', async ({
  page,
}) => {
  await itemBox(page, 'Milk').check();
  await paste(page, 'milk\nOat milk\nbread\nMILK\n');
  const preview = dialog(page, 'Add Several Items');
  await expect(preview.getByText('On the list, will be unchecked')).toBeVisible();
  await expect(preview.getByText('Already on the list')).toHaveCount(2);
  await addAll(page);
  await expect(toast(page, '1 item added. 2 were already on the list')).toBeVisible();
  await expect(listHeading(page)).toHaveText('My List (0/131 items)');
  await paste(page, 'milk\nbread');
  await addAll(page);
  await expect(toast(page, '2 items were already on the list')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Undo:/ })).toHaveCount(0);
});

test('[Q4] [Q3] amounts add up, or the shopper chooses which one to keep', async ({ page }) => {
  await addItem(page, '500 ml milk');
  await addItem(page, '200 g butter');
  await paste(page, '1 l milk\n2 packs butter\n1 dozen eggs\n6 eggs');
  const preview = dialog(page, 'Add Several Items');
  await expect(preview.getByText('Already on the list · becomes 1.5 l')).toBeVisible();
  await expect(preview.getByText('Already on the list · becomes 18')).toBeVisible();
  await preview.getByLabel('Amount of butter').selectOption({ label: 'Change to 2 packs' });
  await addAll(page);
  await expect(page.getByRole('button', { name: '1.5 l, Milk' })).toBeAttached();
  await expect(page.getByRole('button', { name: '2 packs, Butter' })).toBeAttached();
  await expect(page.getByRole('button', { name: '18, Eggs' })).toBeAttached();
});

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

test('[Q4] [L10] more than 1,000 lines are refused with a message, and the text can be changed', async ({ page }) => {
  await adderField(page).fill('oat');
  await paste(page, Array.from({ length: 1001 }, (_, at) => `Thing ${at}`).join('\n'));
  const several = dialog(page, 'Add Several Items');
  await expect(several.getByText('That’s too many lines. Add up to 1,000 at a time.')).toBeVisible();
  await field(several, 'One item per line').fill('x'.repeat(200_001));
  await button(several, 'Continue').click();
  await expect(several.getByText('That’s too much text. Add up to 200,000 characters at a time.')).toBeVisible();
  await field(several, 'One item per line').fill(`Thing\n${'x'.repeat(201)}`);
  await button(several, 'Continue').click();
  await expect(several.getByText('That name is too long. Use 200 characters or fewer.')).toBeVisible();
  await expect(several.getByRole('checkbox', { name: /^x+$/ })).toHaveAccessibleDescription(/^That name is too long/);
  await button(several, 'Add 1 item').click();
  await expect(adderField(page)).toHaveValue('oat');
  await expect(listHeading(page)).toHaveText('My List (0/131 items)');
});

test('[Q4] 500 lines are previewed, and added in one step', async ({ page }) => {
  await paste(page, Array.from({ length: 500 }, (_, at) => `${at + 1} Thing no. ${at}`).join('\n'));
  await expect(page.locator('dialog li')).toHaveCount(500);
  await button(page, 'Add 500 items').click();
  await expect(listHeading(page)).toHaveText('My List (0/630 items)');
  await button(page, 'Undo: 500 items added').click();
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
});

test('[Q4] Add several items in the menu asks for a text, and Enter in the preview adds it', async ({ page }) => {
  await pressInMenu(page, 'Add several items');
  const several = dialog(page, 'Add Several Items');
  await expect(field(several, 'One item per line')).toBeFocused();
  await button(several, 'Continue').click();
  await expect(several.getByText('Enter at least one item.')).toBeVisible();
  await field(several, 'One item per line').fill('2 tofu\nrye bread');
  await button(several, 'Continue').click();
  await button(several, 'Edit text').click();
  await expect(field(several, 'One item per line')).toBeFocused();
  await expect(field(several, 'One item per line')).toHaveValue('2 tofu\nrye bread');
  await button(several, 'Continue').click();
  await expect(line(several, 'tofu 2')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(listHeading(page)).toHaveText('My List (0/132 items)');
  await expect(button(page, 'Menu')).toBeFocused();
});

test('[Q4] text that was not added is there when the dialog opens again, also after a paste', async ({ page }) => {
  const several = dialog(page, 'Add Several Items');
  await pressInMenu(page, 'Add several items');
  await field(several, 'One item per line').fill('2 tofu\nrye bread');
  await page.keyboard.press('Escape');
  await expect(several).toHaveCount(0);
  await pressInMenu(page, 'Add several items');
  await expect(field(several, 'One item per line')).toHaveValue('2 tofu\nrye bread');
  await button(several, 'Continue').click();
  await button(several, 'Add 2 items').click();
  await pressInMenu(page, 'Add several items');
  await expect(field(several, 'One item per line')).toHaveValue('');
  await field(several, 'One item per line').fill('figs');
  await page.keyboard.press('Escape');
  await paste(page, 'quux\nkale');
  await addAll(page);
  await paste(page, 'dates\nplums');
  await expect(line(several, 'dates')).toBeChecked();
  await page.keyboard.press('Escape');
  await pressInMenu(page, 'Add several items');
  await expect(field(several, 'One item per line')).toHaveValue('figs\ndates\nplums');
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
  await itemBox(page, 'bread').check();
  await pressInMenu(page, 'Copy as text');
  await expect(toast(page, 'List copied as text')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe('New List\n\nSnacks:\n- [ ] "2 butter"\n- [x] bread\n- [ ] 2 l milk (lactose-free)\n');
  await paste(page, copied);
  await expect(button(page, 'Add 0 items')).toBeDisabled();
  await expect(page.getByText('Already on the list', { exact: true })).toHaveCount(3);
  await expect(page.getByRole('checkbox', { name: 'New List', exact: true })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await pressAndConfirm(page, 'Create New Empty List', 'Create');
  await paste(page, copied);
  await addAll(page);
  await expect(listHeading(page)).toHaveText('New List (1/3 items)');
  await expect(itemBox(page, 'bread')).toBeChecked();
  await expect(itemBox(page, '2 butter')).toBeVisible();
  await expect(row(page, 'milk lactose-free').getByRole('button', { name: '2 l, milk' })).toBeVisible();
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

const category = (preview: Locator, name: string): Locator =>
  preview.getByRole('combobox', { name: `Category of ${name}`, exact: true });
