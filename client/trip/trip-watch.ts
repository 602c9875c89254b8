/**
 * Follows a shopping trip: the shopper's ticks in Shop mode, and what others add behind them (product O5). From the order of the
 * ticks it learns how the shopper walks through the store (product O4).
 */
import { rowDiffsOf, type RowDiff } from '#core/diff/diff.ts';
import { createListeners } from '#core/listeners.ts';
import {
  currentTrip,
  dismissBehind,
  itemsBehind,
  NO_TRIP,
  recordRemoteChange,
  recordTicks,
  takeBackTicks,
  type ItemBehind,
  type Trip,
} from '#core/trip/trip.ts';
import {
  findWalkedOrder,
  NO_WALKS,
  rememberWalk,
  toWalk,
  type Walk,
  type WalkMemory,
} from '#core/trip/walked-order.ts';
import type { Clock } from '#client/ports/clock.ts';
import type { TripStorage } from '#client/ports/storage.ts';
import type { Store } from '#client/store/store.ts';

export type TripWatch = {
  /** The items behind the shopper, latest first; the same array until they change. */
  readonly behind: () => readonly ItemBehind[];
  /** Hides the shown items until someone adds another one. */
  readonly dismiss: () => void;
  /**
   * The order to offer now that the shopper has left Shop mode; null to ask nothing.
   * @param shown the ids of the categories in their current order
   */
  readonly walkedOrder: (shown: readonly string[]) => readonly string[] | null;
  /**
   * The shopper has answered an offer. The next one takes as many walks as the first.
   * @param asksAgain whether to offer anything again
   */
  readonly answer: (asksAgain: boolean) => void;
  /** Only ticks in Shop mode count. */
  readonly setShopping: (isShopping: boolean) => void;
  readonly onChange: (listener: () => void) => () => void;
  readonly close: () => void;
};

type TripParts = {
  readonly store: Pick<Store, 'list' | 'patches' | 'onDiff'>;
  readonly storage: TripStorage;
  readonly clock: Pick<Clock, 'now'>;
};

/** Reads the trip that was under way when the app was last open, and continues it. */
export async function openTripWatch({ store, storage, clock }: TripParts): Promise<TripWatch> {
  const { list } = store;
  const listeners = createListeners();
  const stored = (await storage.read()) ?? { trip: NO_TRIP, memory: NO_WALKS };
  let trip = currentTrip(stored.trip, clock.now());
  let memory = learn(stored.memory, stored.trip, trip);
  let behind = itemsBehind(trip, list);
  let isShopping = false;
  const show = (): void => {
    const next = itemsBehind(trip, list);
    if (next.length === behind.length && next.every((item, at) => item === behind[at])) return;
    behind = next;
    listeners.notify();
  };
  const set = (next: Trip, learned = learn(memory, trip, next)): void => {
    if (next !== trip || learned !== memory) storage.write({ trip: next, memory: learned });
    [trip, memory] = [next, learned];
    show();
  };
  const isOwn = (row: RowDiff<'items'>): boolean => isUnsent(store, row);
  const stop = store.onDiff((diff, source) => {
    const rows = rowDiffsOf(diff, 'items');
    if (rows.length === 0) return;
    const now = clock.now();
    if (source === 'remote') return set(recordRemoteChange(currentTrip(trip, now), rows, { list, isOwn }));
    const kept = takeBackTicks(trip, rows);
    // Undo of 'Uncheck all' ticks everything again, but the shopper did not walk anywhere.
    set(source === 'user' && isShopping ? recordTicks(kept, rows, { list, now }) : kept);
  });
  return {
    behind: () => behind,
    dismiss: () => set(dismissBehind(trip, behind)),
    walkedOrder: (shown) => (memory.asks ? findWalkedOrder(rememberWalk(memory.walks, walkOf(trip)), shown) : null),
    answer: (asksAgain) => set(trip, { walks: [], asks: asksAgain }),
    setShopping(next) {
      isShopping = next;
    },
    onChange: listeners.add,
    close: stop,
  };
}

const walkOf = ({ ticks }: Trip): Walk => toWalk(ticks.map(({ categoryId }) => categoryId));

/** Keeps the walk of a trip that has ended: the next trip starts without its ticks. */
function learn(memory: WalkMemory, trip: Trip, next: Trip): WalkMemory {
  const ids = new Set(next.ticks.map(({ itemId }) => itemId));
  if (trip.ticks.some(({ itemId }) => ids.has(itemId))) return memory;
  const walks = rememberWalk(memory.walks, walkOf(trip));
  return walks === memory.walks ? memory : { ...memory, walks };
}

/** Whether this device has not sent the change yet, so that another of its tabs made it. */
const isUnsent = ({ patches }: Pick<Store, 'patches'>, { id, after }: RowDiff<'items'>): boolean =>
  patches().some(
    (patch) =>
      patch.table === 'items' &&
      patch.id === id &&
      (['deleted', 'checked', 'category'] as const).some((name) => name in after && name in patch.fields),
  );
