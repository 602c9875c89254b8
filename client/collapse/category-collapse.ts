/** Tracks which categories are collapsed, and collapses finished ones once the list is at rest (spec section 4, product L6). */
import type { RowDiff } from '#core/diff/diff.ts';
import type { Item, Row } from '#core/list/row.ts';
import type { Clock } from '#client/ports/clock.ts';
import { createNotifier } from '#core/listeners.ts';
import type { Store } from '#client/store/store.ts';
import { createRest } from './rest.ts';

export type CollapseKey = `collapsed:${string}` | `recent:${string}` | `rest:${string}` | 'rest';

export type CategoryCollapse = {
  readonly isCollapsed: (categoryId: string) => boolean;
  /** Collapses or expands a category on the user's request. */
  readonly toggle: (categoryId: string) => void;
  readonly expand: (categoryId: string) => void;
  /** Reports that a finger or mouse button went down or up anywhere: rows must not move under it. */
  readonly setPointerDown: (isDown: boolean) => void;
  /** Whether an item was checked since the list last came to rest. Until then, Shop mode keeps showing it. */
  readonly isRecent: (itemId: string) => boolean;
  /** Whether nothing has changed in a category, or in the whole list, since the list last came to rest. */
  readonly isAtRest: (categoryId?: string) => boolean;
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
  const recentChanges = createRecentChanges(store);
  const setCollapsed = (categoryId: string, isCollapsed: boolean): void => {
    // A user who collapses or expands a category by hand has decided for it.
    finished.delete(categoryId);
    if (collapsed.has(categoryId) === isCollapsed) return;
    if (isCollapsed) collapsed.add(categoryId);
    else collapsed.delete(categoryId);
    save([...collapsed]);
    notifier.notify([`collapsed:${categoryId}`]);
  };
  const rest = createRest(clock, () => {
    for (const categoryId of drain(finished)) if (isFinished(store, categoryId)) setCollapsed(categoryId, true);
    store.sortTicked();
    notifier.notify(recentChanges.clear());
  });
  const stop = store.onDiff((diff, source) => {
    recentChanges.add(diff.items);
    if (source === 'remote') return rest.request();
    const affected = findAffectedCategories(store, diff.items);
    for (const categoryId of affected.reopened) setCollapsed(categoryId, false);
    for (const categoryId of affected.finished) finished.add(categoryId);
    rest.disturb();
  });
  return {
    isCollapsed: (categoryId) => collapsed.has(categoryId),
    toggle: (categoryId) => setCollapsed(categoryId, !collapsed.has(categoryId)),
    expand: (categoryId) => setCollapsed(categoryId, false),
    setPointerDown: rest.setPointerDown,
    isRecent: recentChanges.isRecent,
    isAtRest: recentChanges.isAtRest,
    subscribe: notifier.subscribe,
    close: () => [stop, rest.close].forEach((end) => end()),
  };
}

/** Collects what changed since the list last came to rest, on this device or elsewhere. */
function createRecentChanges({ list }: Store) {
  const recent = new Set<string>();
  const changed = new Set<string>();
  return {
    isRecent: (itemId: string): boolean => recent.has(itemId),
    isAtRest: (categoryId?: string): boolean =>
      categoryId === undefined ? changed.size === 0 : !changed.has(categoryId),
    add(diffs: readonly RowDiff<Item>[]): void {
      for (const { id, before, after } of diffs) {
        if (after.checked === true) recent.add(id);
        const categoryIds = [before.category, list.items.get(id)?.category];
        for (const categoryId of categoryIds) if (categoryId !== undefined) changed.add(categoryId);
      }
    },
    /** Forgets all changes; returns the keys of everything that is at rest now. */
    clear: (): readonly CollapseKey[] => [
      ...drain(recent).map((id) => `recent:${id}` as const),
      ...drain(changed).map((id) => `rest:${id}` as const),
      'rest',
    ],
  };
}

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
