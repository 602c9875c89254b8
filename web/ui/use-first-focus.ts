/** Moves the focus to content that replaced other content, so that it is not lost (product D4). */
import { useEffect, type RefObject } from 'react';

/**
 * Moves the focus once, when the element is in the page.
 * @param selector the descendant that gets the focus; must be constant. By default the element itself, which needs a
 * `tabIndex`.
 */
export function useFirstFocus(part: RefObject<HTMLElement | null>, selector?: string): void {
  useEffect(() => {
    const target = selector === undefined ? part.current : part.current?.querySelector<HTMLElement>(selector);
    target?.focus();
  }, [part, selector]);
}
