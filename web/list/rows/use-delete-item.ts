/** Deletes an item by its button, its menu or a key. */
import { useCallback, useContext } from 'react';
import type { Item } from '#core/list/row.ts';
import { changeFailures, toast } from '#web/messages/en/list.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useUndoToast } from '#web/shopper/use-undo-toast.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { passFocusOn } from '#web/list/keyboard/row-focus.ts';

/** Moves the focus before it removes the row. A toast offers Undo. */
export function useDeleteItem(): (item: Item) => void {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  const offerUndo = useUndoToast();
  return useCallback(
    ({ id, name }) => {
      passFocusOn(id);
      const result = store.applyChange({ type: 'delete-item', id });
      if (result.ok) offerUndo(result.value, { text: toast.deleted(name), isDeletion: true });
      else toaster.show(changeFailures[result.failure.type]);
    },
    [store, toaster, offerUndo],
  );
}
