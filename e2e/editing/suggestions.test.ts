/** Suggestions and the guessed category after a reload, offline, and while the common names load (product L8). */
import { expect, test } from '@playwright/test';
import { adderField } from '#e2e/steps/controls.ts';
import { addItem, enterDemo, itemBox } from '#e2e/steps/enter-demo.ts';
import { categorySelect } from '#e2e/steps/list.ts';

// Some tests start the app offline.
test.use({ serviceWorkers: 'allow' });

test.beforeEach(async ({ page }) => enterDemo(page));

const MISC = 'Misc e.g. (Flowers, Gift Cards, Tape)';

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
