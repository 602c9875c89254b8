/** Moves the rows of a list: drags one to another place with a pointer, and lets all of them glide to their new places. */
import { useCallback, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

/** A row under a pointer: how far it is from its place in CSS pixels, and the index at which it would land. */
export type RowDrag = {
  readonly id: string;
  readonly by: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
};

/** Within this distance of an edge of the scrolling element, in CSS pixels, a drag scrolls by `SCROLL_PX` in each frame. */
const EDGE_PX = 56;
const SCROLL_PX = 6;

/** A dragged row takes the place of a row whose middle it reaches, up to this distance in CSS pixels. */
const REACH_PX = 2;

type Grip = {
  readonly id: string;
  /** The ids of all rows when the drag began. */
  readonly order: string;
  /** The pointer and the scroll position when the drag began. */
  readonly y: number;
  readonly scrolled: number;
  readonly scroller: Element | null;
  /** The middles of all rows at that time, and the index of the dragged one. */
  readonly middles: readonly number[];
  readonly from: number;
  /** Of the dragged row. */
  readonly height: number;
};

type DragHandlers = {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: () => void;
  readonly onLostPointerCapture: () => void;
};

/**
 * @param rows the element whose children are the rows
 * @param ids of the rows, in their order. A drag ends without a drop when they change, because its indexes mean other rows then
 * @param onDrop receives the index at which the row was dropped, if that is another one
 * @returns the drag in progress, and handlers for the handle of the row at an index
 */
export function useRowDrag(
  rows: RefObject<HTMLElement | null>,
  ids: readonly string[],
  onDrop: (id: string, to: number) => void,
): { readonly drag: RowDrag | null; readonly handlersOf: (id: string, index: number) => DragHandlers } {
  const { drag, grip, start, follow, end } = useGrip();
  const order = ids.join(' ');
  useLayoutEffect(() => end, [end]);
  useLayoutEffect(() => {
    if (grip.current !== null && grip.current.order !== order) end();
  }, [order, grip, end]);
  return {
    drag,
    handlersOf: (id, index) => ({
      onPointerDown(event) {
        // A second pointer ends the drag of the first.
        if (grip.current !== null) return end();
        if (rows.current === null || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start(takeGrip(rows.current, { id, order, from: index, y: event.clientY }));
      },
      onPointerMove: (event) => follow(event.clientY),
      onPointerUp(event) {
        // The pointer may have moved since React last rendered.
        const dropped = grip.current && readDrag(grip.current, event.clientY);
        end();
        if (dropped && dropped.to !== dropped.from) onDrop(dropped.id, dropped.to);
      },
      onPointerCancel: end,
      onLostPointerCapture: end,
    }),
  };
}

/** Holds a row until the drag ends, and scrolls meanwhile. */
function useGrip() {
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const grip = useRef<Grip | null>(null);
  const pointerY = useRef(0);
  const frame = useRef(0);
  const follow = (y: number): void => {
    pointerY.current = y;
    if (grip.current !== null) setDrag(readDrag(grip.current, y));
  };
  const scroll = (): void => {
    if (grip.current === null) return;
    if (scrollNear(grip.current.scroller, pointerY.current)) follow(pointerY.current);
    frame.current = requestAnimationFrame(scroll);
  };
  const start = (taken: Grip): void => {
    grip.current = taken;
    pointerY.current = taken.y;
    frame.current = requestAnimationFrame(scroll);
  };
  const end = useCallback((): void => {
    cancelAnimationFrame(frame.current);
    grip.current = null;
    setDrag(null);
  }, []);
  return { drag, grip, start, follow, end };
}

function takeGrip(rows: HTMLElement, { id, order, from, y }: Pick<Grip, 'id' | 'order' | 'from' | 'y'>): Grip {
  const middles = Array.from(rows.children, (row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  const scroller = rows.closest('dialog');
  const height = rows.children[from]?.getBoundingClientRect().height ?? 0;
  return { id, order, from, y, height, middles, scroller, scrolled: scroller?.scrollTop ?? 0 };
}

function readDrag({ id, from, y, height, middles, scroller, scrolled }: Grip, pointerY: number): RowDrag {
  const start = middles[from] ?? 0;
  const wanted = start + pointerY - y + (scroller?.scrollTop ?? 0) - scrolled;
  // Just beyond the first and the last row: farther out, the row would extend the area that scrolls.
  const middle = Math.min(Math.max(wanted, (middles[0] ?? 0) - 1), (middles.at(-1) ?? 0) + 1);
  const isAbove = (other: number, index: number): boolean =>
    index < from ? other < middle - REACH_PX : index > from && other <= middle + REACH_PX;
  const above = middles.filter(isAbove);
  return { id, by: middle - start, height, from, to: above.length };
}

/** Scrolls if the pointer is near an edge. @returns whether it scrolled */
function scrollNear(scroller: Element | null, pointerY: number): boolean {
  if (scroller === null) return false;
  const { top, bottom } = scroller.getBoundingClientRect();
  const before = scroller.scrollTop;
  if (pointerY < top + EDGE_PX) scroller.scrollBy({ top: -SCROLL_PX, behavior: 'instant' });
  else if (pointerY > bottom - EDGE_PX) scroller.scrollBy({ top: SCROLL_PX, behavior: 'instant' });
  return scroller.scrollTop !== before;
}

/** The control that moves a row: its handle, or one of its buttons. */
export type Control = 'handle' | 'top' | 'up' | 'down';

/** The row that moves, and where each row was before, in CSS pixels from the top of the screen. */
type Move = { readonly id: string; readonly control: Control; readonly tops: ReadonlyMap<string, number> };

export const rowId = (id: string): string => `arrange-${id}`;

/**
 * @param rows the element whose children are the rows, each with the id of `rowId`
 * @returns a function to call right before the row changes places
 */
export function useMovedRow(rows: RefObject<HTMLElement | null>): (id: string, control: Control) => void {
  const move = useRef<Move | null>(null);
  useLayoutEffect(() => {
    if (move.current === null || rows.current === null) return;
    const { id, control, tops } = move.current;
    move.current = null;
    // A row that still glides would be scrolled to a place that it is leaving.
    for (const row of rows.current.children) for (const animation of row.getAnimations()) animation.cancel();
    focusControl(rows.current.children.namedItem(rowId(id)), control);
    glide(rows.current, tops);
  });
  return (id, control) => {
    const { children } = rows.current ?? { children: [] };
    const tops = new Map(Array.from(children, (row) => [row.id, row.getBoundingClientRect().top]));
    move.current = { id, control, tops };
  };
}

/** Browsers drop the focus of an element that moves to another place in the page, and a disabled button can't have it. */
function focusControl(row: Element | null, control: Control): void {
  const controls = [control, control === 'down' ? 'up' : 'down'].map((value) =>
    row?.querySelector<HTMLButtonElement>(`button[value="${value}"]`),
  );
  controls.find((button) => button?.disabled === false)?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

function glide(rows: HTMLElement, tops: Move['tops']): void {
  const style = getComputedStyle(rows);
  // No time passes with reduced motion (web/styles/tokens.css).
  const timing = { duration: Number.parseFloat(style.getPropertyValue('--calm')), easing: 'ease-out' };
  for (const row of rows.children) {
    const { top } = row.getBoundingClientRect();
    const by = (tops.get(row.id) ?? top) - top;
    if (by !== 0) row.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], timing);
  }
}
