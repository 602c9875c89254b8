/** Making a change: a refusal is explained, and what was done can be taken back from the toast. */
import { useCallback, useContext } from 'react';
import type { ChangeFailure } from '#core/change/act.ts';
import type { Change } from '#core/change/change.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import { summarizeDiff } from '#core/history/summarize-diff.ts';
import type { Result } from '#core/result.ts';
import type { Done } from '#client/store/store.ts';
import { changeFailures, undo } from '#web/messages/en/list.ts';
import { describeAct, itemsDeleted, undone } from '#web/messages/en/history.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useShopper } from './shopper-context.ts';

/** Makes a change. With words for a toast, the toast offers to undo just this act. */
export type DoChange = (change: Change, toast?: string) => Result<Done, ChangeFailure>;

export function useAct(): DoChange {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  const offerUndo = useOfferUndo();
  return useCallback(
    (change, toast) => {
      const result = store.act(change);
      if (!result.ok) toaster.show(changeFailures[result.failure.type]);
      else if (toast !== undefined) offerUndo(result.value, toast);
      return result;
    },
    [store, toaster, offerUndo],
  );
}

/**
 * Makes the change of a form, with a toast that offers to undo it.
 * @returns the error text for the form; null if the change was made
 */
export function useFormAct(): (change: Change) => string | null {
  const { store } = useShopper();
  const offerUndo = useOfferUndo();
  return (change) => {
    const result = store.act(change);
    if (!result.ok) return changeFailures[result.failure.type];
    offerUndo(result.value);
    return null;
  };
}

/** Several deletions in a row share one toast, whose Undo brings all of them back. */
const DELETIONS = {
  key: 'deletions',
  text: itemsDeleted,
  done: (count: number): string => undone(itemsDeleted(count)),
} as const;

/**
 * Shows a toast that says what an act did and offers to undo it.
 * @returns a function that takes the act, and words where its own summary is not enough; only those are shown for an
 * act that changed nothing
 */
export function useOfferUndo(): (done: Done, toast?: string) => void {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  return useCallback(
    (done, toast) => {
      if (isEmptyDiff(done.diff)) {
        if (toast !== undefined) toaster.show(toast);
        return;
      }
      const summary = summarizeDiff(store.list, done.diff);
      const words = describeAct(summary);
      const action = { label: undo, run: () => store.revert(done), done: undone(words) };
      toaster.show(toast ?? words, action, summary.type === 'item-deleted' ? DELETIONS : undefined);
    },
    [store, toaster],
  );
}
