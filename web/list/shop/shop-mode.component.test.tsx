/** Shop mode in a real browser: what is left, the basket, Undo, and leaving. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { boxOf, untilStill } from '#web/testing/gestures.ts';
import { GROCERIES, openInMemory, restartDemo, showDemo, showList } from '#web/testing/show-list.tsx';
import {
  addField,
  addItem,
  announced,
  button,
  groupButton,
  itemBox,
  listHeading,
  looksIn,
  press,
} from '#web/testing/steps.ts';

beforeEach(async () => {
  await showList(GROCERIES);
});

test('[L14] the basket starts closed, shows its items by category, and gives one back', async () => {
  await itemBox('Milk').click();
  await itemBox('Butter').click();
  await button('Shop mode').click();
  const basket = button('In the basket (2)');
  await expect.element(basket).toHaveAttribute('aria-expanded', 'false');
  await basket.click();
  await expect.element(page.getByRole('heading', { level: 3, name: 'Dairy' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 3, name: 'Bakery' })).not.toBeInTheDocument();
  await itemBox('Milk').click();
  await expect.element(button('In the basket (1)')).toBeVisible();
  await expect.element(itemBox('Milk')).not.toBeChecked();
  await expect.element(announced('1 item in the basket, 3 left')).toBeInTheDocument();
});

test('[O4] [L14] what the shopper has collapsed stays collapsed when the code of the trip arrives late', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await showList(GROCERIES, {
    async openList() {
      const open = await openInMemory(GROCERIES);
      return { ...open, trip: { ...open.trip, load: () => promise.then(() => open.trip.load()) } };
    },
  });
  await button('Shop mode').click();
  await groupButton('Dairy').click();
  await expect.element(itemBox('Milk')).not.toBeInTheDocument();
  resolve();
  await promise;
  await itemBox('Bread').click();
  await expect.element(button('In the basket (1)')).toBeVisible();
  await expect.element(groupButton('Dairy')).toHaveAttribute('aria-expanded', 'false');
});

test('[L14] [O6] at the end it offers Clear checked, which returns to the list', async () => {
  await tickAll();
  await expect.element(announced('Everything is in the basket')).toBeVisible();
  await expect.element(announced('Clear checked removes the items you bought.')).toBeVisible();
  await button('Clear checked').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/0 items)');
  await button('Undo: 4 items cleared').click();
  await expect.element(listHeading()).toHaveTextContent('My List (4/4 items)');
});

test('[O6] at the end it offers Uncheck all for the next trip, which removes nothing and is one step', async () => {
  await tickAll();
  await expect.element(announced('Uncheck all keeps them for your next trip.')).toBeVisible();
  await button('Uncheck all').click();
  await expect.element(listHeading()).toHaveTextContent('My List (0/4 items)');
  await expect.element(button('Shop mode')).toBeVisible();
  await button('Undo: 4 items unchecked').click();
  await expect.element(listHeading()).toHaveTextContent('My List (4/4 items)');
});

test.each(['Clear checked', 'Uncheck all'])('[L14] [O6] %s at the end shows the list from its top', async (name) => {
  await page.viewport(390, 300);
  await tickAll();
  await expect.element(button(name)).toBeVisible();
  window.scrollTo(0, document.body.scrollHeight);
  expect(window.scrollY).toBeGreaterThan(0);
  await button(name).click();
  await expect.element(button('Shop mode')).toBeVisible();
  expect(window.scrollY).toBe(0);
});

test('[L14] an empty list says so; Add opens the add field, and what is added shows at once', async () => {
  await showList({ categories: GROCERIES.categories ?? [] });
  await button('Shop mode').click();
  const nothing = page.getByText('Your list is empty. Add an item to get started.');
  await expect.element(nothing).toBeVisible();
  await expect.element(button('Undo')).toBeDisabled();
  await button('Add').click();
  await expect.element(addField()).toHaveFocus();
  await addItem('Milk');
  await expect.element(itemBox('Milk')).toBeVisible();
  await expect.element(nothing).not.toBeInTheDocument();
  await itemBox('Milk').click();
  await expect.element(announced('Everything is in the basket')).toBeVisible();
  await addItem('Butter');
  await expect.element(itemBox('Butter')).toBeVisible();
  await expect.element(announced('Everything is in the basket')).not.toBeInTheDocument();
  await expect.element(listHeading()).toHaveTextContent(/ 1\sleft$/u);
});

test('[L14] Undo takes back only what was done on this trip, Redo repeats it, and both remember the trip after a restart', async () => {
  await showDemo();
  await itemBox('Apples').click();
  await button('Shop mode').click();
  await expect.element(button('Undo')).toBeDisabled();
  await press('{Control>}z{/Control}');
  await expect.element(announced('Nothing to undo')).toBeVisible();
  expect(looksIn()).toMatchObject({ Undo: 'quiet', Done: 'plain' });
  await itemBox('Bananas').click();
  await restartDemo();
  await button('Undo').click();
  await expect.element(button('Undo')).toBeDisabled();
  await expect.element(itemBox('Bananas')).not.toBeChecked();
  await button('Redo').click();
  await expect.element(listHeading()).toHaveTextContent(/ 128\sleft$/u);
  await expect.element(button('Redo')).toBeDisabled();
  await button('Undo').click();
  await button('Done').click();
  await button('Undo').first().click();
  await expect.element(itemBox('Apples')).not.toBeChecked();
});

test('[L14] on a wide screen, the bar at the bottom is as wide as the list', async () => {
  await page.viewport(1280, 800);
  await button('Shop mode').click();
  const list = page.getByRole('main').getByRole('list');
  const edges = (): readonly number[] => [
    boxOf(list.first()).x - boxOf(button('Undo')).x,
    boxOf(list.last()).right - boxOf(button('Done')).right,
  ];
  await expect.element(button('Done')).toBeVisible();
  await expect.poll(() => Math.max(...edges().map(Math.abs))).toBeLessThan(1);
});

test('[L14] Undo and Redo scroll to the one row that they change', async () => {
  await showDemo();
  await page.viewport(390, 500);
  await button('Shop mode').click();
  await itemBox('Apples').click();
  for (const name of ['Undo', 'Redo', 'Undo']) {
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(itemBox('Apples')).not.toBeInViewport();
    await button(name).click();
    await expect.element(itemBox('Apples')).toBeInViewport({ ratio: 1 });
  }
});

test('[L14] a toast and the last row are above the bar at the bottom', async () => {
  await showDemo();
  await button('Shop mode').click();
  await itemBox('Apples').click();
  await button('Undo').click();
  const toast = announced('Undone: Apples checked');
  await expect.element(toast).toBeVisible();
  await untilStill();
  const top = (): number => page.getByRole('group', { name: 'Shop mode' }).element().getBoundingClientRect().top;
  expect(toast.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top());
  window.scrollTo(0, document.documentElement.scrollHeight);
  const last = page.getByRole('main').getByRole('checkbox').last();
  await expect.poll(() => last.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top());
});

test('[L14] [D4] Undo and Redo look the same while both are off', async () => {
  await showDemo();
  await button('Shop mode').click();
  await expect.element(button('Undo')).toBeDisabled();
  await expect.element(button('Redo')).toBeDisabled();
  const [undo, redo] = [button('Undo'), button('Redo')].map((one) => getComputedStyle(one.element()));
  expect([redo?.color, redo?.opacity]).toEqual([undo?.color, undo?.opacity]);
});

test('[L14] leaving Shop mode during a trip keeps what Undo takes back, until the trip is over', async () => {
  await showDemo();
  await button('Shop mode').click();
  await itemBox('Apples').click();
  await button('Done').click();
  await button('Shop mode').click();
  await button('Undo').click();
  await expect.element(announced('Undone: Apples checked')).toBeVisible();
  await expect.element(button('Undo')).toBeDisabled();
  await button('Done').click();
  await itemBox('Apples').click();
  await button('Shop mode').click();
  await expect.element(button('Undo')).toBeDisabled();
});

test('[L14] Shop mode hides an earlier toast, so that no press on its Undo is an accident', async () => {
  await button('Delete Milk').click();
  await expect.element(announced('Milk deleted')).toBeVisible();
  await button('Shop mode').click();
  await expect.element(announced('Milk deleted')).not.toBeInTheDocument();
});

test('[D7] [D5] the shortcut starts in Shop mode, and the screen stays on until it ends', async () => {
  const request = vi.spyOn(navigator.wakeLock, 'request');
  onTestFinished(() => request.mockRestore());
  await showList(GROCERIES, { consumeLaunch: () => ({ action: 'shop', text: '' }) });
  await expect.element(button('Done')).toBeVisible();
  await expect.poll(() => request.mock.calls).toEqual([['screen']]);
});

test('[L14] Shop mode is still on when the phone has closed the page, until Done', async () => {
  await showDemo();
  await button('Shop mode').click();
  await itemBox('Apples').click();
  await restartDemo();
  await expect.element(button('Done')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent(/ 129\sleft$/u);
  await expect.element(button('In the basket (1)')).toBeVisible();
  await button('Done').click();
  await expect.element(button('Shop mode')).toBeVisible();
  await restartDemo();
  await expect.element(button('Shop mode')).toBeVisible();
  await expect.element(button('Done')).not.toBeInTheDocument();
});

test('[O3] [L14] with a chosen store, the end of the trip says what is left for other stores', async () => {
  await showList(GROCERIES, {
    async openList() {
      const open = await openInMemory(GROCERIES);
      open.store.applyChange({ type: 'add-store', id: 'aldi', name: 'Aldi' });
      open.store.applyChange({ type: 'add-store', id: 'market', name: 'Market' });
      open.store.applyChange({ type: 'set-store', ids: ['bread'], store: 'market' });
      return open;
    },
  });
  await button('Store: All stores').click();
  await page.getByRole('menuitemradio', { name: 'Aldi' }).click();
  for (const name of ['Butter', 'Eggs free range', 'Milk']) await itemBox(name).click();
  await button('Shop mode').click();
  await expect.element(announced('Everything for Aldi is in the basket. 1 item left for other stores.')).toBeVisible();
  await button('Other stores (1)').click();
  await itemBox('Bread Market').click();
  await expect.element(announced('Everything is in the basket')).toBeVisible();
});

/** Ticks everything, and opens Shop mode. */
async function tickAll(): Promise<void> {
  for (const name of ['Bread', 'Butter', 'Eggs free range', 'Milk']) await itemBox(name).click();
  await button('Shop mode').click();
}
