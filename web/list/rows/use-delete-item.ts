/** Deletes an item by its button, its menu or a key. */
import { useCallback } from 'react';
import type { Item } from '#core/list/row.ts';
import { toast } from '#web/messages/en/list.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';
import { passFocusOn } from '#web/list/keyboard/row-focus.ts';

/** Moves the focus before it removes the row. A toast offers Undo. */
export function useDeleteItem(): (item: Item) => void {
  const doChange = useApplyChange();
  return useCallback(
    ({ id, name }) => {
      passFocusOn(id);
      doChange({ type: 'delete-item', id }, toast.deleted(name));
    },
    [doChange],
  );
}
