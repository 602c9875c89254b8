/** The notice about items that others add behind the shopper, in Shop mode and a real browser. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Item, Row } from '#core/list/row.ts';
import { itemRow } from '#core/testing/contents.ts';
import { NO_PEOPLE, showShared } from '#web/testing/shared-list.ts';
import { ADA } from '#web/testing/show-list.tsx';
import { setTextSize } from '#web/testing/gestures.ts';
import { button, categoryButton, itemBox, listHeading, rowNames } from '#web/testing/steps.ts';

/** Opens Shop mode. New items were added by the account with this id. @param hasPeople whether that is known on this device */
async function shop(addedBy: string | null = 'ben', hasPeople = true) {
  let isHere = hasPeople;
  const people = { ...NO_PEOPLE, readPeople: () => Promise.resolve({ addedBy, tickedBy: null }) };
  const { trip, receive, notify } = await showShared({ people: () => (isHere ? people : null) });
  await trip.load();
  await button('Shop mode').click();
  return {
    letPeopleArrive: (): void => {
      isHere = true;
      notify();
    },
    receive: (name: string, fields: Partial<Row<Item>> = {}): Promise<void> =>
      receive({ items: [itemRow(name.toLowerCase(), { name, category: 'bakery', ...fields })] }),
  };
}

/** Walks past Bakery into Dairy, and waits until the ticked row has left. */
async function passBakery(): Promise<void> {
  await itemBox('Bread').click();
  await itemBox('Milk').click();
  await expect.element(itemBox('Milk')).not.toBeInTheDocument();
}

const notice = (text: string) => page.getByRole('status').filter({ hasText: text });

test('[O5] it says who added which item, leaves the rows in their order, and disappears when the item is ticked', async () => {
  const { receive } = await shop();
  await passBakery();
  const names = rowNames();
  await receive('Tofu', { category: 'dairy' });
  await expect.element(itemBox('Tofu')).toBeVisible();
  await expect.element(page.getByText('You have passed')).not.toBeInTheDocument();
  await receive('Tofu', { category: 'dairy', deleted: true });
  await receive('Rolls');
  await expect.element(notice('Ben added Rolls. You have passed Bakery.')).toBeVisible();
  expect(rowNames().filter((name) => name !== 'Rolls')).toEqual(names);
  await button('Ben added Rolls. You have passed Bakery.').click();
  await expect.element(itemBox('Rolls')).toHaveFocus();
  await itemBox('Rolls').click();
  await expect.element(page.getByText('You have passed')).not.toBeInTheDocument();
});

test('[O5] several items are counted, the latest is named, and all can be dismissed until another one arrives', async () => {
  const { receive } = await shop(ADA.id);
  await passBakery();
  for (const name of ['Rolls', 'Bagels', 'Buns']) await receive(name);
  const three = 'Buns was added. You have passed Bakery. 2 more items are in categories you have passed.';
  await expect.element(notice(three)).toBeVisible();
  await button('Dismiss').click();
  await expect.element(page.getByText('You have passed')).not.toBeInTheDocument();
  await receive('Scones');
  await expect.element(notice('Scones was added. You have passed Bakery.')).toBeVisible();
});

test('[O5] an item that was moved there or unchecked was not added', async () => {
  const { receive } = await shop();
  await passBakery();
  await receive('Eggs', { category: 'bakery' });
  await expect.element(notice('You still need Eggs. You have passed Bakery.')).toBeVisible();
});

test('[O5] it waits for the name of the person who added the item, so that it is announced once', async () => {
  const { receive, letPeopleArrive } = await shop('ben', false);
  await passBakery();
  await receive('Rolls');
  await expect.element(itemBox('Rolls')).toBeVisible();
  await expect.element(page.getByText('You have passed')).not.toBeInTheDocument();
  letPeopleArrive();
  await expect.element(notice('Ben added Rolls. You have passed Bakery.')).toBeVisible();
});

test('[O5] it appears only in Shop mode, and reappears when Shop mode is opened again', async () => {
  const { receive } = await shop();
  await passBakery();
  await button('Done').click();
  await receive('Rolls');
  await expect.element(categoryButton('Bakery (1/2)')).toBeVisible();
  await expect.element(page.getByText('You have passed')).not.toBeInTheDocument();
  await button('Shop mode').click();
  await expect.element(notice('Ben added Rolls. You have passed Bakery.')).toBeVisible();
  await expect.element(listHeading()).toHaveTextContent(/3\sleft$/u);
});

test('[O5] [D8] on the narrowest phone and with text at 200 %, a typical notice is not cut off, and the bar leaves half of the screen free', async () => {
  const { receive } = await shop();
  await passBakery();
  await page.viewport(320, 568);
  await setTextSize(200);
  await receive('Wholegrain rolls');
  const text = button('Ben added Wholegrain rolls. You have passed Bakery.');
  await expect.element(text).toBeVisible();
  const shown = text.element().firstElementChild;
  await expect.poll(() => (shown?.scrollHeight ?? 0) - (shown?.clientHeight ?? 0)).toBe(0);
  const bar = page.getByRole('group', { name: 'Shop mode' }).element();
  await expect.poll(() => bar.getBoundingClientRect().height).toBeLessThan(568 / 2);
});
