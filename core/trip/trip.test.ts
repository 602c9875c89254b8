/** What a shopping trip knows: passed categories, and what others add behind the shopper. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '#core/change/change.ts';
import { type Diff, reverseDiff, rowDiffsOf } from '#core/diff/diff.ts';
import { liveRow, liveRows, type List } from '#core/list/list.ts';
import { categoryRow, change, itemRow, memoryOf } from '#core/testing/contents.ts';
import {
  currentTrip,
  dismissBehind,
  itemsBehind,
  NO_TRIP,
  passedCategories,
  recordRemoteChange,
  recordTicks,
  takeBackTicks,
  type Trip,
} from './trip.ts';
import { TRIP_MS } from './trip-time.ts';

const CATEGORIES = ['bakery', 'dairy', 'deli', 'produce'];
const ITEMS = CATEGORIES.flatMap((category) =>
  ['1', '2', '3'].map((number) => itemRow(`${category}${number}`, { category })),
);

/** A trip through a list with three items in each of four categories. */
function startTrip() {
  const memory = memoryOf({ items: ITEMS, categories: CATEGORIES.map((id) => categoryRow(id)) });
  const { list } = memory;
  let trip: Trip = NO_TRIP;
  let store: string | null = null;
  const own = (wanted: Change, now = 0): void => {
    const rows = rowDiffsOf(change(memory, wanted), 'items');
    trip = recordTicks(takeBackTicks(trip, rows), rows, { list, store, now });
  };
  return {
    list,
    own,
    tick: (id: string, now = 0) => own({ type: 'check-item', id, checked: true }, now),
    untick: (id: string) => own({ type: 'check-item', id, checked: false }),
    /** @returns undoes it */
    remote: (wanted: Change, isOwn = false): (() => void) => {
      const record = (diff: Diff): void => {
        trip = recordRemoteChange(trip, rowDiffsOf(diff, 'items'), { list, store, isOwn: () => isOwn });
      };
      const done = change(memory, wanted);
      record(done);
      return () => {
        const undo = reverseDiff(list, done);
        memory.apply(undo);
        record(undo);
      };
    },
    dismiss: (): void => {
      trip = dismissBehind(trip, itemsBehind(trip, { list, store }));
    },
    choose: (next: string | null): void => void (store = next),
    trip: () => trip,
    passed: () => [...passedCategories(trip)],
    behind: () => itemsBehind(trip, { list, store }).map(({ itemId, isNew }) => (isNew ? `${itemId} new` : itemId)),
  };
}

const add = (id: string, category: string): Change => ({ type: 'add-item', id, name: id, category });

test('[O5] when others undo an Empty, what the shopper had passed before is no news, and what was behind still is', () => {
  const { tick, remote, behind } = startTrip();
  tick('produce1');
  tick('dairy1');
  remote(add('grapes', 'produce'));
  const undo = remote({ type: 'create-empty-list', load: { id: 'empty', name: 'Empty List' } });
  expect(behind()).toEqual([]);
  undo();
  expect(behind()).toEqual(['grapes new']);
});

test('[O5] an item that was off the list when the shopper passed its category is news when others bring it back', () => {
  const { tick, remote, behind } = startTrip();
  const undo = remote({ type: 'delete-item', id: 'produce2' });
  tick('produce1');
  tick('dairy1');
  undo();
  expect(behind()).toEqual(['produce2 new']);
});

test('[O5] a category is passed once something was ticked there and then in another one, in the order of the ticks', () => {
  const { tick, passed } = startTrip();
  expect(passed()).toEqual([]);
  tick('produce1');
  tick('produce2');
  expect(passed()).toEqual([]);
  tick('bakery1');
  expect(passed()).toEqual(['produce']);
  tick('dairy1');
  expect(passed()).toEqual(['produce', 'bakery']);
  // The shopper has gone back.
  tick('produce3');
  expect(passed()).toEqual(['bakery', 'dairy']);
});

test('[O5] what others add, move or uncheck in a passed category counts, even a second item; elsewhere it does not', () => {
  const { tick, remote, behind } = startTrip();
  remote(add('yogurt', 'dairy'));
  tick('dairy1');
  tick('deli1');
  remote(add('cream', 'dairy'));
  remote(add('ham', 'deli'));
  remote(add('bread', 'bakery'));
  expect(behind()).toEqual(['cream new']);
  remote({ type: 'edit-item', id: 'produce1', name: 'produce1', category: 'dairy' });
  remote({ type: 'check-item', id: 'dairy1', checked: false });
  expect(behind()).toEqual(['dairy1', 'produce1', 'cream new']);
  // A new name or amount is no reason to go back.
  remote({ type: 'edit-item', id: 'dairy2', name: 'Quark', category: 'dairy' });
  expect(behind()).toHaveLength(3);
});

test('[O5] a change in another tab of this device is not reported', () => {
  const { tick, remote, behind } = startTrip();
  tick('dairy1');
  tick('deli1');
  remote(add('cream', 'dairy'), true);
  expect(behind()).toEqual([]);
});

