/** The row of a category where Tab stops: the row that last had the focus, or else the first one in the page (product D4). */
import { createContext, useContext, useLayoutEffect, useState, type RefObject } from 'react';
import { findBox } from './row-focus.ts';

/** The check box of a row. */
type RowBox = Pick<HTMLElement, 'tabIndex'>;

/**
 * Finds the check box of a row of the category in the page.
 * @param itemId the item of the row; null for the first row
 * @returns null if the row is not in the page
 */
type FindBox = (itemId: string | null) => RowBox | null;

export type TabStop = {
  /** Records which row has the focus. */
  readonly focus: (itemId: string | null) => void;
  /** Chooses the tab stop again, after rows were rendered or removed. */
  readonly update: () => void;
};

/**
 * Sets `tabIndex` in the page: React renders all boxes with -1. Each tap moves the focus, and rendering the old and the new
 * row for this took a tenth of the time of a tick.
 */
export function createTabStop(find: FindBox): TabStop {
  let lastFocused: string | null = null;
  let current: RowBox | null = null;
  const update = (): void => {
    const next = (lastFocused === null ? null : find(lastFocused)) ?? find(null);
    if (next === current) return;
    if (current !== null) current.tabIndex = -1;
    if (next !== null) next.tabIndex = 0;
    current = next;
  };
  return {
    focus(itemId) {
      lastFocused = itemId;
      update();
    },
    update,
  };
}

/** Reads the rows from the page, because the visible rows depend on the window, on shop mode and on each item. */
export function useOwnTabStop(rows: RefObject<HTMLElement | null>): TabStop {
  const [tabStop] = useState(() => createTabStop((itemId) => rows.current && findBox(rows.current, itemId)));
  // After each render of the rows' container. Blocks call it themselves when their rows change.
  useLayoutEffect(() => tabStop.update());
  return tabStop;
}

export const TabStopContext = createContext<TabStop | null>(null);

/** The tab stop of the surrounding category; throws outside of a category. */
export function useTabStop(): TabStop {
  const tabStop = useContext(TabStopContext);
  if (tabStop === null) throw new Error('No category');
  return tabStop;
}
