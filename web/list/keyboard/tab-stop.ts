/** The row of a category where Tab stops: the row that last had the focus, or else the first one in the page (product D4). */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { createNotifier } from '#core/listeners.ts';

/**
 * Finds a row of the category in the page.
 * @param itemId the item of the row; null for the first row
 * @returns the item id of that row; null if it is not in the page
 */
export type FindRow = (itemId: string | null) => string | null;

export type TabStop = {
  readonly isAt: (itemId: string) => boolean;
  /** Calls back when this item becomes the tab stop or is no longer the tab stop. */
  readonly subscribe: (itemId: string, listener: () => void) => () => void;
  /** Records which row has the focus. */
  readonly focus: (itemId: string | null) => void;
  /** Chooses the tab stop again, after rows were rendered or removed. */
  readonly update: () => void;
};

/** Notifies only the old and the new row, so that an arrow key renders two rows and not a category. */
export function createTabStop(findRow: FindRow): TabStop {
  const { subscribe, notify } = createNotifier<string>();
  let lastFocused: string | null = null;
  let current: string | null = null;
  const update = (): void => {
    const next = (lastFocused === null ? null : findRow(lastFocused)) ?? findRow(null);
    if (next === current) return;
    const changed = [current, next].filter((id) => id !== null);
    current = next;
    notify(changed);
  };
  return {
    isAt: (itemId) => itemId === current,
    subscribe,
    focus(itemId) {
      lastFocused = itemId;
      update();
    },
    update,
  };
}

export const TabStopContext = createContext<TabStop | null>(null);

/** The tab stop of the surrounding category; throws outside of a category. */
export function useTabStop(): TabStop {
  const tabStop = useContext(TabStopContext);
  if (tabStop === null) throw new Error('No category');
  return tabStop;
}

/** Whether Tab stops at this item. */
export function useIsTabStop(itemId: string): boolean {
  const tabStop = useTabStop();
  const subscribe = useCallback((listener: () => void) => tabStop.subscribe(itemId, listener), [tabStop, itemId]);
  return useSyncExternalStore(subscribe, () => tabStop.isAt(itemId));
}
