/** The open list, as components read it: each hook listens to its own key only. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { User } from '#core/account/user.ts';
import type { Category } from '#core/list/category.ts';
import type { Item } from '#core/list/item.ts';
import { liveRow } from '#core/list/list.ts';
import type { SavedList } from '#core/list/saved-list.ts';
import type { Group } from '#core/view/groups.ts';
import type { Heading } from '#core/view/list-view.ts';
import type { FoldingKey } from '#client/folding/folding.ts';
import type { OpenList } from '#client/store/open-list.ts';
import type { StoreKey } from '#client/store/display.ts';

/** A list that is open, and whose it is. */
export type Shopper = OpenList & { readonly user: User };

export const ShopperContext = createContext<Shopper | null>(null);

/** The open list; a component outside a list is a bug. */
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

function useFoldingValue<T>(key: FoldingKey, read: () => T): T {
  const { folding } = useShopper();
  const subscribe = useCallback((listener: () => void) => folding.subscribe(key, listener), [folding, key]);
  return useSyncExternalStore(subscribe, read);
}

/** The list's name and counts. */
export function useHeading(): Heading {
  return useStoreValue('heading', useShopper().store.view.heading);
}

/** Ids of the visible categories, in order. */
export function useGroupIds(): readonly string[] {
  return useStoreValue('groups', useShopper().store.view.groupIds);
}

/** One category with its counts; undefined when it just went. */
export function useGroup(id: string): Group | undefined {
  const { store } = useShopper();
  return useStoreValue(`group:${id}`, () => store.view.group(id));
}

/** One item; undefined when it just went. */
export function useItem(id: string): Item | undefined {
  const { store } = useShopper();
  return useStoreValue(`item:${id}`, () => liveRow(store.list.items, id));
}

/** Whether Undo and Redo have something to do. */
export function useHistory(): { readonly canUndo: boolean; readonly canRedo: boolean } {
  const { store } = useShopper();
  return { canUndo: useStoreValue('history', store.canUndo), canRedo: useStoreValue('history', store.canRedo) };
}

/** All known categories, for choosing one; by name. */
export function useCategories(): readonly Category[] {
  return useStoreValue('categories', useShopper().store.view.categories);
}

/** The saved lists, latest first. */
export function useSavedLists(): readonly SavedList[] {
  return useStoreValue('savedLists', useShopper().store.view.savedLists);
}

/** Whether a category is folded. */
export function useIsFolded(groupId: string): boolean {
  const { folding } = useShopper();
  return useFoldingValue(`fold:${groupId}`, () => folding.isFolded(groupId));
}
