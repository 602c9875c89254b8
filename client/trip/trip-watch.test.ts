/** The watch of a shopping trip, on a real store: other devices, other tabs, Undo and reloads. */
import { expect, test } from 'vitest';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import type { Item, Row } from '#core/list/row.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import type { TripStorage } from '#client/ports/storage.ts';
import { NO_TRIP, type Trip } from '#core/trip/trip.ts';
import { TRIP_MS } from '#core/trip/trip-time.ts';
import { NO_WALKS, type WalkMemories } from '#core/trip/walked-order.ts';
import { createFakeClock } from '#test/doubles/fake-clock.ts';
import { createFakeDisk } from '#test/doubles/fake-disk.ts';
import { openTab } from '#test/doubles/open-store.ts';
import { quiet } from '#test/doubles/quiet.ts';
import { applyTo, check } from '#test/doubles/sample-list.ts';
import { openTripWatch, type TripWatch } from './trip-watch.ts';

const FIRST = {
  items: [
    itemRow('milk'),
    itemRow('eggs'),
    itemRow('ham', { category: 'deli' }),
    itemRow('bread', { category: 'bakery', checked: true }),
  ],
  categories: [categoryRow('bakery'), categoryRow('dairy'), categoryRow('deli')],
};

async function setUp(first: typeof FIRST | typeof THINGS = FIRST) {
  const disk = createFakeDisk({ isManual: false });
  const clock = createFakeClock();
  const store = await openTab(disk, first, clock);
  let stored: { trip: Trip; memory: WalkMemories } = { trip: NO_TRIP, memory: NO_WALKS };
  const storage: TripStorage = {
    read: () => Promise.resolve(structuredClone(stored)),
    writeTrip(trip) {
      stored = { ...stored, trip };
    },
    updateMemory(change) {
      stored = { ...stored, memory: change(stored.memory) };
    },
  };
  const open = (tab = store): Promise<TripWatch> => openTripWatch({ store: tab, storage, clock });
  let received = 0;
  return {
    store,
    clock,
    open,
    stored: () => stored,
    /** An item that another device wrote. */
    receive: (item: Row<Item>): Promise<void> => {
      received += 1;
      return store.catchUp({
        outbox: [],
        compactedUpTo: 0,
        base: { ...EMPTY_CONTENTS, items: [item] },
        localSeq: received,
      });
    },
    otherTab: () => openTab(disk, {}, clock),
  };
}

const idsOf = (watch: TripWatch) => watch.behind().map(({ itemId }) => itemId);

test('[O5] only ticks in Shop mode count, and listeners are notified when an item appears and disappears', async () => {
  const { store, open, receive } = await setUp();
  const watch = await open();
  let heard = 0;
  watch.onChange(() => void (heard += 1));
  applyTo(store, check('milk'));
  applyTo(store, check('ham'));
  await receive(itemRow('cream'));
  expect(idsOf(watch)).toEqual([]);
  applyTo(store, check('milk', false));
  applyTo(store, check('ham', false));
  watch.setShopping(true);
  applyTo(store, check('milk'));
  applyTo(store, check('ham'));
  await receive(itemRow('quark'));
  await receive(itemRow('feta'));
  expect(idsOf(watch)).toEqual(['feta', 'quark']);
  const shown = watch.behind();
  applyTo(store, { type: 'rename-list', name: 'Party' });
  expect(watch.behind()).toBe(shown);
  applyTo(store, check('feta'));
  // Now the shopper is in Dairy.
  expect(idsOf(watch)).toEqual([]);
  expect(heard).toBe(3);
});

test('[O5] a trip is under way while something that was ticked in Shop mode is still ticked', async () => {
  const { store, open } = await setUp();
  const watch = await open();
  applyTo(store, check('milk'));
  expect(watch.isUnderWay()).toBe(false);
  watch.setShopping(true);
  applyTo(store, check('ham'));
  watch.setShopping(false);
  expect(watch.isUnderWay()).toBe(true);
  applyTo(store, { type: 'uncheck-all' });
  expect(watch.isUnderWay()).toBe(false);
});

