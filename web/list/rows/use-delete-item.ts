/** Deletes an item by its button, its menu or a key. */
import { useCallback, useContext } from 'react';
import type { Item } from '#core/list/row.ts';
import { messages } from '#web/messages/messages.ts';
import { useStoreChange } from '#web/shown-list/shown-list.ts';
import { useUndoToast } from '#web/shown-list/use-undo-toast.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { passFocusOn } from '#web/list/keyboard/row-focus.ts';

/** Moves the focus before it removes the row. A toast offers Undo. */
export function useDeleteItem(): (item: Item) => void {
  const applyChange = useStoreChange();
  const toaster = useContext(ToasterContext);
  const offerUndo = useUndoToast();
  return useCallback(
    ({ id, name }) => {
      passFocusOn(id);
      const result = applyChange({ type: 'delete-item', id });
      if (result.ok) offerUndo(result.value, { text: messages.itemToasts.deleted(name), isDeletion: true });
      else toaster.show(messages.changeFailures[result.failure.type]);
    },
    [applyChange, toaster, offerUndo],
  );
}
