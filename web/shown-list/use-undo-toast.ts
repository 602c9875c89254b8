/** Shows toasts that offer to undo a change. Loads with the rows, so it does not describe changes itself. */
import { useCallback, useContext } from 'react';
import { type Diff, reverseDiff, type RowDiff } from '#core/diff/diff.ts';
import type { AppliedChange, Store } from '#client/store/store.ts';
import { messages } from '#web/messages/messages.ts';
import { ToasterContext, type ToastAction, type Toaster } from '#web/ui/toasts/toaster.ts';
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
      hideWhenOver(done, store, toaster);
    },
    [store, toaster],
  );
}

/**
 * Hides the toast once it would mislead: nothing of its change is left to undo, or the shopper has made another change. A
 * tick does not count, because shoppers who deleted by mistake may have ticked on before they notice.
 */
function hideWhenOver(done: AppliedChange, store: Store, toaster: Toaster): void {
  const toast = toaster.current();
  const stop = store.onDiff((diff, source) => {
    if (toaster.current() !== toast) stop();
    else if ((source !== 'remote' && !diff.every(isTick)) || !isLeft(store, done.diff)) {
      // The other change may show a toast that joins this one.
      queueMicrotask(() => toaster.current() === toast && toaster.hide());
    }
  });
}

const isTick = ({ table, after }: RowDiff): boolean =>
  table === 'items' && Object.keys(after).every((field) => field === 'checked');

const isLeft = ({ list }: Store, diff: Diff): boolean => diff.some((row) => reverseDiff(list, [row]).length > 0);