test('[O5] Undo and Redo do not count as walking: Undo of Uncheck all passes nothing', async () => {
  const { store, open, receive } = await setUp();
  applyTo(store, check('milk'));
  applyTo(store, check('ham'));
  const watch = await open();
  watch.setShopping(true);
  applyTo(store, { type: 'uncheck-all' });
  store.undo();
  await receive(itemRow('cream'));
  expect(idsOf(watch)).toEqual([]);
});

test('[O5] an item that another tab of this device adds is not reported', async () => {
  const { store, open, receive, otherTab } = await setUp();
  const watch = await open();
  watch.setShopping(true);
  applyTo(store, check('milk'));
  applyTo(store, check('ham'));
  await quiet();
  const other = await otherTab();
  applyTo(other, { type: 'add-item', id: 'cream', name: 'Cream', category: 'dairy' });
  await quiet();
  expect(store.list.items.has('cream')).toBe(true);
  expect(idsOf(watch)).toEqual([]);
  await receive(itemRow('quark'));
  expect(idsOf(watch)).toEqual(['quark']);
});

test('[O4] another tab, which is not in Shop mode, neither learns the same walk again nor writes the trip', async () => {
  const { store, clock, open, stored, otherTab } = await setUp();
  const watch = await open();
  watch.setShopping(true);
  applyTo(store, check('milk'));
  applyTo(store, check('ham'));
  await quiet();
  const other = await otherTab();
  const idle = await open(other);
  clock.advance(TRIP_MS + 1);
  applyTo(store, check('eggs'));
  await quiet();
  expect(other.list.items.get('eggs')?.checked).toBe(true);
  expect(stored().memory.walks).toEqual([['dairy', 'deli']]);
  expect(stored().trip.ticks.map(({ itemId }) => itemId)).toEqual(['eggs']);
  idle.close();
});

test('[O5] a trip continues after a reload, before Shop mode is open again, until three hours after its last tick', async () => {
  const { store, clock, open, receive } = await setUp();
  const first = await open();
  first.setShopping(true);
  applyTo(store, check('milk'));
  applyTo(store, check('ham'));
  await receive(itemRow('cream'));
  first.close();
  const second = await open();
  expect(idsOf(second)).toEqual(['cream']);
  await receive(itemRow('quark'));
  expect(idsOf(second)).toEqual(['quark', 'cream']);
  second.dismiss();
  second.close();
  const third = await open();
  expect(idsOf(third)).toEqual([]);
  clock.advance(3 * 60 * 60 * 1000);
  await receive(itemRow('feta'));
  expect(idsOf(third)).toEqual([]);
});

const AISLES = Array.from({ length: 8 }, (_, at) => `aisle-${at}`);
const THINGS = {
  items: AISLES.map((category) => itemRow(`thing of ${category}`, { category })),
  categories: AISLES.map((id) => categoryRow(id)),
};

/** Walks through the aisles, and ends the trip by unchecking all. */
function walk({ store }: Awaited<ReturnType<typeof setUp>>, aisles: readonly string[]): void {
  for (const aisle of aisles) applyTo(store, check(`thing of ${aisle}`));
  applyTo(store, { type: 'uncheck-all' });
}

test('[O4] after a few trips in another order, that order is offered once, and again after just as many trips', async () => {
  const setup = await setUp(THINGS);
  const watch = await setup.open();
  watch.setShopping(true);
  const order = AISLES.toReversed();
  walk(setup, order);
  walk(setup, order);
  expect(watch.walkedOrder(AISLES)).toBeNull();
  // Before the trip ends, its ticks count.
  for (const aisle of order) applyTo(setup.store, check(`thing of ${aisle}`));
  expect(watch.walkedOrder(AISLES)).toEqual(order);
  expect(watch.walkedOrder(order)).toBeNull();
  watch.answer(true);
  expect(watch.walkedOrder(AISLES)).toBeNull();
  applyTo(setup.store, { type: 'uncheck-all' });
  // The third trip, which the answer was about, is not learned again.
  for (const _ of [4, 5]) {
    walk(setup, order);
    expect(watch.walkedOrder(AISLES)).toBeNull();
  }
  walk(setup, order);
  expect(watch.walkedOrder(AISLES)).toEqual(order);
});

