/** Tracks which categories are collapsed, and collapses finished ones once the list is at rest (spec section 4, product L6). */
import type { RowDiff } from '#core/diff/diff.ts';
import type { Item, Row } from '#core/list/row.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createNotifier } from '#core/listeners.ts';
import type { Store } from '#client/store/store.ts';
import { createRest } from './rest.ts';
import type { Rest } from './rest.ts';
import { createShopPlaces } from './shop-places.ts';
import type { PlaceKey, ShopPlaces } from './shop-places.ts';

export type CollapseKey = `collapsed:${string}` | PlaceKey;

/** Shows how rows move. The screen provides it once it has loaded. */
export type Motion = {
  /** The items that leave begin to fade, or no longer do. */
  readonly setLeaving: (itemIds: readonly string[] | null) => void;
  /** Applies a change that moves rows. @param isAtRest whether the shopper did nothing to move them, so that the screen stays where it is */
  readonly move: <T>(apply: () => T, isAtRest: boolean) => T;
};

export type CategoryCollapse = Pick<ShopPlaces, 'isInBasket' | 'countInList' | 'moving' | 'keepInBasket'> &
  Pick<Rest, 'touch' | 'setPointerDown' | 'setShopping'> & {
    readonly isCollapsed: (categoryId: string) => boolean;
    /** Collapses or expands a category on the user's request. */
    readonly toggle: (categoryId: string) => void;
    readonly expand: (categoryId: string) => void;
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
 * something to get expands at once.
 */
export function createCategoryCollapse(parts: CategoryCollapseParts): CategoryCollapse {
  const { store, clock, save } = parts;
  const notifier = createNotifier<CollapseKey>();
  const collapsed = new Set(parts.collapsed);
  const finished = new Set<string>();
  const places = createShopPlaces(store);
  let motion = NO_MOTION;
  let isShopping = false;
  let settledCount = 0;
  const setCollapsed = (categoryId: string, isCollapsed: boolean): void => {
    // A user who collapses or expands a category by hand has decided for it.
    finished.delete(categoryId);
    if (collapsed.has(categoryId) === isCollapsed) return;
    if (isCollapsed) collapsed.add(categoryId);
    else collapsed.delete(categoryId);
    save([...collapsed]);
    notifier.notify([`collapsed:${categoryId}`]);
  };
  const settle = (): void => {
    store.release();
    for (const categoryId of drain(finished)) if (isFinished(store, categoryId)) setCollapsed(categoryId, true);
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
  store.setGate(() => {
    if (rest.isQuiet() || store.view.heading().total === 0) return false;
    rest.request();
    return true;
  });
  const stop = store.onDiff((diff, source) => {
    places.add(diff.items, source === 'remote');
    if (source === 'remote') return rest.request();
    const affected = findAffectedCategories(store, diff.items);
    for (const categoryId of affected.reopened) setCollapsed(categoryId, false);
    for (const categoryId of affected.finished) finished.add(categoryId);
    rest.disturb();
  });
  return {
    ...places,
    ...rest,
    isCollapsed: (categoryId) => collapsed.has(categoryId),
    toggle: (categoryId) => setCollapsed(categoryId, !collapsed.has(categoryId)),
    expand: (categoryId) => setCollapsed(categoryId, false),
    setShopping(next) {
      isShopping = next;
      rest.setShopping(next);
    },
    move: (apply) => motion.move(apply, false),
    setMotion(next) {
      motion = next ?? NO_MOTION;
    },
    settledCount: () => settledCount,
    subscribe: notifier.subscribe,
    close: () => [stop, rest.close].forEach((end) => end()),
  };
}

const NO_MOTION: Motion = { setLeaving: () => undefined, move: (apply) => apply() };

/** Empties a set and returns what was in it. */
function drain<T>(set: Set<T>): readonly T[] {
  const all = [...set];
  set.clear();
  return all;
}

/** Whether a visible category is empty, or has all of its items checked. */
function isFinished(store: Store, categoryId: string): boolean {
  const category = store.view.shownCategory(categoryId);
  return category !== undefined && category.checked === category.total;
}

type AffectedCategories = {
  /** Categories that became complete or empty, without those that already were (spec section 4). */
  readonly finished: readonly string[];
  /** Categories with a new item to get: added, unchecked, restored or moved there. */
  readonly reopened: readonly string[];
};

/** How a change affects the counts of a category. */
type CountChange = { total: number; toGet: number; isReopened: boolean };

/** Finds the categories that a change finished or reopened. The store's list already includes the diff. */
function findAffectedCategories({ list, view }: Store, diffs: readonly RowDiff<Item>[]): AffectedCategories {
  const changes = new Map<string, CountChange>();
  const count = (row: Row<Item>, by: number): void => {
    if (row.deleted) return;
    const change = changes.get(row.category) ?? { total: 0, toGet: 0, isReopened: false };
    changes.set(row.category, change);
    change.total += by;
    if (!row.checked) change.toGet += by;
  };
  for (const { id, before, after } of diffs) {
    const row = list.items.get(id);
    if (row === undefined) continue;
    count({ ...row, ...before }, -1);
    count(row, 1);
    const change = changes.get(row.category);
    if (change && isToGet(row) && REOPENING_FIELDS.some((name) => after[name] !== undefined)) change.isReopened = true;
  }
  const categoryIds = [...changes.keys()];
  return {
    finished: categoryIds.filter((id) => isFinishedBy(view.shownCategory(id), changes.get(id))),
    reopened: categoryIds.filter((id) => changes.get(id)?.isReopened),
  };
}

/** The fields that can make an item one to get. */
const REOPENING_FIELDS = ['deleted', 'checked', 'category'] as const;

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
