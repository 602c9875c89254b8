/** Choosing a store in a real browser: what is announced, and which categories are shown. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import type { Store } from '#client/store/store.ts';
import { openInMemory, showList } from '#web/testing/show-list.tsx';
import { announced, button, groupNames } from '#web/testing/steps.ts';

const GROCERIES = {
  categories: ['Bakery', 'Meat', 'Tea'].map((name) => categoryRow(name.toLowerCase(), { name })),
  items: [
    itemRow('bread', { name: 'Bread', category: 'bakery' }),
    itemRow('ham', { name: 'Ham', category: 'meat', store: 'market' }),
  ],
};

/** Shows a list with two stores. @returns the client's store, which has the list */
async function showStores(): Promise<Store> {
  const open = await openInMemory(GROCERIES);
  open.store.applyChange({ type: 'add-store', id: 'aldi', name: 'Aldi' });
  open.store.applyChange({ type: 'add-store', id: 'market', name: 'Market' });
  await showList(GROCERIES, { openList: () => Promise.resolve(open) });
  return open.store;
}

async function chooseAldi(): Promise<void> {
  await button('Store: All stores').click();
  await page.getByRole('menuitemradio', { name: 'Aldi' }).click();
}

test('[O2] [D4] what is shown for a store is announced, and not left in the page for screen readers to find', async () => {
  await showStores();
  const text = 'Your list for Aldi. 1 item for other stores, at the end';
  let wasAnnounced = false;
  const observer = new MutationObserver(() => {
    wasAnnounced ||= announced(text).query() !== null;
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await chooseAldi();
  await expect.poll(() => wasAnnounced).toBe(true);
  observer.disconnect();
  await expect.element(announced(text)).not.toBeInTheDocument();
});

test('[O3] a category is hidden while all of its items wait for other stores, unlike one without items', async () => {
  const store = await showStores();
  await chooseAldi();
  await expect.poll(groupNames).toEqual(['Bakery', 'Tea', 'Other stores (1)']);
  store.applyChange({ type: 'delete-item', id: 'ham' });
  await expect.poll(groupNames).toEqual(['Bakery', 'Meat', 'Tea']);
});
