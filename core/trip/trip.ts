/** A shopping trip in Shop mode: which categories the shopper has passed, and what others have added behind them (product O5). */
import type { RowDiff } from '#core/diff/diff.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import { liveRow, type List } from '#core/list/list.ts';
import type { Item } from '#core/list/row.ts';
import { isForOtherStore } from '#core/stores/stores.ts';
import { TRIP_MS } from './trip-time.ts';

/** The data of a trip. It is kept only on the device. */
export type Trip = {
  /** The shopper's ticks that were not taken back, in order. Each item occurs once. */
  readonly ticks: readonly TripTick[];
  /** Items that others added to categories that had been passed at that moment, latest first. Each item occurs once. */
  readonly behind: readonly ItemBehind[];
  /** Items that others removed from categories that had been passed: they are not reported if they come back, for example by Undo. Missing if there are none. */
  readonly removed?: readonly string[] | null | undefined;
  /** The time of the last tick, in milliseconds since 1970. */
  readonly lastTickAt: number;
  /** The store that was chosen (product O2); null or missing if none was. */
  readonly store?: StoreId | null | undefined;
  /** Whether its walk has been learned (core/trip/walked-order.ts). */
  readonly isLearned: boolean;
};

type TripTick = { readonly itemId: string; readonly categoryId: string };

export type ItemBehind = {
  readonly itemId: string;
  /** Whether the item is new. Otherwise it was moved there, or unchecked. */
  readonly isNew: boolean;
};

export const NO_TRIP: Trip = { ticks: [], behind: [], lastTickAt: 0, isLearned: false };

/** The maximum number of items behind the shopper; the latest are kept. */
const MAX_BEHIND = 100;

/** The trip, if it is still under way at this time; otherwise an empty one. */
export const currentTrip = (trip: Trip, now: number): Trip =>
  trip.ticks.length > 0 && Math.abs(now - trip.lastTickAt) < TRIP_MS ? trip : NO_TRIP;

/**
 * The categories that the shopper has passed: something was ticked there, and then in another category. The order of the ticks
 * matters, not the order on the screen, which may be alphabetical (decision 76).
 */
export function passedCategories({ ticks }: Pick<Trip, 'ticks'>): ReadonlySet<string> {
  const passed = new Set(ticks.map(({ categoryId }) => categoryId));
  // The shopper is there now.
  passed.delete(ticks.at(-1)?.categoryId ?? '');
  return passed;
}

/** The list after a change, and the chosen store. */
type Place = { readonly list: List; readonly store: StoreId | null };

/** Whether a trip is through the chosen store. */
export const isIn = (trip: Pick<Trip, 'store'>, store: StoreId | null): boolean => (trip.store ?? null) === store;

/**
 * Records the shopper's ticks in Shop mode. The first tick in another store begins another trip. Items that are tied to another
 * store are left out, because they were not on the way through this one.
 * @param now milliseconds since 1970
 * @returns the same trip if nothing was ticked
 */
export function recordTicks(
  trip: Trip,
  diffs: readonly RowDiff<'items'>[],
  { now, ...place }: Place & { readonly now: number },
): Trip {
  const added = diffs.filter(isTick).flatMap(({ id }) => tickOf(place, id));
  if (added.length === 0) return trip;
  const current = isIn(trip, place.store) ? currentTrip(trip, now) : NO_TRIP;
  const ids = new Set(added.map(({ itemId }) => itemId));
  const kept = current.ticks.filter(({ itemId }) => !ids.has(itemId));
  return { ...current, store: place.store, ticks: [...kept, ...added], lastTickAt: now };
}

/**
 * Takes back the ticks of items that the shopper unchecked or removed, even by Undo: 'Uncheck all' and 'Clear checked' end the trip.
 * @returns the same trip if there were none
 */
export function takeBackTicks(trip: Trip, diffs: readonly RowDiff<'items'>[]): Trip {
  const ids = new Set(diffs.filter(endsTick).map(({ id }) => id));
  const ticks = trip.ticks.filter(({ itemId }) => !ids.has(itemId));
  if (ticks.length === trip.ticks.length) return trip;
  return ticks.length === 0 ? NO_TRIP : { ...trip, ticks };
}

