/** Edits a category on a long press, a right click or F2 on its header. Loads after the list. */
import { useLayoutEffect } from 'react';
import { createPress } from '#web/list/rows/press.ts';
import { marked, markedAs } from '#web/ui/marks.ts';

/** The button that edits the category. */
const EDIT = markedAs('action', 'edit');

/** One set of listeners serves all headers. */
export function useHeadingGestures(): void {
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const press = createPress((target) => editButtonAt(target)?.click());
    window.addEventListener('pointerdown', press.start, { signal });
    window.addEventListener('pointermove', press.move, { signal });
    window.addEventListener('pointerup', press.leave, { signal });
    window.addEventListener('pointercancel', press.leave, { signal });
    const onContextMenu = (event: Event): void => {
      if (editButtonAt(event.target) === null) return;
      event.preventDefault();
      press.finish(event.target);
    };
    // Lifting the finger after a long press must not collapse the category.
    const onClick = (event: Event): void => {
      const isOnEdit = event.target instanceof Element && event.target.closest(EDIT) !== null;
      if (isOnEdit || editButtonAt(event.target) === null || !press.consumeLong()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'F2') editButtonAt(event.target)?.click();
    };
    window.addEventListener('contextmenu', onContextMenu, { signal });
    window.addEventListener('click', onClick, { signal, capture: true });
    window.addEventListener('keydown', onKeyDown, { signal });
    return () => {
      press.leave();
      controller.abort();
    };
  }, []);
}

const editButtonAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element
    ? (target.closest(marked('categoryHeader'))?.querySelector<HTMLElement>(EDIT) ?? null)
    : null;
