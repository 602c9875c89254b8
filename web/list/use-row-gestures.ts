/** What one can do to a row besides pressing it: a long press, a right click, keys. Comes a moment after the list. */
import { useEffect } from 'react';
import { createPress } from './press.ts';
import { focusNeighbour, passFocusOn } from './row-focus.ts';

/** Listens once for all rows; what means more than a tick presses the row's own buttons. */
export function useRowGestures(): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const press = createPress((target) => editButton(rowOf(target))?.click());
    window.addEventListener('pointerdown', press.start, { signal });
    window.addEventListener('pointermove', press.move, { signal });
    window.addEventListener('pointerup', press.leave, { signal });
    window.addEventListener('pointercancel', press.leave, { signal });
    window.addEventListener('contextmenu', (event) => openByMenu(event, press.finish), { signal });
    // Before the row hears of it.
    window.addEventListener('click', (event) => watchClick(event, press.takeLong), { signal, capture: true });
    window.addEventListener('keydown', onKeyDown, { signal });
    return () => {
      press.leave();
      controller.abort();
    };
  }, []);
}

const rowOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('li:has(> label > [data-item])') : null;

const editButton = (row: Element | null) => row?.querySelector('button');

const deleteButton = (row: Element | null) => row?.querySelector<HTMLElement>('button:last-child');

function openByMenu(event: Event, open: (target: EventTarget | null) => void): void {
  if (rowOf(event.target) === null) return;
  event.preventDefault();
  open(event.target);
}

function watchClick(event: Event, takeLong: () => boolean): void {
  const row = rowOf(event.target);
  if (row === null) return;
  if (takeLong()) {
    // The finger that opened the dialog must not tick the row as it leaves.
    event.preventDefault();
    event.stopPropagation();
  } else if (event.target instanceof Node && deleteButton(row)?.contains(event.target)) passFocusOn(row);
}

function onKeyDown(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLInputElement && 'item' in target.dataset)) return;
  if (key === 'F2') editButton(rowOf(target))?.click();
  else if (key === 'Delete') deleteButton(rowOf(target))?.click();
  else if (!focusNeighbour(target, key)) return;
  event.preventDefault();
}
