/** Saves the current list over a saved one, with a toast that offers Undo. */
import type { SavedList } from '#core/list/row.ts';
import { toast } from '#web/messages/en/dialogs.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { useApplyChange } from '#web/shopper/use-apply-change.ts';

/** @param onSaved called after the list was saved */
export function useOverwrite(onSaved: () => void): (saved: SavedList) => void {
  const { store } = useShopper();
  const doChange = useApplyChange();
  return ({ id, name }) => {
    const change = { type: 'save-over-list', id, createdAt: store.now() } as const;
    if (doChange(change, toast.updated(name)).ok) onSaved();
  };
}
