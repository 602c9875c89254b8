/** Local storage of an older version is imported once. */
import { expect, test, type Page } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { enterDemo, groupButton, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';
import { row } from '#e2e/steps/list.ts';

const LEGACY = {
  groceryItems: [
    { id: '1700000000001', name: 'Zander', category: 'c1', checked: true },
    { id: 1_700_000_000_002, name: 'Emu eggs', category: 'c2', checked: false },
  ],
  groceryCategories: [{ id: 'c1', name: 'Old fish', color: '#10b981' }],
  allGroceryCategories: [
    { id: 'c1', name: 'Old fish', color: '#10b981' },
    { id: 'c2', name: 'Old eggs' },
    { id: 'c3', name: 'Unused' },
  ],
  savedLists: [
    {
      id: 's1',
      name: 'Old Sunday',
      items: [{ id: 'x', name: 'Emu', category: 'c2', checked: false }],
      createdAt: '2024-05-01T10:00:00.000Z',
    },
  ],
};

test('[D1] an older version’s list is imported once', async ({ page }) => {
  await keepBeforeStart(page, LEGACY);
  await enterDemo(page);
  await expect(listHeading(page)).toHaveText('My List (1/2 items)');
  await expect(itemBox(page, 'Zander')).toBeChecked();
  await expect(groupButton(page, 'Old eggs')).toContainText('(0/1)');
  await expect(page.getByText('Unused')).toHaveCount(1);
  await button(page, 'Load Saved List').click();
  await expect(button(page, 'Load Old Sunday')).toBeVisible();
  await expect.poll(() => keptKeys(page)).toEqual([]);

  // The old keys are removed, so deleted items do not return.
  await page.reload();
  await button(page, 'Delete Emu eggs').click();
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (1/1 items)');
});

test('[D1] an older version’s list is merged into an existing list', async ({ page }) => {
  await enterDemo(page);
  await row(page, 'Milk').click();
  await page.evaluate((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, JSON.stringify(value));
  }, LEGACY);
  await page.reload();
  await expect(listHeading(page)).toHaveText('My List (2/132 items)');
  await expect(itemBox(page, 'Zander')).toBeChecked();
  await expect(itemBox(page, 'Milk')).toBeChecked();
});

test('[D1] an older version’s list waits for the account that owns it, and the demo starts without it', async ({
  page,
}) => {
  await keepBeforeStart(page, { ...LEGACY, user: { id: '00000000-0000-4000-8000-000000000001', username: 'ann' } });
  await page.goto('/');
  // This device has no session for the account.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  await enterDemo(page);
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  expect(await keptKeys(page)).toEqual(Object.keys(LEGACY).toSorted());
});

/** Puts values into local storage before the app first runs, and only then. */
async function keepBeforeStart(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  await page.addInitScript((planted) => {
    if (localStorage.getItem('planted') !== null) return;
    localStorage.setItem('planted', 'yes');
    for (const [key, value] of Object.entries(planted)) localStorage.setItem(key, JSON.stringify(value));
  }, values);
}

/** The keys of the older version and of quarantined values in local storage. */
const keptKeys = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('checklist.quarantine.') || /^(?:all)?grocery|^savedLists$/iu.test(key))
      .toSorted(),
  );
