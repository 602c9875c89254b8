/** Hooks that read the open list. Each hook subscribes only to its own key. */
import { createContext, useCallback, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { ListRef } from '#core/account/list-ref.ts';
import type { User } from '#core/account/user.ts';
import type { Category, Item, SavedList } from '#core/list/row.ts';
import type { OrderOf, StoreId } from '#core/list/keyed-fields.ts';
import { isArranged, liveRow } from '#core/list/list.ts';
import { storeName, type ListedStore } from '#core/stores/stores.ts';
import type { Block } from '#core/view/category-blocks.ts';
import type { ColoredCategory } from '#core/view/category-colors.ts';
import type { ShownCategory } from '#core/view/shown-categories.ts';
import type { Counts } from '#core/view/item-places.ts';
import type { Heading } from '#core/view/list-view.ts';
import type { CollapseKey } from '#client/collapse/category-collapse.ts';
import type { ListChoice } from './app-context.ts';
import type { OpenList } from '#client/lists/open-list.ts';
import type { AppliedChange, StoreKey } from '#client/store/store.ts';
import type { ChangeFailure, Change } from '#core/change/change.ts';
import type { Result } from '#core/result.ts';
import { createNotifier } from '#core/listeners.ts';

/** An open list and its user. */
export type ShownList = OpenList & {
  readonly user: User;
  readonly ref: ListRef;
  /** The list's name until its rows are on this device; null for the personal list. */
  readonly knownName: string | null;
  readonly marks: ItemMarks;
  /** Opens another list of the account, in place of this one. */
  readonly switchTo: (list: ListChoice) => void;
};

export const ShownListContext = createContext<ShownList | null>(null);

/** The open list; throws outside of a list. */
export function useShownList(): ShownList {
  const open = useContext(ShownListContext);
  if (open === null) throw new Error('No list');
  return open;
}

function useStoreValue<T>(key: StoreKey, read: () => T): T {
  const { store } = useShownList();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, read);
}

function useCollapseValue<T>(key: CollapseKey, read: () => T): T {
  const { collapse } = useShownList();
  const subscribe = useCallback((listener: () => void) => collapse.subscribe(key, listener), [collapse, key]);
  return useSyncExternalStore(subscribe, read);
}

/** The list's name and counts. */
export function useHeading(): Heading {
  const heading = useStoreValue('heading', useShownList().store.view.heading);
  return { ...heading, name: useListName() };
}

/** The list's name; a tick does not change it. */
export function useListName(): string {
  const { store, knownName } = useShownList();
  return useStoreValue('heading', () =>
    // The list has a name only once its own row is here.
    knownName === null || store.list.listRow.size > 0 ? store.view.heading().name : knownName,
  );
}

/** Ids of the visible categories, in order. */
export function useShownCategoryIds(): readonly string[] {
  return useStoreValue('shownCategories', useShownList().store.view.shownCategoryIds);
}

/** One category with its counts; undefined if it was just removed. */
export function useShownCategory(id: string): ShownCategory | undefined {
  const { store } = useShownList();
  return useStoreValue(`category:${id}`, () => store.view.shownCategory(id));
}

/** Whether the list has more than the given number of items, for whatever store; a tick does not change it. */
export function useHasMoreThan(count: number): boolean {
  const { view } = useShownList().store;
  return useStoreValue('heading', () => view.heading().total + view.otherStores().total > count);
}

/** The number of items here, and of items for other stores; a tick does not change them. */
export function useTotals(): { readonly here: number; readonly elsewhere: number } {
  const { view } = useShownList().store;
  return {
    here: useStoreValue('heading', () => view.heading().total),
    elsewhere: useStoreValue('otherStores', () => view.otherStores().total),
  };
}

/** Whether any items are checked, for any store; only the first and the last tick change it. */
export function useHasChecked(): boolean {
  const { view } = useShownList().store;
  const isHere = useStoreValue('heading', () => view.heading().checked > 0);
  const isElsewhere = useStoreValue('otherStores', () => view.otherStores().checked > 0);
  return isHere || isElsewhere;
}

/** The number of checked items, for whatever store. */
export function useCheckedCount(): number {
  return useHeading().checked + useOtherStores().checked;
}

/** The blocks of a category's rows. */
export function useBlocks(categoryId: string): readonly Block[] {
  const { store } = useShownList();
  return useStoreValue(`blocks:${categoryId}`, () => store.view.blocks(categoryId));
}

/** The item ids of one block, in order. */
export function useBlock(key: string): readonly string[] {
  const { store } = useShownList();
  return useStoreValue(`block:${key}`, () => store.view.block(key));
}

/** One item; undefined if it was just removed. */
export function useItem(id: string): Item | undefined {
  const { store } = useShownList();
  return useStoreValue(`item:${id}`, () => liveRow(store.list.items, id));
}

/** The mark of an item, such as the initials of the member who added it. */
export function useItemMark(itemId: string): ReactNode {
  const { marks } = useShownList();
  const subscribe = useCallback((listener: () => void) => marks.subscribe(itemId, listener), [marks, itemId]);
  return useSyncExternalStore(subscribe, () => marks.read(itemId));
}

/** Whether there is a step to undo or redo. @param after the id of a step; only later ones count */
export function useHistory(after?: string): { readonly canUndo: boolean; readonly canRedo: boolean } {
  const { store } = useShownList();
  return {
    canUndo: useStoreValue('history', () => store.canUndo(after)),
    canRedo: useStoreValue('history', () => store.canRedo(after)),
  };
}

