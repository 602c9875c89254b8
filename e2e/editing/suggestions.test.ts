/** Suggestions and the guessed category while typing (product L8). */
import { expect, test, type Page } from '@playwright/test';
import { adderField, button } from '#e2e/steps/controls.ts';
import { addItem, chooseCategory, enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { importFile, listFileText } from '#e2e/steps/list-file.ts';
import { categorySelect, row, section } from '#e2e/steps/list.ts';

// Some tests start the app offline.
test.use({ serviceWorkers: 'allow' });

test.beforeEach(async ({ page }) => enterDemo(page));

const MISC = 'Misc e.g. (Flowers, Gift Cards, Tape)';

test('[L8] a guessed category is not kept for the next item, a chosen one is, and a typo uses the category of the similar name', async ({
  page,
}) => {
  const chosen = categorySelect(page).locator('option:checked');
  await addItem(page, 'shampoo');
  await adderField(page).fill("za'atar");
  await expect(chosen).toHaveText(MISC);
  await chooseCategory(page, 'International Foods');
  await button(page, 'Add Item').click();
  await adderField(page).fill('harissa');
  await expect(chosen).toHaveText('International Foods');
  await adderField(page).fill('brocoli');
  await expect(chosen).toHaveText('Fruits & Vegetables');
});

test('[L8] a name that this account added before is suggested, also after deletion, offline and after a reload', async ({
  page,
  context,
}) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await addItem(page, 'Quinoa Puffs', 'Breakfast');
  await itemBox(page, 'Quinoa Puffs').press('Delete');
  await expect(itemBox(page, 'Quinoa Puffs')).toHaveCount(0);
  await context.setOffline(true);
  await page.reload();
  await adderField(page).pressSequentially('quin');
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(/Quinoa Puffs\s*Breakfast/);
});

test('[L8] common names that the default list lacks pick their category and are suggested, also offline and after a reload', async ({
  page,
  context,
}) => {
  const chosen = categorySelect(page).locator('option:checked');
  await adderField(page).fill('batteries');
  await expect(chosen).toHaveText('Household');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await context.setOffline(true);
  await page.reload();
  await adderField(page).fill('tissue');
  await expect(chosen).toHaveText('Household');
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveText(/Tissues\s*Household/);
});

test.describe('with slow common names', () => {
  // A service worker would answer from its cache.
  test.use({ serviceWorkers: 'block' });

  test('[L8] nothing waits for the common names: text that was typed earlier is recognized when they arrive', async ({
    page,
  }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/common-names/u, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    const chosen = categorySelect(page).locator('option:checked');
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await adderField(page).fill('milk');
    await expect(chosen).toHaveText('Dairy & Eggs');
    await adderField(page).fill('pasta');
    await expect(chosen).toHaveText(MISC);
    release();
    await expect(chosen).toHaveText('Pasta & Rice');
    await expect(options.first()).toHaveText(/Pasta\s*Pasta & Rice/);
  });
});

test('[L8] a typo in a word of a longer known name picks its category, and the bar offers the right word', async ({
  page,
}) => {
  await addItem(page, 'Aged manchego', 'Deli');
  await addItem(page, 'manchgo');
  await button(page, 'Did you mean manchego?').click();
  await expect(section(page, 'Deli').getByRole('checkbox', { name: 'manchego', exact: true })).toBeAttached();
  await expect(itemBox(page, 'manchgo')).toHaveCount(0);
});

test('[L8] an arrow key pressed before the suggestions appear moves through those for the typed text', async ({
  page,
}) => {
  const field = adderField(page);
  const options = page.getByRole('option').filter({ visible: true });
  await field.fill('sal');
  await expect(options.first()).toContainText('Sal');
  await field.evaluate(async (input: HTMLInputElement) => {
    // As typing does: React listens to the element's native setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'banan');
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    for (const key of ['ArrowDown', 'Enter']) {
      input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      // No task runs in between, so no suggestions have appeared.
      await Promise.resolve();
    }
  });
  await expect(page.getByRole('status').filter({ hasText: 'Bananas' })).toBeVisible();
  await expect(field).toHaveValue('');
});

for (const count of [20, 1000]) {
  test(`[L8] [L9] with ${count} items, choosing a suggestion that is on the list scrolls to its row and highlights it, also in a collapsed category`, async ({
    page,
  }) => {
    const nameOf = (at: number): string => `Thing ${String(at).padStart(4, '0')}`;
    const items = Array.from({ length: count }, (_, at) => ({
      id: `i${at}`,
      name: nameOf(at),
      category: at < count / 2 ? 'Alpha' : 'Beta',
      checked: false,
    }));
    const categories = ['Alpha', 'Beta'].map((name) => ({ id: name, name }));
    await importFile(page, { text: listFileText({ listName: 'Long', items, categories }) });
    await expect(listHeading(page)).toHaveText(`Long (0/${count} items)`);
    await expect(itemBox(page, nameOf(0))).toBeVisible();
    await groupButton(page, 'Beta').click();
    const readMarked = await watchMarks(page);
    // One in the open category, and one in the collapsed category.
    for (const name of [nameOf(count / 2 - 5), nameOf(count - 5)]) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await adderField(page).fill(name);
      const option = page.getByRole('option').filter({ hasText: name }).first();
      await expect(option).toContainText('on the list');
      await option.click();
      await expect(itemBox(page, name)).toBeInViewport();
      await expect.poll(readMarked).toBe(name);
      // It stays there after scrolling.
      await expect.poll(() => restingTop(page, name)).toBeGreaterThan(0);
      await expect(itemBox(page, name)).toBeInViewport({ ratio: 1 });
      await expect(adderField(page)).toBeFocused();
    }
    await expect(listHeading(page)).toHaveText(`Long (0/${count} items)`);
  });
}

/** Records which row is highlighted, because a slow machine may see it only after the highlight. */
async function watchMarks(page: Page): Promise<() => Promise<string | undefined>> {
  await page.evaluate(() => {
    // It is called with its element as `this`.
    // oxlint-disable-next-line typescript/unbound-method
    const animate = Element.prototype.animate;
    Element.prototype.animate = function animateAndRecord(this: Element, keyframes, options) {
      if (typeof options === 'object' && options.id === 'shown') {
        document.documentElement.dataset['marked'] = this.textContent.trim();
      }
      return animate.call(this, keyframes, options);
    };
  });
  return () => page.evaluate(() => document.documentElement.dataset['marked']);
}

/** The position of a row; 0 while it moves. */
const restingTop = (page: Page, name: string): Promise<number> =>
  row(page, name).evaluate(async (element) => {
    const before = element.getBoundingClientRect().top;
    await new Promise((resolve) => void setTimeout(resolve, 200));
    const { top } = element.getBoundingClientRect();
    return top === before ? top : 0;
  });
