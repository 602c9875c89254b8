/** Tracks which categories are collapsed, and collapses finished ones once the list is at rest (spec section 4, product L6). */
import { type RowDiff, rowDiffsOf } from '#core/diff/diff.ts';
import type { StoreId } from '#core/list/keyed-fields.ts';
import type { Item, Row } from '#core/list/row.ts';
import { isForOtherStore } from '#core/stores/stores.ts';
import { OTHER_STORES } from '#core/view/item-places.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createNotifier } from '#core/listeners.ts';
import type { Store } from '#client/store/store.ts';
import { createRest, createShopPlaces, type PlaceKey, type Rest, type ShopPlaces } from './rest.ts';

export type CollapseKey = `collapsed:${string}` | PlaceKey;

/** Shows how rows move. The screen provides it once it has loaded. */
export type Motion = {
  /** The items that leave begin to fade, or no longer do. */
  readonly setLeaving: (itemIds: readonly string[] | null) => void;
  /** Applies a change that moves rows. @param isAtRest whether the shopper did nothing to move them, so that the screen stays where it is */
  readonly move: <T>(apply: () => T, isAtRest: boolean) => T;
};

export type CategoryCollapse = Pick<ShopPlaces, 'isInBasket' | 'countInList' | 'moving' | 'keepInBasket'> &
  Pick<Rest, 'touch' | 'setPointerDown' | 'setShopping' | 'whenQuiet'> & {
    readonly isCollapsed: (categoryId: string) => boolean;
    /** Collapses or expands a category on the user's request. */
    readonly toggle: (categoryId: string) => void;
    readonly expand: (categoryId: string) => void;
    /** Collapses or expands several categories on the user's request (product L11). */
    readonly setAll: (categoryIds: readonly string[], isCollapsed: boolean) => void;
    /** Chooses a store, or none. A finished category that is not finished there expands, and what is for other stores folds (product O3). */
    readonly chooseStore: (store: StoreId | null) => void;
    /** Applies a change by the user that moves rows, with motion. */
    readonly move: <T>(apply: () => T) => T;
    /** @param motion null shows changes without motion */
    readonly setMotion: (motion: Motion | null) => void;
    /** A number that grows each time items change places at rest. */
    readonly settledCount: () => number;
    readonly subscribe: (key: CollapseKey, listener: () => void) => () => void;
    readonly close: () => void;
  };

export type CategoryCollapseParts = {
  readonly store: Store;
  readonly clock: Clock;
  /** Ids of the categories that were collapsed when the app was last open. */
  readonly collapsed: readonly string[];
  readonly save: (ids: readonly string[]) => void;
};

/**
 * Watches the changes. A category that a change finished collapses once the list is at rest; a category that a change gave
 * something to get expands at once, or at the next rest if the change came from elsewhere.
 */
export function createCategoryCollapse(parts: CategoryCollapseParts): CategoryCollapse {
  const { store, clock } = parts;
  const notifier = createNotifier<CollapseKey>();
  const collapsed = createCollapsed(parts, (key) => notifier.notify([key]));
  const places = createShopPlaces(store);
  let motion = NO_MOTION;
  let isShopping = false;
  let settledCount = 0;
  const settle = (): void => {
    store.release();
    collapsed.settle();
    store.sortTicked();
    settledCount += 1;
    notifier.notify(places.settle());
  };
  const rest = createRest({
    clock,
    hasLeaving: () => isShopping && places.moving().length > 0,
    onLeaving: (isLeaving) => motion.setLeaving(isLeaving ? places.moving() : null),
    onRest: () => motion.move(settle, true),
  });
  const stop = watchChanges(store, { collapsed, places, rest });
  return {
    ...places,
    ...rest,
    ...collapsed.controls,
    setShopping(next) {
      isShopping = next;
      for (const part of [collapsed, rest]) part.setShopping(next);
    },
    chooseStore: (id) => motion.move(() => chooseStore(store, collapsed, id), false),
    move: (apply) => motion.move(apply, false),
    setMotion(next) {
      motion = next ?? NO_MOTION;
    },
    settledCount: () => settledCount,
    subscribe: notifier.subscribe,
    close: () => [stop, rest.close].forEach((end) => end()),
  };
}

