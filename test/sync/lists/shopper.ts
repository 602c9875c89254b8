/** A member who shops with one device: trips through a store teach the device an order, which the member accepts (product O4). */
import { toContents } from '#core/list/contents.ts';
import { isRankField, movedField, startField, type OrderOf, type Ranks } from '#core/list/keyed-fields.ts';
import { liveRow, type List } from '#core/list/list.ts';
import { createMemory } from '#core/memory/memory.ts';
import { readStores, storeName } from '#core/stores/stores.ts';
import { NO_TRIP, recordTicks, type Trip } from '#core/trip/trip.ts';
import {
  changeWalks,
  findWalkedOrder,
  NO_WALKS,
  rememberWalk,
  toWalk,
  walksIn,
  type Walk,
  type WalkMemories,
} from '#core/trip/walked-order.ts';
import { createListView } from '#core/view/list-view.ts';
import { ORDER } from '#test/doubles/open-store.ts';
import type { DeviceDouble } from '#test/sync/device-double.ts';
import { readView } from '#test/sync/disk-double.ts';
import { expectThat } from '#test/sync/fields.ts';
import { STEPS } from '#test/sync/rules.ts';
import type { ListsRules } from './rules.ts';

/** The same trip, several times. */
export type Trips = {
  /** The chosen store; null for none. */
  readonly store: OrderOf;
  /** The ids of the categories in the order in which the shopper walks through them. */
  readonly categories: readonly string[];
  readonly count: number;
};

export type Shopper = { readonly shop: (trips: Trips) => Promise<void> };

/** What the device learns is never synced, and is lost when the device removes the list. */
export function createShopper(device: DeviceDouble, rules: ListsRules): Shopper {
  let memory: WalkMemories = NO_WALKS;
  const readList = (): List => createMemory(toContents(readView(device.disk(), rules.steps))).list;
  const remember = (store: OrderOf, walks: (known: readonly Walk[]) => readonly Walk[]): void => {
    const known = readStores(readList()).map(({ id }) => id);
    memory = changeWalks(memory, { store, known }, (walked) => ({ ...walked, walks: walks(walked.walks) }));
  };
  const accept = (store: OrderOf, shown: readonly string[], order: readonly string[]): void => {
    const before = readList();
    const target = rules.ownOrderArranged ? store : null;
    device.applyChange({ type: 'arrange-categories', order, shown, store: target }, true);
    checkAccepted({ before, after: readList() }, store, order);
  };
  return {
    async shop({ store: wanted, categories, count }) {
      const store = storeName(readList(), wanted) === null ? null : wanted;
      const trip = await walk(device, readList, { store: rules.otherStoresSkipped ? store : null, categories });
      checkTicks(trip, readList(), store);
      const walked = toWalk(trip.ticks.map(({ categoryId }) => categoryId));
      for (let at = 0; at < count; at += 1) remember(store, (walks) => rememberWalk(walks, walked));
      const shown = shownIn(readList(), store);
      const order = findWalkedOrder(walksIn(memory, store).walks, shown);
      if (order === null) return;
      remember(store, () => []);
      accept(store, shown, order);
    },
  };
}

/** The ids of the categories in view on a device, in the order of a store. */
export const readShown = (device: DeviceDouble, store: OrderOf): readonly string[] =>
  shownIn(createMemory(toContents(readView(device.disk(), STEPS))).list, store);

const shownIn = (list: List, store: OrderOf): readonly string[] =>
  createListView(list, ORDER, { chosenStore: store }).shownCategoryIds();

/** Unchecks every item of the categories, and ticks them one after another. */
async function walk(
  device: DeviceDouble,
  readList: () => List,
  { store, categories }: Pick<Trips, 'store' | 'categories'>,
): Promise<Trip> {
  const ids = categories.flatMap((category) => [...(readList().itemIdsByCategory.get(category) ?? [])]);
  const set = (id: string, value: boolean) =>
    ({ table: 'items', id, field: 'checked', value, isWhole: false }) as const;
  await device.edit(ids.map((id) => set(id, false)));
  let trip = NO_TRIP;
  for (const id of ids) {
    await device.edit([set(id, true)]);
    const tick = { table: 'items', id, before: { checked: false }, after: { checked: true } } as const;
    trip = recordTicks(trip, [tick], { list: readList(), store, now: 1000 });
  }
  return trip;
}

function checkTicks({ ticks }: Trip, list: List, store: OrderOf): void {
  for (const { itemId } of ticks) {
    const { store: tied = null } = liveRow(list.items, itemId) ?? {};
    const isElsewhere = store !== null && tied !== null && tied !== store && storeName(list, tied) !== null;
    expectThat(!isElsewhere, `The walk through ${store} has ${itemId}, which is for ${tied}`);
  }
}

/** Checks that the device now shows the accepted order in its store, and that no other order has changed. */
function checkAccepted(
  { before, after }: { readonly before: List; readonly after: List },
  store: OrderOf,
  order: readonly string[],
): void {
  const own: readonly string[] = [movedField(store), startField(store)];
  for (const category of after.categories.values()) {
    const earlier: Ranks = before.categories.get(category.id) ?? {};
    const changed = Object.keys({ ...earlier, ...category })
      .filter(isRankField)
      .filter((field) => category[field] !== earlier[field]);
    const foreign = changed.find((field) => !own.includes(field));
    expectThat(foreign === undefined, `The order walked in ${store} changes ${foreign} of ${category.id}`);
  }
  // A category without a row has no stored position.
  const known = (ids: readonly string[]): string => ids.filter((id) => after.categories.has(id)).join(' ');
  const shown = shownIn(after, store);
  expectThat(known(shown) === known(order), `${known(shown)} is shown in ${store} instead of ${known(order)}`);
}
