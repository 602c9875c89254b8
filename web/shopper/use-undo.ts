/** Undo and redo from wherever they are pressed. */
import { useContext } from 'react';
import type { Diff } from '#core/diff/diff.ts';
import { summarizeDiff } from '#core/history/summarize-diff.ts';
import { describeAct, nothingToRedo, nothingToUndo, redone, undone } from '#web/messages/en/history.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useShopper } from './shopper-context.ts';

/**
 * Undo and Redo, each with a toast that names the act: a screen reader could not see it, and the toast before may
 * still have offered to undo the same act.
 */
export function useUndo(): { readonly undo: () => void; readonly redo: () => void } {
  const { store } = useShopper();
  const toaster = useContext(ToasterContext);
  const announce = (act: Diff | null, say: (act: string) => string, nothing: string): void =>
    toaster.show(act === null ? nothing : say(describeAct(summarizeDiff(store.list, act))));
  return {
    undo: () => announce(store.undo(), undone, nothingToUndo),
    redo: () => announce(store.redo(), redone, nothingToRedo),
  };
}