type Watching = {
  readonly collapsed: Collapsed;
  readonly places: ShopPlaces;
  readonly rest: Rest;
};

/** Follows the changes of the list, and lets those from elsewhere wait while rows must not move. */
function watchChanges(store: Store, { collapsed, places, rest }: Watching): () => void {
  store.setGate(() => {
    // On an empty list there is no row to move.
    if (rest.isQuiet() || store.view.heading().total + store.view.otherStores().total === 0) return false;
    rest.request();
    return true;
  });
  return store.onDiff((diff, source) => {
    const items = rowDiffsOf(diff, 'items');
    places.add(items, source === 'remote');
    collapsed.add(items, source === 'remote');
    if (source === 'remote') return rest.request();
    rest.disturb();
  });
}

type Collapsed = ReturnType<typeof createCollapsed>;

/** The collapsed categories, and those that the user's changes finished, which collapse at the next rest. */
function createCollapsed({ store, collapsed, save }: CategoryCollapseParts, notify: (key: CollapseKey) => void) {
  const folds = createFolds(collapsed, save, notify);
  const finished = new Set<string>();
  const reopened = new Set<string>();
  const takeReturned = watchChosenStore(store);
  const setAll = (categoryIds: readonly string[], next: boolean): void => {
    // A user who collapses or expands a category by hand has decided for it.
    for (const waiting of [finished, reopened]) for (const id of categoryIds) waiting.delete(id);
    folds.set(categoryIds, next);
  };
  const { isCollapsed } = folds;
  return {
    /** What a user can do and ask. */
    controls: {
      isCollapsed,
      toggle: (categoryId: string): void => setAll([categoryId], !isCollapsed(categoryId)),
      expand: (categoryId: string): void => setAll([categoryId], false),
      setAll,
    },
    ...folds,
    /**
     * Expands the categories that a change gave something to get, and remembers those that it finished. A finished category to which
     * another person added an item expands at the next rest, so that the shopper sees the item. So does one to which items for other
     * stores return, because the chosen store was removed.
     */
    add(diffs: readonly RowDiff<'items'>[], isRemote: boolean): void {
      const affected = findAffectedCategories(store, diffs);
      const returned = takeReturned();
      if (isRemote) for (const id of [...affected.unfinished, ...returned]) reopened.add(id);
      else {
        folds.setAlways([...affected.reopened, ...returned], false);
        for (const id of affected.finished) finished.add(id);
      }
    },
    settle(): void {
      const done = [...finished].filter((id) => isFinished(store, id));
      folds.setAlways([...reopened], false);
      folds.setAlways(done, true);
      for (const waiting of [finished, reopened]) waiting.clear();
    },
  };
}

/** Which categories are collapsed. Shop mode has its own, and starts with everything expanded that is left (product L14). */
function createFolds(
  collapsed: readonly string[],
  save: CategoryCollapseParts['save'],
  notify: (key: CollapseKey) => void,
) {
  const ids = new Set(collapsed);
  let idsInShop: Set<string> | null = null;
  const shown = (): Set<string> => idsInShop ?? ids;
  const put = (into: Set<string>, categoryIds: readonly string[], next: boolean): void => {
    const changed = categoryIds.filter((id) => into.has(id) !== next);
    if (changed.length === 0) return;
    for (const id of changed) into[next ? 'add' : 'delete'](id);
    if (into === ids) save([...ids]);
    for (const id of changed) notify(`collapsed:${id}`);
  };
  return {
    isCollapsed: (categoryId: string): boolean => shown().has(categoryId),
    /** For the user's own choice. In Shop mode, it lasts only until the trip ends. */
    set: (categoryIds: readonly string[], next: boolean): void => put(shown(), categoryIds, next),
    /** For the effect of a change, which also lasts after the trip. */
    setAlways: (categoryIds: readonly string[], next: boolean): void =>
      new Set([ids, shown()]).forEach((into) => put(into, categoryIds, next)),
    setShopping(isShopping: boolean): void {
      const before = shown();
      idsInShop = isShopping ? new Set([OTHER_STORES].filter((id) => ids.has(id))) : null;
      for (const id of [...before, ...shown()]) notify(`collapsed:${id}`);
    },
  };
}

