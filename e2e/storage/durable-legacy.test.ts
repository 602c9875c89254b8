/** Local storage of an older version is imported once; unreadable values are quarantined. */
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

test('[D1] unreadable values lead to the default list and are quarantined unchanged', async ({ page }) => {
  const broken = { groceryItems: '[{"id":', groceryCategories: 'null', allGroceryCategories: '{}', savedLists: '😀' };
  await page.addInitScript((values) => {
    if (localStorage.getItem('planted') !== null) return;
    localStorage.setItem('planted', 'yes');
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, broken);
  await enterDemo(page);
  await expect(listHeading(page)).toHaveText('My List (0/130 items)');
  await expect
    .poll(() => keptKeys(page))
    .toEqual(
      Object.keys(broken)
        .map((key) => `checklist.quarantine.${key}`)
        .toSorted(),
    );
  const quarantined = await page.evaluate(() => localStorage.getItem('checklist.quarantine.groceryItems'));
  expect(quarantined).toBe('[{"id":');
});

test('[D1] the good rows of a partly broken value are used, and the whole value is quarantined', async ({ page }) => {
  const items = [...LEGACY.groceryItems, { id: null, name: 7 }, { id: 'long', name: 'x'.repeat(300), category: 'c1' }];
  await keepBeforeStart(page, { ...LEGACY, groceryItems: items });
  await enterDemo(page);
  await expect(itemBox(page, 'Zander')).toBeChecked();
  await expect(listHeading(page)).toHaveText('My List (1/3 items)');
  await expect.poll(() => keptKeys(page)).toEqual(['checklist.quarantine.groceryItems']);
});

test('[D1] an unreadable signed-in user leads to sign-in, not to a broken page', async ({ page }) => {
  await page.goto('/');
  for (const user of ['', '{', '"demo"', '{"id":7}', '{"id":""}', '[]', 'null']) {
    await page.evaluate((value) => localStorage.setItem('user', value), user);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  }
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