/**
 * Records a change from another tab or device.
 * @param isOwn whether the item's change was made on this device, in another tab
 * @returns the same trip if it did not change
 */
export function recordRemoteChange(
  trip: Trip,
  diffs: readonly RowDiff<'items'>[],
  { isOwn, ...place }: Place & { readonly isOwn: (row: RowDiff<'items'>) => boolean },
): Trip {
  const passed = isIn(trip, place.store) ? passedCategories(trip) : NOTHING_PASSED;
  if (passed.size === 0) return trip;
  const known = new Set(trip.removed);
  const arrived = diffs.filter(
    (row) =>
      isToGetNow(row, place) &&
      isNeeded(place, row.id, passed) &&
      !isOwn(row) &&
      !(row.after.deleted === false && known.has(row.id)),
  );
  const gone = diffs.filter(({ id, after }) => after.deleted === true && isLeftIn(place.list, id, passed));
  if (arrived.length + gone.length === 0) return trip;
  const latest = arrived.map(({ id, after }) => ({ itemId: id, isNew: after.deleted === false })).toReversed();
  return {
    ...trip,
    behind: [...latest, ...withoutItems(trip.behind, latest)].slice(0, MAX_BEHIND),
    removed: [...new Set([...known, ...gone.map(({ id }) => id)])],
  };
}

/** Whether a deleted item was not ticked, in one of the categories. */
function isLeftIn(list: List, itemId: string, categoryIds: ReadonlySet<string>): boolean {
  const item = list.items.get(itemId);
  return item !== undefined && !item.checked && categoryIds.has(item.category);
}

/** The items behind the shopper that are still needed, latest first. A category that the shopper has gone back to is no longer behind. */
export function itemsBehind(trip: Trip, place: Place): readonly ItemBehind[] {
  const passed = isIn(trip, place.store) ? passedCategories(trip) : NOTHING_PASSED;
  return trip.behind.filter(({ itemId }) => isNeeded(place, itemId, passed));
}

const NOTHING_PASSED: ReadonlySet<string> = new Set();

/** Forgets items behind the shopper, once the shopper has seen them. */
export const dismissBehind = (trip: Trip, seen: readonly ItemBehind[]): Trip => ({
  ...trip,
  behind: withoutItems(trip.behind, seen),
});

function withoutItems(items: readonly ItemBehind[], others: readonly ItemBehind[]): readonly ItemBehind[] {
  const ids = new Set(others.map(({ itemId }) => itemId));
  return items.filter(({ itemId }) => !ids.has(itemId));
}

const isTick = ({ before, after }: RowDiff<'items'>): boolean => before.checked === false && after.checked === true;

const endsTick = ({ after }: RowDiff<'items'>): boolean => after.checked === false || after.deleted === true;

/** Whether the change makes an item needed in its category: it was added, moved there or unchecked, or is no longer tied to another store. */
const isToGetNow = ({ before, after }: RowDiff<'items'>, { list, store }: Place): boolean =>
  after.deleted === false ||
  after.checked === false ||
  after.category !== undefined ||
  isForOtherStore(list, before, store);

/** Whether an item is still needed, in one of the categories. */
function isNeeded(place: Place, itemId: string, categoryIds: ReadonlySet<string>): boolean {
  const item = itemIn(place, itemId);
  return item !== undefined && !item.checked && categoryIds.has(item.category);
}

function tickOf(place: Place, itemId: string): readonly TripTick[] {
  const item = itemIn(place, itemId);
  return item === undefined ? [] : [{ itemId, categoryId: item.category }];
}

/** The item, unless it was deleted or is for another store. */
function itemIn({ list, store }: Place, itemId: string): Item | undefined {
  const item = liveRow(list.items, itemId);
  return item === undefined || isForOtherStore(list, item, store) ? undefined : item;
}
