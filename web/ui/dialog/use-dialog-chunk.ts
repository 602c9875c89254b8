/** Loads a dialog when it opens. */
import { useContext, useEffect, useRef, useState } from 'react';
import { messages } from '#web/messages/messages.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useChunk } from '#web/ui/use-chunk.ts';

/**
 * If the dialog cannot be downloaded, says so and closes it, so that the next press tries again.
 * @param load a dynamic import
 * @returns the module; null until it is loaded
 */
export function useDialogChunk<T>(load: () => Promise<T>, onClose: () => void): T | null {
  const toaster = useContext(ToasterContext);
  const isWanted = useRef(false);
  useEffect(() => {
    isWanted.current = true;
    return () => {
      isWanted.current = false;
    };
  }, []);
  const [loadOrClose] = useState(() => () => {
    const loading = load();
    loading.catch(() => {
      // Another dialog may be open in its place.
      if (!isWanted.current) return;
      toaster.show(messages.dialogNotLoaded);
      onClose();
    });
    return loading;
  });
  return useChunk(loadOrClose, 'ignore');
}
