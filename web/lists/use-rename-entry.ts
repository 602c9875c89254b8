/** Renames a list of the account: the open one by a change, which can be undone. */
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { Lists } from '#client/ports/lists.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { useFormChange } from '#web/shown-list/use-apply-change.ts';

/** @returns renames the list, and returns the error text; null if it was renamed */
export function useRenameEntry(lists: Lists, entry: ListEntry): (text: string) => Promise<string | null> {
  const { ref } = useShownList();
  const applyChange = useFormChange();
  return async (text) => {
    if (entry.id === ref.listId) return applyChange({ type: 'rename-list', name: text });
    const name = cleanName(text);
    if (!name.ok) return messages.changeFailures[name.failure.type];
    const result = await lists.rename(entry.id, name.value);
    return result.ok ? null : messages.storageFailures[result.failure.type];
  };
}
