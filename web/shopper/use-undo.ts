/** Undo and redo from wherever they are pressed. */
import { useContext } from 'react';
import { undone } from '#web/messages/en/list.ts';
import { redone } from '#web/messages/en/tools.ts';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useShopper } from './shopper-context.ts';

/**
 * Says what was done, which a screen reader could not see; it takes the place of a toast that offers to take back
 * what was just taken back.
 */
export function useUndo(): { readonly undo: () => void; readonly redo: () => void } {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  const step = (run: () => void, said: string) => (): void => {
    run();
    toaster.show(said);
  };
  return { undo: step(store.undo, undone), redo: step(store.redo, redone) };
}
