/** Shows toasts that offer to undo a change. Loads with the rows, so it does not describe changes itself. */
import { useCallback, useContext } from 'react';
import type { AppliedChange } from '#client/store/store.ts';
import { itemsDeleted, undo, undone } from '#web/messages/en/list.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import type { ToastAction } from '#web/ui/toasts/toaster.ts';
import { useShopper } from './shopper-context.ts';

type UndoToast = {
  readonly text: string;
  /** The change in words that work after "Undone:"; the text if missing. */
  readonly words?: string;
  /** Whether it deletes one item. Consecutive deletions share one toast, whose Undo restores all of them. */
  readonly isDeletion: boolean;
  /** Offered besides Undo. */
  readonly other?: ToastAction | undefined;
};

const DELETIONS = {
  key: 'deletions',
  text: itemsDeleted,
  done: (count: number): string => undone(itemsDeleted(count)),
} as const;

export function useUndoToast(): (done: AppliedChange, toast: UndoToast) => void {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  return useCallback(
    (done, { text, words = text, isDeletion, other }) => {
      const action = { label: undo, run: () => store.revert(done), done: undone(words) };
      toaster.show(text, other === undefined ? action : [other, action], isDeletion ? DELETIONS : undefined);
    },
    [store, toaster],
  );
}