function chooseStore(store: Store, folds: Collapsed, id: StoreId | null): void {
  const complete = store.view.shownCategoryIds().filter((categoryId) => isFinished(store, categoryId));
  store.chooseStore(id);
  folds.setAlways([OTHER_STORES], true);
  folds.setAlways(
    complete.filter((categoryId) => !isFinished(store, categoryId)),
    false,
  );
}

/**
 * @returns after a change that removed the chosen store: the categories to which items for other stores returned, and that had nothing else
 *   to get. After any other change: none
 */
function watchChosenStore(store: Store): () => readonly string[] {
  let chosen = store.view.chosenStore();
  return () => {
    const removed = chosen;
    chosen = store.view.chosenStore();
    return removed === null || chosen !== null ? [] : findReturned(store, removed);
  };
}

function findReturned({ list, view }: Store, removed: StoreId): readonly string[] {
  const returned = new Map<string, number>();
  for (const item of list.items.values()) {
    if (isToGet(item) && isForOtherStore(list, item, removed))
      returned.set(item.category, (returned.get(item.category) ?? 0) + 1);
  }
  return [...returned.keys()].filter((id) => {
    const { checked, total } = view.shownCategory(id) ?? NO_COUNTS;
    return total - checked === returned.get(id);
  });
}

const NO_MOTION: Motion = { setLeaving: () => undefined, move: (apply) => apply() };

/** Whether a visible category is empty, or has all of its items checked. One whose items are all for other stores is not: it has no heading. */
function isFinished(store: Store, categoryId: string): boolean {
  const category = store.view.shownCategory(categoryId);
  return category !== undefined && !category.isElsewhere && category.checked === category.total;
}

type AffectedCategories = {
  /** Categories that became complete or empty, without those that already were (spec section 4). */
  readonly finished: readonly string[];
  /** Categories with a new item to get: added, unchecked, restored or moved there. */
  readonly reopened: readonly string[];
  /** Those of them that had nothing to get before. */
  readonly unfinished: readonly string[];
};

/** How a change affects the counts of a category. Items for other stores are in none. */
type CountChange = { total: number; toGet: number; isReopened: boolean };

/** Finds the categories that a change finished or reopened. The store's list already includes the diff. */
function findAffectedCategories({ list, view }: Store, diffs: readonly RowDiff<'items'>[]): AffectedCategories {
  const changes = new Map<string, CountChange>();
  const count = (row: Row<Item>, by: number): void => {
    const place = view.placeOf(row);
    if (row.deleted || place === OTHER_STORES) return;
    const change = changes.get(place) ?? { total: 0, toGet: 0, isReopened: false };
    changes.set(place, change);
    change.total += by;
    if (!row.checked) change.toGet += by;
  };
  for (const { id, before, after } of diffs) {
    const row = list.items.get(id);
    if (row === undefined) continue;
    const old = { ...row, ...before };
    count(old, -1);
    count(row, 1);
    const change = changes.get(view.placeOf(row));
    const isNewHere =
      view.placeOf(old) !== view.placeOf(row) || REOPENING_FIELDS.some((name) => after[name] !== undefined);
    if (change && isToGet(row) && isNewHere) change.isReopened = true;
  }
  const categoryIds = [...changes.keys()];
  const reopened = categoryIds.filter((id) => changes.get(id)?.isReopened);
  return {
    finished: categoryIds.filter((id) => isFinishedBy(view.shownCategory(id), changes.get(id))),
    reopened,
    unfinished: reopened.filter((id) => {
      const { checked, total } = view.shownCategory(id) ?? NO_COUNTS;
      return total - checked === changes.get(id)?.toGet;
    }),
  };
}

const NO_COUNTS = { checked: 0, total: 0 };

/** The fields that decide whether an item is still to get, and where. */
const REOPENING_FIELDS = ['deleted', 'checked'] as const;

const isToGet = (row: Row<Item>): boolean => !row.deleted && !row.checked;

function isFinishedBy(
  category: { readonly checked: number; readonly total: number } | undefined,
  change: CountChange | undefined,
): boolean {
  if (!category || !change || category.checked < category.total) return false;
  const hadToGet = change.toGet < 0;
  const wasEmpty = category.total === change.total;
  return hadToGet || wasEmpty !== (category.total === 0);
}
