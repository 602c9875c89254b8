/** Shows toasts that offer to undo a change. Loads with the rows, so it does not describe changes itself. */
import { useCallback, useContext } from 'react';
import type { AppliedChange } from '#client/store/store.ts';
import { messages } from '#web/messages/messages.ts';
import { ToasterContext, type ToastAction } from '#web/ui/toasts/toaster.ts';
import { useShownList } from './shown-list.ts';

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
  text: (count: number): string => messages.itemsDeleted(count),
  done: (count: number): string => messages.undone(messages.itemsDeleted(count)),
} as const;

export function useUndoToast(): (done: AppliedChange, toast: UndoToast) => void {
  const { store } = useShownList();
  const toaster = useContext(ToasterContext);
  return useCallback(
    (done, { text, words = text, isDeletion, other }) => {
      const action = { label: messages.undo, run: () => store.revert(done), done: messages.undone(words) };
      toaster.show(text, other === undefined ? action : [other, action], isDeletion ? DELETIONS : undefined);
    },
    [store, toaster],
  );
}
