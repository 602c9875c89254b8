/** Undo and redo from wherever they are pressed. */
import { useContext } from 'react';
import { ToasterContext } from '#web/ui/toaster.ts';
import { useShopper } from './shopper-context.ts';

/** A toast that offers to take back what was just taken back would be a lie: it goes. */
export function useUndo(): { readonly undo: () => void; readonly redo: () => void } {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  const step = (run: () => void) => (): void => {
    toaster.hide();
    run();
  };
  return { undo: step(store.undo), redo: step(store.redo) };
}
