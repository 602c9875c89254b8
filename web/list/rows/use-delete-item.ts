/** Deletes an item from wherever that is asked: its row's button, or a key. */
import { useCallback } from 'react';
import type { Item } from '#core/list/row.ts';
import { toast } from '#web/messages/en/list.ts';
import { useAct } from '#web/shopper/use-act.ts';
import { passFocusOn } from '#web/list/keyboard/row-focus.ts';

/** The focus moves on before the row goes; a toast offers to undo the deletion. */
export function useDeleteItem(): (item: Item) => void {
  const doChange = useAct();
  return useCallback(
    ({ id, name }) => {
      passFocusOn(id);
      doChange({ type: 'delete-item', id }, toast.deleted(name));
    },
    [doChange],
  );
}
