/** The watch of a shopping trip, on a real store: other devices, other tabs, Undo and reloads. */
import { expect, test } from 'vitest';
import { EMPTY_CONTENTS } from '#core/list/contents.ts';
import type { Item, Row } from '#core/list/row.ts';
import { categoryRow, itemRow } from '#core/testing/contents.ts';
import type { Trip } from '#core/trip/trip.ts';
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

async function setUp() {
  const disk = createFakeDisk({ isManual: false });
  const clock = createFakeClock();
  const store = await openTab(disk, FIRST, clock);
  let stored: Trip | null = null;
  const storage = {
    read: () => Promise.resolve(structuredClone(stored)),
    write(trip: Trip): void {
      stored = trip;
    },
  };
  const open = (): Promise<TripWatch> => openTripWatch({ store, storage, clock });
  let received = 0;
  return {
    store,
    clock,
    open,
    /** An item that another device wrote. */
    receive: (item: Row<Item>): Promise<void> => {
      received += 1;
      return store.loadIncoming({
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

test('[O5] only ticks in Shop mode count, and listeners hear of each item and of its end', async () => {
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

test('[O5] Undo and Redo are no walk: Undo of Uncheck all passes nothing', async () => {
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

test('[O5] what another tab of this device adds is no news', async () => {
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
