/** Handles long presses, right clicks and keys on rows. Loads after the list. */
import { useEffect } from 'react';
import type { Item } from '#core/list/row.ts';
import { liveRow } from '#core/list/list.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { createPress } from './press.ts';
import { moveFocus } from '#web/list/keyboard/move-focus.ts';
import { itemIdAt } from '#web/list/keyboard/row-focus.ts';
import { useDeleteItem } from './use-delete-item.ts';

const MODIFIERS = ['Alt', 'Control', 'Meta'];

/** One set of listeners serves all rows. */
export function useRowGestures(onEdit: (itemId: string) => void): void {
  const { store } = useShopper();
  const deleteItem = useDeleteItem();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const itemAt = (target: EventTarget | null): Item | undefined => liveRow(store.list.items, itemIdAt(target) ?? '');
    const edit = (target: EventTarget | null): void => {
      const item = itemAt(target);
      if (item) onEdit(item.id);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const item = itemAt(event.target);
      const { target, key } = event;
      // Alt with an arrow key navigates the browser's history.
      if (!item || !(target instanceof HTMLElement) || MODIFIERS.some((name) => event.getModifierState(name))) return;
      if (key === 'F2') onEdit(item.id);
      else if (key === 'Delete') deleteItem(item);
      else if (!moveFocus(target, key)) return;
      event.preventDefault();
    };
    const press = createPress(edit);
    window.addEventListener('pointerdown', press.start, { signal });
    window.addEventListener('pointermove', press.move, { signal });
    window.addEventListener('pointerup', press.leave, { signal });
    window.addEventListener('pointercancel', press.leave, { signal });
    window.addEventListener('contextmenu', (event) => openByMenu(event, press.finish), { signal });
    // In the capture phase, before the row handles the event.
    window.addEventListener('click', (event) => swallowLong(event, press.consumeLong), { signal, capture: true });
    window.addEventListener('keydown', onKeyDown, { signal });
    return () => {
      press.leave();
      controller.abort();
    };
  }, [store, onEdit, deleteItem]);
}

function openByMenu(event: Event, open: (target: EventTarget | null) => void): void {
  if (itemIdAt(event.target) === null) return;
  event.preventDefault();
  open(event.target);
}

/** Lifting the finger after a long press must not tick the row. */
function swallowLong(event: Event, consumeLong: () => boolean): void {
  if (itemIdAt(event.target) === null || !consumeLong()) return;
  event.preventDefault();
  event.stopPropagation();
}
