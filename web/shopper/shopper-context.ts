/** Hooks that read the open list. Each hook subscribes only to its own key. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { ListRef } from '#core/account/list-ref.ts';
import type { User } from '#core/account/user.ts';
import type { Category, Item, SavedList } from '#core/list/row.ts';
import { liveRow } from '#core/list/list.ts';
import type { Block } from '#core/view/blocks.ts';
import type { ColoredCategory } from '#core/view/category-colors.ts';
import type { ShownCategory } from '#core/view/shown-categories.ts';
import type { Heading } from '#core/view/list-view.ts';
import type { CollapseKey } from '#client/collapse/category-collapse.ts';
import type { ListChoice } from './app-context.ts';
import type { ItemMarks } from './item-marks.ts';
import type { OpenList } from '#client/open-list/open-list.ts';
import type { StoreKey } from '#client/store/display.ts';

/** An open list and its user. */
export type Shopper = OpenList & {
  readonly user: User;
  readonly ref: ListRef;
  /** The list's name until its rows are on this device; null for the personal list. */
  readonly knownName: string | null;
  readonly marks: ItemMarks;
  /** Opens another list of the account, in place of this one. */
  readonly switchTo: (list: ListChoice) => void;
};

export const ShopperContext = createContext<Shopper | null>(null);

/** The open list; throws outside of a list. */
export function useShopper(): Shopper {
  const open = useContext(ShopperContext);
  if (open === null) throw new Error('No list');
  return open;
}

function useStoreValue<T>(key: StoreKey, read: () => T): T {
  const { store } = useShopper();
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, read);
}

function useCollapseValue<T>(key: CollapseKey, read: () => T): T {
  const { collapse } = useShopper();
  const subscribe = useCallback((listener: () => void) => collapse.subscribe(key, listener), [collapse, key]);
  return useSyncExternalStore(subscribe, read);
}

/** The list's name and counts. */
export function useHeading(): Heading {
  const { store, knownName } = useShopper();
  const heading = useStoreValue('heading', store.view.heading);
  // The list has a name only once its own row is here.
  return knownName === null || store.list.profile.size > 0 ? heading : { ...heading, name: knownName };
}

/** Ids of the visible categories, in order. */
export function useShownCategoryIds(): readonly string[] {
  return useStoreValue('shownCategories', useShopper().store.view.shownCategoryIds);
}

/** One category with its counts; undefined if it was just removed. */
export function useShownCategory(id: string): ShownCategory | undefined {
  const { store } = useShopper();
  return useStoreValue(`category:${id}`, () => store.view.shownCategory(id));
}

/** Whether the list has more than the given number of items; a tick does not change it. */
export function useHasMoreThan(count: number): boolean {
  const { store } = useShopper();
  return useStoreValue('heading', () => store.view.heading().total > count);
}

/** The blocks of a category's rows. */
export function useBlocks(categoryId: string): readonly Block[] {
  const { store } = useShopper();
  return useStoreValue(`blocks:${categoryId}`, () => store.view.blocks(categoryId));
}

/** The item ids of one block, in order. */
export function useBlock(key: string): readonly string[] {
  const { store } = useShopper();
  return useStoreValue(`block:${key}`, () => store.view.block(key));
}

/** One item; undefined if it was just removed. */
export function useItem(id: string): Item | undefined {
  const { store } = useShopper();
  return useStoreValue(`item:${id}`, () => liveRow(store.list.items, id));
}

/** The mark of an item, such as the initials of the member who added it. */
export function useItemMark(itemId: string): ReactNode {
  const { marks } = useShopper();
  const subscribe = useCallback((listener: () => void) => marks.subscribe(itemId, listener), [marks, itemId]);
  return useSyncExternalStore(subscribe, () => marks.read(itemId));
}

/** Whether there is a step to undo or redo. */
export function useHistory(): { readonly canUndo: boolean; readonly canRedo: boolean } {
  const { store } = useShopper();
  return { canUndo: useStoreValue('history', store.canUndo), canRedo: useStoreValue('history', store.canRedo) };
}

/** All known categories, by name, each name once. */
export function useCategories(): readonly Category[] {
  return useStoreValue('categories', useShopper().store.view.categories);
}

/** The color of a category, in the list or not yet. */
export function useCategoryColor(category: ColoredCategory): string {
  const { store } = useShopper();
  return useStoreValue('categories', () => store.view.color(category));
}

/** The saved lists, latest first. */
export function useSavedLists(): readonly SavedList[] {
  return useStoreValue('savedLists', useShopper().store.view.savedLists);
}

/**
 * The number of rows that Shop mode shows of a category.
 * @param isShopping outside of Shop mode the result is null, so that a rest after each tick renders nothing
 */
export function useInListCount(categoryId: string, isShopping: boolean): number | null {
  const { collapse } = useShopper();
  return useCollapseValue(`shown:${categoryId}`, () => (isShopping ? collapse.countInList(categoryId) : null));
}

/** Whether a category is collapsed. */
export function useIsCollapsed(categoryId: string): boolean {
  const { collapse } = useShopper();
  return useCollapseValue(`collapsed:${categoryId}`, () => collapse.isCollapsed(categoryId));
}

/**
 * Whether Shop mode shows an item in the basket instead of the list.
 * @param isShopping outside of Shop mode the result is false, so that a rest after each tick renders nothing
 */
export function useIsInBasket(itemId: string, isShopping: boolean): boolean {
  const { store, collapse } = useShopper();
  return useCollapseValue(`place:${itemId}`, () => {
    const item = isShopping ? liveRow(store.list.items, itemId) : undefined;
    return item !== undefined && collapse.isInBasket(item);
  });
}

/** The number of rows in Shop mode's list, and of items in the basket. A tick changes them only at rest. */
export function useBasketCounts(): { readonly inList: number; readonly inBasket: number } {
  const { store, collapse } = useShopper();
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
  return useCollapseValue('shown', useShopper().collapse.settledCount);
}
