/** The keys for Undo and Redo, unless a text field with text has the focus (product U5). */
import { useEffect } from 'react';
import { isTextField } from './add-field.ts';
import { useUndo } from '#web/shown-list/use-undo.ts';
import { marked } from '#web/ui/marks.ts';

/** Ctrl/Cmd+Z undoes; Ctrl/Cmd+Shift+Z and Ctrl+Y redo. */
export function useUndoKeys(): void {
  const { undo, redo } = useUndo();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === null || isBusyElsewhere(event.target)) return;
      event.preventDefault();
      if (step === 'undo') undo();
      else redo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [undo, redo]);
}

const STEPS: ReadonlyMap<string, 'undo' | 'redo'> = new Map([
  ['ctrl+z', 'undo'],
  ['cmd+z', 'undo'],
  ['ctrl+shift+z', 'redo'],
  ['cmd+shift+z', 'redo'],
  ['ctrl+y', 'redo'],
]);

function stepOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  const name = `${event.ctrlKey ? 'ctrl' : 'cmd'}+${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`;
  return STEPS.get(name) ?? null;
}

/** A text field with text has its own undo. While a dialog is open, the list must not change behind it. */
const isBusyElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null || (isTextField(target) && !isEmptyAddField(target));

const isEmptyAddField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.matches(marked('addField')) && target.value === '';
