/** Focuses the add field from other parts of the screen. */
import { useLayoutEffect } from 'react';
import { marked } from '#web/ui/marks.ts';

/** The add field. */
export const ADD_FIELD = marked('addField');

/** Whether keys pressed in the element enter text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input:not([type="checkbox"]), textarea, [contenteditable="true"]');

/** Whether the element is a select, where letters find an option. */
const isSelect = (target: EventTarget | null): boolean => target instanceof HTMLSelectElement;

/** Focuses the add field after a closing dialog has returned the focus. */
export function focusAddField(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(ADD_FIELD)?.focus());
}

/**
 * `/` and `n` focus the add field, unless a text field has the focus or a dialog is open.
 * @param isOn whether the shopper left these keys on (WCAG 2.1.4)
 */
export function useAddFieldKeys(isOn: boolean): void {
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isAddKey(event)) return;
      // In a menu, letters find an entry.
      if (event.defaultPrevented || document.querySelector('dialog[open], [popover]:popover-open[role="menu"]')) return;
      event.preventDefault();
      document.querySelector<HTMLElement>(ADD_FIELD)?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

const ADD_KEYS: ReadonlySet<string> = new Set(['/', 'n']);

function isAddKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return ADD_KEYS.has(key) && !ctrlKey && !metaKey && !altKey && !isTextField(target) && !isSelect(target);
}
