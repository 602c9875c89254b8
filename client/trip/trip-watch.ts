/**
 * Follows a shopping trip: the shopper's ticks in Shop mode, and what others add behind them (product O5). From the order of the
 * ticks it learns how the shopper walks through the store (product O4).
 */
import { type RowDiff, rowDiffsOf } from '#core/diff/diff.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import { createListeners } from '#core/listeners.ts';
import {
  currentTrip,
  dismissBehind,
  isIn,
  type ItemBehind,
  itemsBehind,
  recordRemoteChange,
  recordTicks,
  takeBackTicks,
  type Trip,
} from '#core/trip/trip.ts';
import {
  changeWalks,
  findWalkedOrder,
  rememberWalk,
  toWalk,
  type Walk,
  type WalkMemories,
  type WalkMemory,
  walksIn,
} from '#core/trip/walked-order.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { TripStorage } from '#client/ports/storage.ts';
import type { Store } from '#client/store/store.ts';

export type TripWatch = {
  /** The items behind the shopper, latest first; the same array until they change. */
  readonly behind: () => readonly ItemBehind[];
  /** Whether something that was ticked in Shop mode in the last hours is still ticked. */
  readonly isUnderWay: () => boolean;
  /** Hides the shown items until someone adds another one. */
  readonly dismiss: () => void;
  /**
   * The order to offer for the chosen store, or for the list, now that the shopper has left Shop mode; null to ask nothing.
   * @param shown the ids of the categories in their current order
   */
  readonly walkedOrder: (shown: readonly string[]) => readonly string[] | null;
  /**
   * The shopper has answered an offer. The next one for this store takes as many walks as the first.
   * @param asksAgain whether to offer anything again
   */
  readonly answer: (asksAgain: boolean) => void;
  /** Only ticks in Shop mode count. */
  readonly setShopping: (isShopping: boolean) => void;
  readonly onChange: (listener: () => void) => () => void;
  readonly close: () => void;
};

type TripParts = {
  readonly store: Pick<Store, 'list' | 'patches' | 'onDiff' | 'view' | 'subscribe'>;
  readonly storage: TripStorage;
  readonly clock: Pick<Clock, 'now'>;
};

/** Reads the trip that was under way when the app was last open, and continues it. */
export async function openTripWatch({ store, storage, clock }: TripParts): Promise<TripWatch> {
  const stored = await storage.read();
  let { trip } = stored;
  const walks = createWalks({ store, storage }, stored.memory);
  const behind = createBehind(() => itemsBehind(trip, placeIn(store)));
  let isShopping = false;
  // Another tab may continue the trip, and then learns from it and writes it.
  const set = (next: Trip, isOwn = true): void => {
    const isOver = hasEnded(trip, next);
    if (isOver && !isOwn) return;
    if (isOver) walks.learn(trip);
    if (isOwn && next !== trip) storage.writeTrip(next);
    trip = next;
    behind.update();
  };
  set(currentTrip(trip, clock.now()));
  const stop = store.onDiff((diff, source) => {
    const rows = rowDiffsOf(diff, 'items');
    const isOwn = source !== 'remote' || isShopping;
    if (rows.length > 0) set(follow(trip, rows, { store, source, isShopping, now: clock.now() }), isOwn);
  });
  const stopStores = store.subscribe('stores', behind.update);
  return {
    behind: behind.items,
    isUnderWay: () => currentTrip(trip, clock.now()).ticks.length > 0,
    dismiss: () => set(dismissBehind(trip, behind.items())),
    walkedOrder: (shown) => walks.findOrder(trip, shown),
    answer(asksAgain) {
      walks.forget(asksAgain);
      if (trip.ticks.length > 0 && isIn(trip, store.view.chosenStore())) set({ ...trip, isLearned: true });
    },
    setShopping(next) {
      isShopping = next;
    },
    onChange: behind.onChange,
    close: () => [stop, stopStores].forEach((end) => end()),
  };
}

/** The items behind the shopper, the same array until they change. */
function createBehind(find: () => readonly ItemBehind[]) {
  const listeners = createListeners();
  let items = find();
  return {
    items: () => items,
    onChange: listeners.add,
    update: (): void => {
      const next = find();
      if (areSame(next, items)) return;
      items = next;
      listeners.notify();
    },
  };
}

const areSame = (a: readonly ItemBehind[], b: readonly ItemBehind[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

const placeIn = ({ list, view }: TripParts['store']) => ({ list, store: view.chosenStore() });

/** The walks of earlier trips through each store, in memory and on the disk. */
function createWalks({ store: { view }, storage }: Pick<TripParts, 'store' | 'storage'>, stored: WalkMemories) {
  let memory = stored;
  const change = (store: StoreId | null, next: (known: WalkMemory) => WalkMemory): void => {
    const known = view.stores().map(({ id }) => id);
    const update = (all: WalkMemories): WalkMemories => changeWalks(all, { store, known }, next);
    memory = update(memory);
    storage.updateMemory(update);
  };
  return {
    learn(trip: Trip): void {
      const walk = walkOf(trip);
      if (walk.length > 0)
        change(trip.store ?? null, ({ walks, asks }) => ({ walks: rememberWalk(walks, walk), asks }));
    },
    /** Forgets the walks through the chosen store. */
    forget: (asksAgain: boolean) => change(view.chosenStore(), ({ asks }) => ({ walks: [], asks: asks && asksAgain })),
    /** The order to offer for the chosen store, after one more trip if it was through that store. */
    findOrder(trip: Trip, shown: readonly string[]) {
      const store = view.chosenStore();
      const { walks, asks } = walksIn(memory, store);
      return asks ? findWalkedOrder(isIn(trip, store) ? rememberWalk(walks, walkOf(trip)) : walks, shown) : null;
    },
  };
}

type Followed = Pick<TripParts, 'store'> & {
  readonly source: Parameters<Parameters<Store['onDiff']>[0]>[1];
  readonly isShopping: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** The trip after a change of items. */
function follow(trip: Trip, rows: readonly RowDiff<'items'>[], { store, source, isShopping, now }: Followed): Trip {
  const place = placeIn(store);
  const isOwn = (row: RowDiff<'items'>): boolean => isUnsent(store, row);
  if (source === 'remote') return recordRemoteChange(currentTrip(trip, now), rows, { ...place, isOwn });
  const kept = takeBackTicks(trip, rows);
  // Undo of 'Uncheck all' ticks everything again, but the shopper did not walk anywhere.
  return source === 'user' && isShopping ? recordTicks(kept, rows, { ...place, now }) : kept;
}

/** The walk that can still be learned from a trip. */
const walkOf = ({ ticks, isLearned }: Trip): Walk =>
  isLearned ? [] : toWalk(ticks.map(({ categoryId }) => categoryId));

/** Whether the next trip has none of the ticks of this one. */
function hasEnded({ ticks }: Trip, next: Trip): boolean {
  const ids = new Set(next.ticks.map(({ itemId }) => itemId));
  return !ticks.some(({ itemId }) => ids.has(itemId));
}

/** Whether this device has not sent the change yet, so that another of its tabs made it. */
const isUnsent = ({ patches }: Pick<Store, 'patches'>, { id, after }: RowDiff<'items'>): boolean =>
  patches().some(
    (patch) =>
      patch.table === 'items' &&
      patch.id === id &&
      (['deleted', 'checked', 'category', 'store'] as const).some((name) => name in after && name in patch.fields),
  );
