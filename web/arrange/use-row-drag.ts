/** Drags a row of a list to another place with a pointer. */
import { useRef, useState, type PointerEvent, type RefObject } from 'react';

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

type Grip = {
  readonly id: string;
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
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
};

/**
 * @param rows the element whose children are the rows
 * @param onDrop receives the index at which the row was dropped, if it has changed
 * @returns the drag in progress, and handlers for the handle of the row at an index
 */
export function useRowDrag(
  rows: RefObject<HTMLElement | null>,
  onDrop: (id: string, to: number) => void,
): { readonly drag: RowDrag | null; readonly handlersOf: (id: string, index: number) => DragHandlers } {
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const grip = useRef<Grip | null>(null);
  const pointerY = useRef(0);
  const follow = (): void => {
    if (grip.current !== null) setDrag(readDrag(grip.current, pointerY.current));
  };
  const scroll = (): void => {
    if (grip.current === null) return;
    if (scrollNear(grip.current.scroller, pointerY.current)) follow();
    requestAnimationFrame(scroll);
  };
  const end = (isDropped: boolean): void => {
    grip.current = null;
    setDrag(null);
    if (isDropped && drag !== null && drag.to !== drag.from) onDrop(drag.id, drag.to);
  };
  return {
    drag,
    handlersOf: (id, index) => ({
      onPointerDown(event) {
        if (rows.current === null || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointerY.current = event.clientY;
        grip.current = takeGrip(rows.current, { id, from: index, y: event.clientY });
        requestAnimationFrame(scroll);
      },
      onPointerMove(event) {
        pointerY.current = event.clientY;
        follow();
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
  };
}

function takeGrip(rows: HTMLElement, { id, from, y }: Pick<Grip, 'id' | 'from' | 'y'>): Grip {
  const middles = Array.from(rows.children, (row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return (top + bottom) / 2;
  });
  const scroller = rows.closest('dialog');
  const height = rows.children[from]?.getBoundingClientRect().height ?? 0;
  return { id, from, y, height, middles, scroller, scrolled: scroller?.scrollTop ?? 0 };
}

function readDrag({ id, from, y, height, middles, scroller, scrolled }: Grip, pointerY: number): RowDrag {
  const start = middles[from] ?? 0;
  const wanted = start + pointerY - y + (scroller?.scrollTop ?? 0) - scrolled;
  // Just beyond the first and the last row: farther out, the row would extend the area that scrolls.
  const middle = Math.min(Math.max(wanted, (middles[0] ?? 0) - 1), (middles.at(-1) ?? 0) + 1);
  const above = middles.filter((other, index) => index !== from && other < middle);
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
