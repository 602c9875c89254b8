/** The keys for Undo and Redo, where no text field has the focus (product U5). */
import { useEffect } from 'react';
import { useShopper } from '#web/shopper/shopper-context.ts';

/** Ctrl/Cmd+Z undoes; Ctrl/Cmd+Shift+Z and Ctrl+Y redo. */
export function useUndoKeys(): void {
  const { store } = useShopper();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === null || isBusyElsewhere(event.target)) return;
      event.preventDefault();
      if (step === 'undo') store.undo();
      else store.redo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store]);
}

function stepOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && event.ctrlKey && !event.shiftKey ? 'redo' : null;
}

/** A text field has its own undo; under a dialog the list must not change unseen. */
const isBusyElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target.closest('dialog') !== null ||
    target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'));
