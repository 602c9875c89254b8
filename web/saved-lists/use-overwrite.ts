/** Saves the current list over a saved one, with a toast that offers Undo. */
import type { SavedList } from '#core/list/row.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useApplyChange } from '#web/shown-list/use-apply-change.ts';

/** @param onSaved called after the list was saved */
export function useOverwrite(onSaved: () => void): (saved: SavedList) => void {
  const { store } = useShownList();
  const doChange = useApplyChange();
  return ({ id, name }) => {
    const change = { type: 'save-over-list', id, createdAt: store.now() } as const;
    if (doChange(change, messages.savedListToasts.updated(name)).ok) onSaved();
  };
}