test('[O5] an item disappears from the notice when it is ticked, removed or moved away, and all disappear when they are dismissed', () => {
  const { tick, remote, dismiss, behind } = startTrip();
  tick('dairy1');
  tick('deli1');
  for (const name of ['cream', 'quark', 'whey', 'feta']) remote(add(name, 'dairy'));
  remote({ type: 'check-item', id: 'cream', checked: true });
  remote({ type: 'delete-item', id: 'quark' });
  remote({ type: 'edit-item', id: 'whey', name: 'whey', category: 'produce' });
  expect(behind()).toEqual(['feta new']);
  dismiss();
  expect(behind()).toEqual([]);
  remote(add('kefir', 'dairy'));
  expect(behind()).toEqual(['kefir new']);
});

test('[O5] a shopper who goes back needs no notice, until they pass the category again', () => {
  const { tick, remote, behind } = startTrip();
  tick('dairy1');
  tick('deli1');
  remote(add('cream', 'dairy'));
  tick('dairy2');
  expect(behind()).toEqual([]);
  tick('deli2');
  expect(behind()).toEqual(['cream new']);
});

test('[O5] a tick that is taken back no longer counts, and Uncheck all or Clear checked ends the trip', () => {
  for (const end of ['uncheck-all', 'clear-checked'] as const) {
    const { own, tick, untick, remote, trip, passed } = startTrip();
    tick('dairy1');
    tick('deli1');
    untick('deli1');
    expect(passed()).toEqual([]);
    tick('produce1');
    remote(add('cream', 'dairy'));
    own({ type: end });
    expect(trip()).toBe(NO_TRIP);
  }
});

test('[O5] someone else’s Clear checked does not change where the shopper was', () => {
  const { tick, remote, passed } = startTrip();
  tick('dairy1');
  tick('deli1');
  remote({ type: 'clear-checked' });
  expect(passed()).toEqual(['dairy']);
});

test('[O5] a trip ends after three hours without a tick, even if the clock was set back', () => {
  const { tick, passed, trip } = startTrip();
  tick('dairy1', 1000);
  tick('deli1', TRIP_MS);
  expect(passed()).toEqual(['dairy']);
  expect(currentTrip(trip(), 2 * TRIP_MS - 1)).toBe(trip());
  expect(currentTrip(trip(), 2 * TRIP_MS)).toBe(NO_TRIP);
  expect(currentTrip(trip(), -1)).toBe(NO_TRIP);
  tick('produce1', 2 * TRIP_MS);
  expect(passed()).toEqual([]);
});

type StartedTrip = ReturnType<typeof startTrip>;

/** The changes that others can make to an item. */
const STEPS: readonly ((trip: StartedTrip, id: string, category: string) => void)[] = [
  ({ tick }, id) => tick(id),
  ({ untick }, id) => untick(id),
  ({ remote }, id) => remote({ type: 'check-item', id, checked: false }),
  ({ remote }, id, category) => remote({ type: 'edit-item', id, name: id, category }),
  ({ remote }, id) => remote({ type: 'delete-item', id }),
  ({ dismiss }) => dismiss(),
];

/** The ids of the items that are still needed. */
const left = (list: List): readonly string[] =>
  liveRows(list.items).flatMap(({ id, checked }) => (checked ? [] : [id]));

test('[O3] [O5] in a store, items for other stores are neither ticked on the way nor behind the shopper', () => {
  const { own, tick, untick, remote, behind, passed, choose, trip } = startTrip();
  for (const id of ['a', 'b']) own({ type: 'add-store', id, name: id });
  own({ type: 'set-store', ids: ['deli1', 'bakery2'], store: 'b' });
  choose('a');
  for (const id of ['bakery1', 'deli1', 'dairy1']) tick(id);
  expect([passed(), trip().store]).toEqual([['bakery'], 'a']);
  remote({ type: 'add-item', id: 'rolls', name: 'rolls', category: 'bakery', store: 'b' });
  expect(behind()).toEqual([]);
  remote({ type: 'set-store', ids: ['rolls', 'bakery2'], store: 'a' });
  expect(behind()).toEqual(['bakery2', 'rolls']);
  choose('b');
  expect(behind()).toEqual([]);
  untick('deli1');
  tick('deli1');
  expect(trip()).toMatchObject({ store: 'b', ticks: [{ itemId: 'deli1' }] });
});

test('[O2] [O5] the next trip through a store begins with its first tick, although the app stayed open', () => {
  const { tick, passed, choose, trip } = startTrip();
  choose('a');
  tick('bakery1');
  tick('dairy1', TRIP_MS);
  tick('deli1', TRIP_MS + 1);
  expect([passed(), trip().store]).toEqual([['dairy'], 'a']);
});

test('[O5] on any trip, every item behind the shopper is still needed, in a category that was ticked and is not the last one', () => {
  const step = fc.tuple(fc.constantFrom(...STEPS), fc.constantFrom(...ITEMS), fc.constantFrom(...CATEGORIES));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const started = startTrip();
      for (const [take, { id }, to] of steps) {
        if (liveRow(started.list.items, id) !== undefined) take(started, id, to);
        const { ticks, behind } = started.trip();
        for (const { itemId } of itemsBehind(started.trip(), { list: started.list, store: null })) {
          const category = liveRow(started.list.items, itemId)?.category;
          expect(left(started.list)).toContain(itemId);
          expect(category).not.toBe(ticks.at(-1)?.categoryId);
          expect(ticks.map(({ categoryId }) => categoryId)).toContain(category);
        }
        for (const rows of [ticks, behind]) expect(new Set(rows.map(({ itemId }) => itemId)).size).toBe(rows.length);
      }
    }),
  );
});
