/** After a row has moved: the focus stays on the control that moved it, and all rows glide to their new places. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

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
