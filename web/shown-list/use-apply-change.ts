/** Changes the list: shows failures, and offers Undo in a toast. Also undoes and redoes the latest step. */
import { useCallback, useContext } from 'react';
import type { ChangeFailure, Change } from '#core/change/change.ts';
import type { Diff } from '#core/diff/diff.ts';
import { summarizeDiff } from '#core/history/summarize-diff.ts';
import type { Result } from '#core/result.ts';
import type { AppliedChange } from '#client/store/store.ts';
import { messages } from '#web/messages/messages.ts';
import { ToasterContext, type ToastAction } from '#web/ui/toasts/toaster.ts';
import { useShownList, useStoreChange } from './shown-list.ts';
import { useUndoToast } from './use-undo-toast.ts';

/** Makes a change. If it has a toast text, shows a toast that offers to undo this change only, and the other action. */
export type DoChange = (change: Change, toast?: string, other?: ToastAction) => Result<AppliedChange, ChangeFailure>;

export function useApplyChange(): DoChange {
  const applyChange = useStoreChange();
  const toaster = useContext(ToasterContext);
  const offerUndo = useOfferUndo();
  return useCallback(
    (change, toast, other) => {
      const result = applyChange(change);
      if (!result.ok) toaster.show(messages.changeFailures[result.failure.type]);
      else if (toast !== undefined) offerUndo(result.value, toast, other);
      return result;
    },
    [applyChange, toaster, offerUndo],
  );
}

/**
 * Makes the change of a form, with a toast that offers to undo it.
 * @returns the error text for the form; null if the change was made
 */
export function useFormChange(): (change: Change) => string | null {
  const applyChange = useStoreChange();
  const offerUndo = useOfferUndo();
  return (change) => {
    const result = applyChange(change);
    if (!result.ok) return messages.changeFailures[result.failure.type];
    offerUndo(result.value);
    return null;
  };
}

/**
 * Shows a toast that describes a change and offers to undo it.
 * @returns a function of the change and an optional text that replaces the description; a change without effect shows only
 * that text
 */
export function useOfferUndo(): (done: AppliedChange, toast?: string, other?: ToastAction) => void {
  const { store } = useShownList();
  const toaster = useContext(ToasterContext);
  const offerUndo = useUndoToast();
  return useCallback(
    (done, toast, other) => {
      if (done.diff.length === 0) {
        if (toast !== undefined) toaster.show(toast);
        return;
      }
      const summary = summarizeDiff(store.list, done.diff);
      const words = messages.describeSummary(summary);
      offerUndo(done, { text: toast ?? words, words, isDeletion: summary.type === 'item-deleted', other });
    },
    [store, toaster, offerUndo],
  );
}

/**
 * Undoes and redoes the latest step. Both show a toast that names the change. It informs screen reader users, and it replaces an earlier toast that may still
 * offer to undo the same change.
 * @param after the id of a step; only later ones are undone and redone
 */
export function useUndo(after?: string): { readonly undo: () => Diff | null; readonly redo: () => Diff | null } {
  const { store, collapse } = useShownList();
  const toaster = useContext(ToasterContext);
  const step = (take: () => Diff | null, describe: (change: string) => string, nothing: string): Diff | null => {
    const diff = collapse.move(take);
    toaster.show(diff === null ? nothing : describe(messages.describeSummary(summarizeDiff(store.list, diff))));
    return diff;
  };
  return {
    undo: () => step(() => store.undo(after), messages.undone, messages.nothingToUndo),
    redo: () => step(() => store.redo(after), messages.redone, messages.nothingToRedo),
  };
}
