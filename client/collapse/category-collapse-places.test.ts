/** When rows move: ticked rows in Shop mode, and what others change. */
import { describe, expect, test } from 'vitest';
import { liveRow } from '#core/list/list.ts';
import type { Change } from '#core/change/change.ts';
import type { Store } from '#client/store/store.ts';
import { applyTo, check, ticked } from '#test/doubles/sample-list.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { createCategoryCollapse } from './category-collapse.ts';
import { LEAVE_MS } from './rest.ts';

const FIRST = {
  items: [itemRow('milk'), itemRow('eggs', { checked: true }), itemRow('ham', { category: 'deli' })],
  categories: [categoryRow('dairy'), categoryRow('deli')],
};

/** A list of two items of dairy, one of them ticked, and one of deli. */
async function setUp() {
  const disk = createFakeDisk({ isManual: false });
  const clock = createFakeClock();
  const store = await openTab(disk, FIRST, clock);
  return {
    ...createCategoryCollapse({ store, clock, collapsed: [], save: () => undefined }),
    advance: clock.advance,
    store,
    make: (change: Change) => applyTo(store, change),
    otherTab: () => openTab(disk, {}, clock),
  };
}

describe('in Shop mode', () => {
  async function setUpShop() {
    const shop = await setUp();
    shop.setShopping(true);
    const heard: string[] = [];
    for (const key of ['shown', 'shown:dairy', 'shown:deli', 'place:milk', 'place:eggs', 'place:ham'] as const) {
      shop.subscribe(key, () => heard.push(key));
    }
    const motions: string[] = [];
    shop.setMotion({
      setLeaving: (ids) => motions.push(ids === null ? 'stay' : `leave ${ids.join(' ')}`),
      move: (apply, isAtRest) => {
        motions.push(isAtRest ? 'move at rest' : 'move');
        return apply();
      },
    });
    const basket = () =>
      ['milk', 'eggs', 'ham'].filter((id) => {
        const item = liveRow(shop.store.list.items, id);
        return item !== undefined && shop.isInBasket(item);
      });
    const counts = () => [shop.countInList(), shop.countInList('dairy'), shop.countInList('deli')];
    return { ...shop, heard, motions, basket, counts };
  }

  test('[O3] [L14] items for other stores are not counted, whether ticked or not, and return when their store is chosen', async () => {
    const { store, make, advance, counts } = await setUpShop();
    for (const id of ['a', 'b']) make({ type: 'add-store', id, name: id });
    make({ type: 'set-store', ids: ['milk'], store: 'b' });
    store.chooseStore('a');
    expect(counts()).toEqual([1, 0, 1]);
    make(check('milk'));
    expect(counts()).toEqual([1, 0, 1]);
    make(check('milk', false));
    make(check('ham'));
    advance(2000 + LEAVE_MS);
    expect(counts()).toEqual([0, 0, 0]);
    store.chooseStore('b');
    expect(counts()).toEqual([1, 1, 0]);
  });

  test('[L14] ticked rows stay in place until two seconds pass without a touch, then leave together', async () => {
    const { make, advance, basket, counts, heard, motions, touch } = await setUpShop();
    expect([basket(), counts()]).toEqual([['eggs'], [2, 1, 1]]);
    make(check('milk'));
    advance(1500);
    make(check('ham'));
    advance(1500);
    touch();
    advance(2000);
    expect([basket(), counts(), heard]).toEqual([['eggs'], [2, 1, 1], []]);
    expect(motions).toEqual(['leave milk ham']);
    advance(LEAVE_MS);
    expect([basket(), counts()]).toEqual([
      ['milk', 'eggs', 'ham'],
      [0, 0, 0],
    ]);
    expect(heard).toEqual(['place:milk', 'place:ham', 'shown:dairy', 'shown:deli', 'shown']);
    expect(motions).toEqual(['leave milk ham', 'move at rest', 'stay']);
  });

  test('[L14] a resting row that is unticked stays, and a category without ticks at rest renders nothing', async () => {
    const { make, advance, basket, heard, motions } = await setUpShop();
    make(check('milk'));
    advance(500);
    make(check('milk', false));
    advance(10_000);
    expect([basket(), heard]).toEqual([['eggs'], []]);
    expect(motions).toEqual(['move at rest']);
  });

  test('[L14] an item that is given back stays in the basket until the list is at rest', async () => {
    const { make, advance, basket, counts, keepInBasket } = await setUpShop();
    keepInBasket('eggs');
    make(check('eggs', false));
    expect([basket(), counts()]).toEqual([['eggs'], [2, 1, 1]]);
    advance(2000 + LEAVE_MS);
    expect([basket(), counts()]).toEqual([[], [3, 2, 1]]);
  });

  test('[L14] Undo brings a row that has left back at once', async () => {
    const { make, advance, basket, counts, store } = await setUpShop();
    make(check('ham'));
    advance(2000 + LEAVE_MS);
    expect(basket()).toEqual(['eggs', 'ham']);
    store.undo();
    expect([basket(), counts()]).toEqual([['eggs'], [2, 1, 1]]);
  });

  test('[L14] what others tick or untick moves no row before the list is at rest', async () => {
    const { make, advance, basket, counts, otherTab } = await setUpShop();
    const other = await otherTab();
    make(check('ham'));
    applyTo(other, check('milk'));
    applyTo(other, check('eggs', false));
    await quiet();
    expect([basket(), counts()]).toEqual([['eggs'], [2, 1, 1]]);
    advance(2000 + LEAVE_MS);
    expect([basket(), counts()]).toEqual([
      ['milk', 'ham'],
      [1, 1, 0],
    ]);
  });

  test('[L14] a deleted item counts neither in the list nor in the basket', async () => {
    const { make, basket, counts, advance } = await setUpShop();
    make(check('milk'));
    make({ type: 'delete-item', id: 'milk' });
    expect(counts()).toEqual([1, 0, 1]);
    advance(10_000);
    make({ type: 'clear-checked' });
    expect(counts()).toEqual([1, 0, 1]);
    expect(basket()).toEqual([]);
  });
});

