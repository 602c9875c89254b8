/** Rows and the keyboard: where Tab stops in a category, and where the focus goes before a row is removed (product D4). */
import { markedAs, readMark, ROW, TICK } from '#web/ui/marks.ts';
import { createContext, useContext, useLayoutEffect, useState, type RefObject } from 'react';

export const BOX = `${ROW} ${TICK}`;

/** The id of the item whose row contains the target; null outside of rows. */
export function itemIdAt(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest(ROW) : null;
  return row && readMark(row, 'itemId');
}

/**
 * Finds the check box of a row in an element.
 * @param itemId the item of the row; null for the first row
 */
export const findBox = (container: Element, itemId: string | null): HTMLElement | null =>
  container.querySelector<HTMLElement>(itemId === null ? BOX : `${markedAs('itemId', itemId)} ${TICK}`);

/** The row of an item; null if it is not in the page. */
export const rowOf = (itemId: string): Element | null => document.querySelector(markedAs('itemId', itemId));

/** Moves the focus before several rows leave: to the next row that stays, or the previous one. */
export function passFocusBeyond(itemIds: readonly string[]): void {
  const leaving = new Set(itemIds);
  const isLeaving = (box: Element | null): boolean => leaving.has(itemIdAt(box) ?? '');
  const { activeElement } = document;
  if (!isLeaving(activeElement)) return;
  const boxes = rowBoxes();
  const at = boxes.findIndex((box) => itemIdAt(box) === itemIdAt(activeElement));
  const successor =
    boxes.slice(at).find((box) => !isLeaving(box)) ?? boxes.slice(0, at).findLast((box) => !isLeaving(box));
  (successor ?? document.querySelector<HTMLElement>(markedAs('action', 'leave-shop')))?.focus({ preventScroll: true });
}

/**
 * Moves the focus before a row is removed: to the next row, the previous row, or the category's button. Does so only if
 * the row has the focus or no element has it, because WebKit does not focus a pressed button.
 */
export function passFocusOn(itemId: string): void {
  const { activeElement, body } = document;
  const row = rowOf(itemId);
  if (row === null || (activeElement !== body && !row.contains(activeElement))) return;
  const boxes = rowBoxes();
  const at = boxes.findIndex((box) => row.contains(box));
  const successor = boxes[at + 1] ?? boxes[at - 1] ?? row.closest('section')?.querySelector<HTMLElement>('h2 button');
  successor?.focus();
}

/** The check boxes of all rows in the page. */
export const rowBoxes = (): readonly HTMLElement[] => Array.from(document.querySelectorAll<HTMLElement>(BOX));

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
