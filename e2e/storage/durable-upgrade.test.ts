/** A list that an older build stored: the first start of this build upgrades its database. */
import { expect, test } from '@playwright/test';
import { button } from '#e2e/steps/controls.ts';
import { enterDemo, itemBox, listHeading } from '#e2e/steps/enter-demo.ts';

test('[D1] [U3] the list of an older build opens with its rows, unsent changes and undo steps', async ({ page }) => {
  await page.goto('/site/help/');
  await page.evaluate(storeVersion2, VERSION_2);
  await enterDemo(page);
  await expect(listHeading(page)).toHaveText('Old list (1/2 items)');
  await expect(itemBox(page, 'Zander')).toBeChecked();
  await button(page, 'Undo').click();
  await expect(listHeading(page)).toHaveText('Old list (0/2 items)');
  await page.reload();
  await expect(listHeading(page)).toHaveText('Old list (0/2 items)');
});

const ITEM = { category: 'fish', checked: false, deleted: false, stamp: 1 };
const TICK = { id: 'zander', before: { checked: false }, after: { checked: true } };

/** The demo's list with a ticked item, as a build with databases of version 2 stored it. */
const VERSION_2 = {
  groceryItems: [
    { ...ITEM, id: 'zander', name: 'Zander' },
    { ...ITEM, id: 'perch', name: 'Perch' },
  ],
  groceryCategories: [{ id: 'fish', name: 'Fish', color: '', inList: true, deleted: false, stamp: 1 }],
  savedLists: [],
  profile: [{ id: 'profile', listName: 'Old list', deleted: false, stamp: 1 }],
  outbox: [{ patches: [{ table: 'items', id: 'zander', fields: { checked: true } }], id: 'one' }],
  history: [{ id: '1', diff: { items: [TICK], categories: [], savedLists: [], profile: [] }, undone: false }],
  meta: [],
};

/** Runs in the page. */
async function storeVersion2(records: Record<string, readonly object[]>): Promise<void> {
  const opening = indexedDB.open('checklist:demo-user', 2);
  opening.addEventListener('upgradeneeded', () => {
    for (const [name, values] of Object.entries(records)) {
      const isRowStore = !['outbox', 'history', 'meta'].includes(name);
      const keys = { outbox: { autoIncrement: true }, meta: {} }[name] ?? { keyPath: 'id' };
      const store = opening.result.createObjectStore(name, keys);
      if (isRowStore) store.createIndex('stamp', 'stamp');
      for (const value of values) store.put(value);
      if (name === 'meta') store.put(1, 'stamp');
    }
  });
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  opening.result.close();
}