describe('while a finger is about to tap', () => {
  const names = (store: Store) =>
    store.view.blocks('dairy').flatMap(({ itemIds }) => itemIds.map((id) => store.list.items.get(id)?.name));

  test('[L6] what others add, rename and delete waits for rest, and their ticks show at once', async () => {
    const { advance, setPointerDown, store, otherTab } = await setUp();
    const other = await otherTab();
    setPointerDown(true);
    applyTo(other, { type: 'add-item', id: 'brie', name: 'Brie', category: 'dairy' });
    applyTo(other, { type: 'edit-item', id: 'eggs', name: 'Zebra milk', category: 'dairy' });
    applyTo(other, check('milk'));
    await quiet();
    expect(names(store)).toEqual(['eggs', 'milk']);
    expect(ticked(store)).toEqual(['eggs', 'milk']);
    advance(60_000);
    setPointerDown(false);
    advance(599);
    expect(names(store)).toEqual(['eggs', 'milk']);
    advance(1);
    expect(names(store)).toEqual(['Brie', 'milk', 'Zebra milk']);
  });

  test('[O2] [O3] [L6] a store that others remove moves no row before rest, also if all items are for other stores', async () => {
    const { advance, make, setPointerDown, store, otherTab } = await setUp();
    for (const id of ['a', 'b']) make({ type: 'add-store', id, name: id });
    make({ type: 'set-store', ids: ['milk', 'eggs', 'ham'], store: 'b' });
    store.chooseStore('a');
    await quiet();
    const other = await otherTab();
    setPointerDown(true);
    applyTo(other, { type: 'add-item', id: 'brie', name: 'Brie', category: 'dairy' });
    applyTo(other, { type: 'remove-store', id: 'b' });
    await quiet();
    expect(names(store)).toEqual([]);
    expect(store.view.otherStores().total).toBe(3);
    setPointerDown(false);
    advance(600);
    expect(names(store)).toEqual(['Brie', 'eggs', 'milk']);
    expect(store.view.stores()).toEqual([{ id: 'a', name: 'a' }]);
  });

  test('[L6] [Y5] without a touch, everything that others do shows at once, such as all pages of a download', async () => {
    const { store, otherTab } = await setUp();
    const other = await otherTab();
    for (const name of ['Brie', 'Cheddar']) {
      applyTo(other, { type: 'add-item', id: name, name, category: 'dairy' });
      await quiet();
    }
    expect(names(store)).toEqual(['Brie', 'Cheddar', 'eggs', 'milk']);
  });

  test('[L14] in Shop mode it waits for two seconds without a touch, and the shopper’s own changes to the row stay', async () => {
    const { make, advance, touch, setShopping, store, otherTab } = await setUp();
    const other = await otherTab();
    setShopping(true);
    touch();
    applyTo(other, { type: 'edit-item', id: 'milk', name: 'Oat milk', category: 'dairy' });
    applyTo(other, { type: 'delete-item', id: 'ham' });
    await quiet();
    make(check('milk'));
    make(check('ham'));
    advance(1999);
    expect(names(store)).toEqual(['eggs', 'milk']);
    expect(store.view.shownCategory('deli')?.total).toBe(1);
    advance(1 + LEAVE_MS);
    expect(names(store)).toEqual(['eggs', 'Oat milk']);
    expect(store.list.items.get('milk')).toMatchObject({ name: 'Oat milk', checked: true });
    expect(store.view.shownCategory('deli')?.total).toBe(0);
  });

  test('[L6] an action other than a tick shows what waits first, so that Add sees all of it', async () => {
    const { make, setPointerDown, store, otherTab } = await setUp();
    const other = await otherTab();
    make({ type: 'edit-item', id: 'ham', name: 'Cooked ham', category: 'deli' });
    setPointerDown(true);
    await quiet();
    applyTo(other, { type: 'edit-item', id: 'ham', name: 'Raw ham', category: 'deli' });
    applyTo(other, { type: 'add-item', id: 'brie', name: 'Brie', category: 'dairy' });
    await quiet();
    expect(names(store)).toEqual(['eggs', 'milk']);
    make({ type: 'add-item', id: 'brie2', name: 'brie', category: 'dairy' });
    expect(names(store)).toEqual(['Brie', 'eggs', 'milk']);
    expect(store.list.items.get('ham')?.name).toBe('Raw ham');
  });
});