/** Whether someone has arranged the categories, in the list's own order or in that of a store (product O1, O2). */
export function useIsArranged(order: OrderOf): boolean {
  const { store } = useShownList();
  return useStoreValue('categories', () => isArranged(store.list, order));
}

/** The stores of the list, sorted by name (product O2). */
export function useStores(): readonly ListedStore[] {
  return useStoreValue('stores', useShownList().store.view.stores);
}

/** The chosen store; null if none is chosen. */
export function useChosenStore(): ListedStore | null {
  const { view } = useShownList().store;
  return useStoreValue('stores', () => view.stores().find(({ id }) => id === view.chosenStore()) ?? null);
}

/** The name of the store that an item is tied to, unless it is the chosen one; '' if there is none (product O3). */
export function useStoreName(storeId: StoreId): string {
  const { list, view } = useShownList().store;
  return useStoreValue('stores', () => (storeId === view.chosenStore() ? '' : (storeName(list, storeId) ?? '')));
}

/** The number of items that are tied to other stores than the chosen one. */
export function useOtherStores(): Counts {
  return useStoreValue('otherStores', useShownList().store.view.otherStores);
}

/** All known categories, by name, each name once. */
export function useCategories(): readonly Category[] {
  return useStoreValue('categories', useShownList().store.view.categories);
}

/** The color of a category, in the list or not yet. */
export function useCategoryColor(category: ColoredCategory): string {
  const { store } = useShownList();
  return useStoreValue('categories', () => store.view.color(category));
}

/** The saved lists, latest first. */
export function useSavedLists(): readonly SavedList[] {
  return useStoreValue('savedLists', useShownList().store.view.savedLists);
}

/**
 * The number of rows that Shop mode shows of a category.
 * @param isShopping outside of Shop mode the result is null, so that a rest after each tick renders nothing
 */
export function useInListCount(categoryId: string, isShopping: boolean): number | null {
  const { collapse } = useShownList();
  return useCollapseValue(`shown:${categoryId}`, () => (isShopping ? collapse.countInList(categoryId) : null));
}

/** Whether a category is collapsed. */
export function useIsCollapsed(categoryId: string): boolean {
  const { collapse } = useShownList();
  return useCollapseValue(`collapsed:${categoryId}`, () => collapse.isCollapsed(categoryId));
}

/** Whether all of the categories are collapsed. */
export function useAreCollapsed(ids: readonly string[]): boolean {
  const { collapse } = useShownList();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = ids.map((id) => collapse.subscribe(`collapsed:${id}`, listener));
      return () => stops.forEach((stop) => stop());
    },
    [collapse, ids],
  );
  return useSyncExternalStore(subscribe, () => ids.every((id) => collapse.isCollapsed(id)));
}

/**
 * Whether Shop mode shows an item in the basket instead of the list.
 * @param isShopping outside of Shop mode the result is false, so that a rest after each tick renders nothing
 */
export function useIsInBasket(itemId: string, isShopping: boolean): boolean {
  const { store, collapse } = useShownList();
  return useCollapseValue(`place:${itemId}`, () => {
    const item = isShopping ? liveRow(store.list.items, itemId) : undefined;
    return item !== undefined && collapse.isInBasket(item);
  });
}

/** The number of rows in Shop mode's list, and of items in the basket. A tick changes them only at rest. */
export function useBasketCounts(): { readonly inList: number; readonly inBasket: number } {
  const { store, collapse } = useShownList();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [store.subscribe('heading', listener), collapse.subscribe('shown', listener)];
      return () => stops.forEach((stop) => stop());
    },
    [store, collapse],
  );
  const inList = useSyncExternalStore(subscribe, () => collapse.countInList());
  const inBasket = useSyncExternalStore(subscribe, () => store.view.heading().total - collapse.countInList());
  return { inList, inBasket };
}

/** A number that grows each time items change places between Shop mode's list and the basket at rest. */
export function useSettledCount(): number {
  return useCollapseValue('shown', useShownList().collapse.settledCount);
}

/** Returns a function that makes a change by the shopper, after which the rows glide to their places. */
export function useStoreChange(): (change: Change) => Result<AppliedChange, ChangeFailure> {
  const { store, collapse } = useShownList();
  return useCallback((change) => collapse.move(() => store.applyChange(change)), [store, collapse]);
}

/** Filled by a part of the app that is downloaded after the list is on screen. */
export type ItemMarks = {
  /** The mark of an item; null for none. */
  readonly read: (itemId: string) => ReactNode;
  readonly subscribe: (itemId: string, listener: () => void) => () => void;
  /** Shows these marks in place of the earlier ones. Rows whose mark is the same object are not rendered again. */
  readonly show: (marks: ReadonlyMap<string, ReactNode>) => void;
};

export function createItemMarks(): ItemMarks {
  const { subscribe, notify } = createNotifier<string>();
  let shown: ReadonlyMap<string, ReactNode> = new Map();
  return {
    read: (itemId) => shown.get(itemId),
    subscribe,
    show(marks) {
      const ids = new Set([...shown.keys(), ...marks.keys()]);
      const before = shown;
      shown = marks;
      notify([...ids].filter((id) => before.get(id) !== marks.get(id)));
    },
  };
}
