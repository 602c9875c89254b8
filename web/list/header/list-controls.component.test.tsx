/** What a tick renders above the list: nothing, unless it is the first or the last; and choosing a store: what is announced, and which categories are shown. */
import { Profiler } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useHeading } from '#web/shown-list/shown-list.ts';
import { GROCERIES, openInMemory, showList, showPart } from '#web/testing/show-list.tsx';
import { NoItems } from '#web/list/categories/no-items.tsx';
import { ListControls } from './list-controls.tsx';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import type { Store } from '#client/store/store.ts';
import { storeField, type Stores } from '#core/list/keyed-fields.ts';
import { LIST_ROW_ID } from '#core/list/row.ts';
import { untilStill } from '#web/testing/gestures.ts';
import { showShared } from '#web/testing/shared-list.ts';
import { announced, button, groupNames, itemBox } from '#web/testing/steps.ts';

const ignore = (): void => undefined;

const Count = () => <p>{useHeading().checked} in the basket</p>;

test('[L11] a tick renders the controls only if it changes what they offer', async () => {
  const open = await openInMemory(GROCERIES);
  const onRender = vi.fn<() => void>();
  await showPart(
    open,
    <>
      <Count />
      <Profiler id="controls" onRender={onRender}>
        <ListControls selected={null} isShopping={false} onSelect={ignore} onConfirm={ignore} onStores={ignore} />
        <NoItems onAddCategory={ignore} />
      </Profiler>
    </>,
  );
  const tick = (id: string, checked: boolean): void => {
    open.store.applyChange({ type: 'check-item', id, checked });
  };
  tick('milk', true);
  for (const name of ['Clear checked', 'Uncheck all']) await expect.element(button(name)).toBeVisible();
  onRender.mockClear();
  tick('eggs', true);
  await expect.element(page.getByText('2 in the basket')).toBeVisible();
  tick('eggs', false);
  await expect.element(page.getByText('1 in the basket')).toBeVisible();
  expect(onRender).not.toHaveBeenCalled();
  tick('milk', false);
  await expect.element(page.getByRole('button', { name: 'Clear checked' })).not.toBeInTheDocument();
  expect(onRender).toHaveBeenCalled();
});

const WITH_STORES = {
  categories: ['Bakery', 'Meat', 'Tea'].map((name) => categoryRow(name.toLowerCase(), { name })),
  items: [
    itemRow('bread', { name: 'Bread', category: 'bakery' }),
    itemRow('ham', { name: 'Ham', category: 'meat', store: 'market' }),
  ],
};

/** Shows a list with two stores. @returns the client's store, which has the list */
async function showStores(): Promise<Store> {
  const open = await openInMemory(WITH_STORES);
  open.store.applyChange({ type: 'add-store', id: 'aldi', name: 'Aldi' });
  open.store.applyChange({ type: 'add-store', id: 'market', name: 'Market' });
  await showList(WITH_STORES, { openList: () => Promise.resolve(open) });
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

test('[O2] [L6] if the first store arrives while the page is at the top, the store menu appears and hides nothing', async () => {
  await page.viewport(390, 500);
  const { store, receive } = await showShared();
  const items = Array.from({ length: 20 }, (_, at) => itemRow(`item-${at}`, { name: `Item ${at}` }));
  await receive({ items });
  await expect.element(itemBox('Item 19')).toBeInTheDocument();
  expect(window.scrollY).toBe(0);
  const stores: Stores = { [storeField('lidl')]: 'Lidl' };
  await receive({
    items,
    listRow: [{ id: LIST_ROW_ID, listName: 'My List', deleted: false, ...stores }],
  });
  await expect.element(button('Store: All stores')).toBeInViewport({ ratio: 1 });
  await untilStill();
  expect([store.view.stores().length, window.scrollY]).toEqual([1, 0]);
  await expect.element(button('Save List')).toBeInViewport({ ratio: 1 });
});

test('[O2] [D4] the store menu marks the chosen store, which has the focus', async () => {
  await showStores();
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  await button('Store: All stores').click();
  await expect.element(choice('All stores')).toHaveAttribute('aria-checked', 'true');
  await expect.element(choice('All stores')).toHaveFocus();
  await choice('Aldi').click();
  await button('Store: Aldi').click();
  await expect.element(choice('Aldi')).toHaveFocus();
  const checked = ['All stores', 'Aldi', 'Market'].map((name) => choice(name).element().ariaChecked);
  expect(checked).toEqual(['false', 'true', 'false']);
});
