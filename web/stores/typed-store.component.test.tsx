/** A store at the end of the text in the add field, in a real browser: `oat milk @ Lidl`. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { openInMemory, showList } from '#web/testing/show-list.tsx';
import { addField, addItem, announced, button, itemBox, press, row } from '#web/testing/steps.ts';

/** Shows a list with the stores Aldi and Lidl. */
async function showLidl(): Promise<void> {
  const open = await openInMemory({
    categories: [categoryRow('dairy', { name: 'Dairy' })],
    items: [itemRow('butter', { name: 'Butter' }), itemRow('feta', { name: 'Feta', store: 'aldi' })],
  });
  open.store.applyChange({ type: 'add-store', id: 'aldi', name: 'Aldi' });
  open.store.applyChange({ type: 'add-store', id: 'lidl', name: 'Lidl' });
  await showList({}, { openList: () => Promise.resolve(open) });
}

test('[O3] the item is tied to that store, which the bar shows beforehand; a store that the list does not have stays in the name', async () => {
  await showLidl();
  await addField().fill('2 l oat milk (barista) @ lidl');
  await expect.element(announced('Oat Milk · 2 l · Dairy · Lidl · barista')).toBeInTheDocument();
  await addItem('2 l oat milk (barista) @ lidl');
  await expect.element(row('Oat Milk barista · Lidl')).toBeVisible();
  await addItem('rice @ Tesco');
  await expect.element(itemBox('rice @ Tesco')).toBeVisible();
  await addField().fill('Cheese @ Lidl');
  await button('Keep as typed').click();
  await press('{Enter}');
  await expect.element(itemBox('Cheese @ Lidl')).toBeVisible();
});

test('[O3] [L13] a store that the list does not have can be added after the item, which is then assigned to it', async () => {
  await showLidl();
  await addItem('2 l oat milk @ Tesco');
  await button('Add store Tesco').click();
  await expect.element(row('Oat Milk Tesco')).toBeVisible();
  await expect.element(button('2 l, Oat Milk')).toBeVisible();
  await expect.element(itemBox('oat milk @ Tesco')).not.toBeInTheDocument();
  await expect.element(addField()).toHaveFocus();
  await addItem('zorblax @ Tesco');
  await expect.element(row('zorblax Tesco')).toBeVisible();
  await addItem('meet @ 5');
  await expect.element(itemBox('meet @ 5')).toBeVisible();
  await expect.element(button('Add store 5')).not.toBeInTheDocument();
});

test('[O3] the bar shows the whole name of the store beside a long name and an amount', async () => {
  await showLidl();
  await addField().fill('2 l unsweetened oat milk @ Lidl');
  const stores = page.getByRole('form', { name: 'Add an item' }).getByText('@ Lidl', { exact: true });
  // One of the two places is hidden, depending on the width.
  const shown = () => stores.elements().filter(({ clientWidth }) => clientWidth > 0);
  await expect.poll(shown).toHaveLength(1);
  expect(shown().map(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth || clientWidth < 30)).toEqual([false]);
});

test('[O3] an item of the list that is tied to none is tied to it, which the bar says; one that is tied to another store stays there', async () => {
  await showLidl();
  await addItem('butter @ Lidl');
  await expect.element(announced('Butter is already on the list, in Dairy, now for Lidl')).toBeVisible();
  await expect.element(row('Butter Lidl')).toBeVisible();
  await addItem('feta @ Lidl');
  await expect.element(announced('Feta is already on the list, in Dairy')).toBeVisible();
  await expect.element(row('Feta Aldi')).toBeVisible();
});

test('[O3] while a store is chosen, the bar says that an item for another one waits for that one', async () => {
  await showLidl();
  await button('Store: All stores').click();
  await page.getByRole('menuitemradio', { name: 'Lidl' }).click();
  await addItem('hummus @ aldi');
  await expect.element(announced('Hummus added for Aldi')).toBeVisible();
  await addItem('rice @ Lidl');
  await expect.element(announced('Rice added to')).toBeVisible();
});
