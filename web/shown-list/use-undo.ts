/** Undo and Redo, for buttons and keys. */
import { useContext } from 'react';
import type { Diff } from '#core/diff/diff.ts';
import { summarizeDiff } from '#core/history/summarize-diff.ts';
import { messages } from '#web/messages/messages.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useShownList } from './shown-list.ts';

/**
 * Both show a toast that names the change. It informs screen reader users, and it replaces an earlier toast that may still
 * offer to undo the same change.
 */
export function useUndo(): { readonly undo: () => Diff | null; readonly redo: () => void } {
  const { store, collapse } = useShownList();
  const toaster = useContext(ToasterContext);
  const step = (take: () => Diff | null, describe: (change: string) => string, nothing: string): Diff | null => {
    const diff = collapse.move(take);
    toaster.show(diff === null ? nothing : describe(messages.describeSummary(summarizeDiff(store.list, diff))));
    return diff;
  };
  return {
    undo: () => step(store.undo, messages.undone, messages.nothingToUndo),
    redo: () => step(store.redo, messages.redone, messages.nothingToRedo),
  };
}
