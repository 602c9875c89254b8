/** The row of a category at which Tab stops: the one that had the focus last, or else the first one in the page (product D4). */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { createNotifier } from '#core/listeners.ts';

/**
 * Finds a row of the category in the page.
 * @param itemId whose row; null for the first row
 * @returns the item id of that row; null if it is not in the page
 */
export type FindRow = (itemId: string | null) => string | null;

export type TabStop = {
  readonly isAt: (itemId: string) => boolean;
  /** Calls back when Tab starts or stops to stop at this item. */
  readonly subscribe: (itemId: string, listener: () => void) => () => void;
  /** Remembers which row has the focus. */
  readonly focus: (itemId: string | null) => void;
  /** Chooses again. Called when rows came into the page or left it. */
  readonly update: () => void;
};

/** Only the old and the new row are notified, so that an arrow key renders two rows and not a category. */
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

/** The tab stop of the category around this component; a row outside a category is a bug. */
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
