/** Undo and Redo, for buttons and keys. */
import { useContext } from 'react';
import type { Diff } from '#core/diff/diff.ts';
import { summarizeDiff } from '#core/history/summarize-diff.ts';
import { describeAct, nothingToRedo, nothingToUndo, redone, undone } from '#web/messages/en/history.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useShopper } from './shopper-context.ts';

/**
 * Both show a toast that names the act. It informs screen reader users, and it replaces an earlier toast that may still
 * offer to undo the same act.
 */
export function useUndo(): { readonly undo: () => void; readonly redo: () => void } {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  const announce = (act: Diff | null, describe: (act: string) => string, nothing: string): void =>
    toaster.show(act === null ? nothing : describe(describeAct(summarizeDiff(store.list, act))));
  return {
    undo: () => announce(store.undo(), undone, nothingToUndo),
    redo: () => announce(store.redo(), redone, nothingToRedo),
  };
}
