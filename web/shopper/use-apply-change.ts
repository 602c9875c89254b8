/** Changes the list: shows failures, and offers Undo in a toast. */
import { useCallback, useContext } from 'react';
import type { ChangeFailure } from '#core/change/change-result.ts';
import type { Change } from '#core/change/change.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import { summarizeDiff } from '#core/history/summarize-diff.ts';
import type { Result } from '#core/result.ts';
import type { AppliedChange } from '#client/store/store.ts';
import { changeFailures } from '#web/messages/en/list.ts';
import { describeSummary } from '#web/messages/en/history.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import type { ToastAction } from '#web/ui/toasts/toaster.ts';
import { useShopper } from './shopper-context.ts';
import { useUndoToast } from './use-undo-toast.ts';

/** Makes a change. If it has a toast text, shows a toast that offers to undo this change only, and the other action. */
export type DoChange = (change: Change, toast?: string, other?: ToastAction) => Result<AppliedChange, ChangeFailure>;

export function useApplyChange(): DoChange {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  const offerUndo = useOfferUndo();
  return useCallback(
    (change, toast, other) => {
      const result = store.applyChange(change);
      if (!result.ok) toaster.show(changeFailures[result.failure.type]);
      else if (toast !== undefined) offerUndo(result.value, toast, other);
      return result;
    },
    [store, toaster, offerUndo],
  );
}

/**
 * Makes the change of a form, with a toast that offers to undo it.
 * @returns the error text for the form; null if the change was made
 */
export function useFormChange(): (change: Change) => string | null {
  const { store } = useShopper();
  const offerUndo = useOfferUndo();
  return (change) => {
    const result = store.applyChange(change);
    if (!result.ok) return changeFailures[result.failure.type];
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
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  const offerUndo = useUndoToast();
  return useCallback(
    (done, toast, other) => {
      if (isEmptyDiff(done.diff)) {
        if (toast !== undefined) toaster.show(toast);
        return;
      }
      const summary = summarizeDiff(store.list, done.diff);
      const words = describeSummary(summary);
      offerUndo(done, { text: toast ?? words, words, isDeletion: summary.type === 'item-deleted', other });
    },
    [store, toaster, offerUndo],
  );
}
