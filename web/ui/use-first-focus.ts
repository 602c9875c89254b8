/** Puts the focus into what just came onto the screen, so that it is not lost with what stood there before (product D4). */
import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Once, when the part is there.
 * @param selector what in it gets the focus, the same each time; without one the part itself, by its `tabIndex`
 */
export function useFirstFocus(part: RefObject<HTMLElement | null>, selector?: string): void {
  useEffect(() => {
    const target = selector === undefined ? part.current : part.current?.querySelector<HTMLElement>(selector);
    target?.focus();
  }, [part, selector]);
}
