/** The offer of the order in which the shopper walked, in a real browser. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { NO_TRIP } from '#core/trip/trip.ts';
import type { WalkMemories } from '#core/trip/walked-order.ts';
import type { TripStorage } from '#client/ports/storage.ts';
import type { Store } from '#client/store/store.ts';
import { openInMemory, showList } from '#web/testing/show-list.tsx';
import { button, dialog, itemBox, looksIn } from '#web/testing/steps.ts';

const NAMES = ['Bakery', 'Cheese', 'Deli', 'Fish', 'Herbs', 'Produce', 'Spices', 'Tea'];
const AISLES = {
  categories: NAMES.map((name) => categoryRow(name.toLowerCase(), { name })),
  items: NAMES.map((name) => itemRow(`my ${name}`, { name: `My ${name}`, category: name.toLowerCase() })),
};
const WALKED = NAMES.toReversed();
const idsOf = (names: readonly string[]) => names.map((name) => name.toLowerCase());

/** The walks stored on the device. */
let memory: WalkMemories;

const TWO_WALKS = { walks: [idsOf(WALKED), idsOf(WALKED)], asks: true };

const trips: TripStorage = {
  read: () => Promise.resolve({ trip: NO_TRIP, memory }),
  writeTrip() {},
  updateMemory(change) {
    memory = change(memory);
  },
};

beforeEach(async () => {
  memory = TWO_WALKS;
  await showList(AISLES, { openList: () => openInMemory(AISLES, trips) });
  await walk();
});

/** A trip through all categories. */
async function walk(): Promise<void> {
  await button('Shop mode').click();
  for (const name of WALKED) await itemBox(`My ${name}`).click();
  await button('Done').click();
}

const offer = () => dialog('Use the order you walked?');
const namesIn = (title: string) =>
  offer()
    .getByRole('region', { name: title })
    .getByRole('listitem')
    .elements()
    .map((entry) => entry.textContent);
const sections = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map((heading) => heading.textContent.replace(/ .*/u, ''));

test('[O4] after a trip, both orders are side by side; one press accepts the walked order, and Undo restores the old one', async () => {
  await expect.element(offer()).toBeVisible();
  expect(namesIn('Now')).toEqual(NAMES);
  expect(namesIn('As you walked')).toEqual(WALKED);
  expect(looksIn(offer())).toMatchObject({ 'Use this order': 'primary' });
  await button('Use this order', offer()).click();
  await expect.element(offer()).not.toBeInTheDocument();
  await expect.poll(sections).toEqual(WALKED);
  await button('Undo: Categories arranged').click();
  await expect.poll(sections).toEqual(NAMES);
});

test('[O4] the buttons stay in view below long orders', async () => {
  await page.viewport(320, 500);
  await expect.element(button('Use this order', offer())).toBeInViewport({ ratio: 1 });
});

test('[O4] closing the offer changes nothing, and the offer does not reappear right away', async () => {
  await button('Close', offer()).click();
  await expect.poll(sections).toEqual(NAMES);
  expect(memory).toMatchObject({ walks: [], asks: true });
  await button('Shop mode').click();
  await button('Done').click();
  await expect.element(button('Shop mode')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('[O4] “Don’t ask again” is kept on the device', async () => {
  await button('Don’t ask again', offer()).click();
  await expect.element(offer()).not.toBeInTheDocument();
  await expect.poll(sections).toEqual(NAMES);
  expect(memory).toMatchObject({ walks: [], asks: false });
});

/** Walks through the store Aldi. @returns the client's store, which has the list */
async function walkAtAldi(): Promise<Store> {
  memory = { ...TWO_WALKS, stores: [{ id: 'aldi', ...TWO_WALKS }] };
  const open = await openInMemory(AISLES, trips);
  open.store.applyChange({ type: 'add-store', id: 'aldi', name: 'Aldi' });
  open.store.chooseStore('aldi');
  await showList(AISLES, { openList: () => Promise.resolve(open) });
  await walk();
  return open.store;
}

const atAldi = dialog('Use the order you walked at Aldi?');

test('[O4] [O2] with a store chosen, the offer names it, and the accepted order is only that store’s', async () => {
  await walkAtAldi();
  await button('Use this order', atAldi).click();
  await expect.element(atAldi).not.toBeInTheDocument();
  await expect.poll(sections).toEqual(WALKED);
  await button('Store: Aldi').click();
  await page.getByRole('menuitemradio', { name: 'All stores' }).click();
  await expect.poll(sections).toEqual(NAMES);
});

test('[O4] [O2] the offer closes if someone removes the store, and nothing is arranged', async () => {
  const store = await walkAtAldi();
  await expect.element(atAldi).toBeVisible();
  store.applyChange({ type: 'remove-store', id: 'aldi' });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Store: Aldi')).not.toBeInTheDocument();
  expect(sections()).toEqual(NAMES);
  // The walks without a store are kept.
  expect(memory).toMatchObject(TWO_WALKS);
});