test('[O4] a tick in another tab does not bring back the offers', async () => {
  const setup = await setUp(THINGS);
  const [first, second] = [await setup.open(), await setup.open()];
  second.setShopping(true);
  first.answer(false);
  walk(setup, AISLES.toReversed());
  const next = await setup.open();
  next.setShopping(true);
  for (const _ of [1, 2, 3]) walk(setup, AISLES.toReversed());
  expect(next.walkedOrder(AISLES)).toBeNull();
});

test('[O4] walks survive a reload and the three hours after which a trip ends; a shopper who chose not to be asked is not asked', async () => {
  const setup = await setUp(THINGS);
  const order = AISLES.toReversed();
  for (const day of [1, 2, 3]) {
    const watch = await setup.open();
    watch.setShopping(true);
    for (const aisle of order) applyTo(setup.store, check(`thing of ${aisle}`, true));
    watch.close();
    setup.clock.advance(day * TRIP_MS);
    applyTo(setup.store, { type: 'uncheck-all' });
  }
  const watch = await setup.open();
  expect(watch.walkedOrder(AISLES)).toEqual(order);
  watch.answer(false);
  watch.close();
  const next = await setup.open();
  next.setShopping(true);
  for (const _ of [1, 2, 3]) walk(setup, order);
  expect(next.walkedOrder(AISLES)).toBeNull();
});

test('[O2] [O4] walks are kept for each store, and so is the choice not to be asked again', async () => {
  const setup = await setUp(THINGS);
  const { store } = setup;
  const watch = await setup.open();
  watch.setShopping(true);
  for (const id of ['a', 'b']) applyTo(store, { type: 'add-store', id, name: id });
  const [up, down] = [AISLES.toReversed(), [...AISLES.slice(4), ...AISLES.slice(0, 4)]];
  for (const _ of [1, 2, 3]) {
    for (const [id, order] of [
      ['a', up],
      ['b', down],
    ] as const) {
      store.chooseStore(id);
      walk(setup, order);
    }
  }
  expect(watch.walkedOrder(AISLES)).toEqual(down);
  store.chooseStore('a');
  expect(watch.walkedOrder(AISLES)).toEqual(up);
  watch.answer(false);
  expect(watch.walkedOrder(AISLES)).toBeNull();
  store.chooseStore(null);
  expect(watch.walkedOrder(AISLES)).toBeNull();
  const next = await setup.open();
  store.chooseStore('b');
  expect(next.walkedOrder(AISLES)).toEqual(down);
  store.chooseStore('a');
  expect(next.walkedOrder(AISLES)).toBeNull();
});

test('[O2] [O5] choosing another store hides the items behind the shopper, and only a tick there begins another trip', async () => {
  const { store, open, receive } = await setUp();
  applyTo(store, { type: 'add-store', id: 'a', name: 'Market' });
  const watch = await open();
  watch.setShopping(true);
  applyTo(store, check('milk'));
  applyTo(store, check('ham'));
  await receive(itemRow('cream'));
  expect(idsOf(watch)).toEqual(['cream']);
  let heard = 0;
  watch.onChange(() => void (heard += 1));
  store.chooseStore('a');
  expect([idsOf(watch), heard]).toEqual([[], 1]);
  store.chooseStore(null);
  expect([idsOf(watch), heard]).toEqual([['cream'], 2]);
  store.chooseStore('a');
  applyTo(store, check('eggs'));
  store.chooseStore(null);
  expect(idsOf(watch)).toEqual([]);
});

test('[O4] ticks outside Shop mode do not count as a walk', async () => {
  const setup = await setUp(THINGS);
  const watch = await setup.open();
  for (const _ of [1, 2, 3]) walk(setup, AISLES.toReversed());
  expect(watch.walkedOrder(AISLES)).toBeNull();
});
