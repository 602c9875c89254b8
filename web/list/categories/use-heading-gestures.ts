/** What a category's header understands besides a press: a long press, a right click and F2 edit it. Loads after the list. */
import { useEffect } from 'react';
import { createPress } from '#web/list/rows/press.ts';

/** Listens once for all headers. */
export function useHeadingGestures(): void {
  useEffect(() => {
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
    // The finger that opened the dialog must not collapse the category as it leaves.
    const onClick = (event: Event): void => {
      const isOnEdit = event.target instanceof Element && event.target.closest('[data-edit-category]') !== null;
      if (isOnEdit || editButtonAt(event.target) === null || !press.takeLong()) return;
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
    ? (target.closest('[data-category-header]')?.querySelector<HTMLElement>('[data-edit-category]') ?? null)
    : null;
