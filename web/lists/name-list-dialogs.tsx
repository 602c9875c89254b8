/** The dialogs that ask for the name of a list. */
import type { ListEntry } from '#core/lists/lists-record.ts';
import type { Lists } from '#client/ports/lists.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { messages } from '#web/messages/messages.ts';
import { useListName, useShownList } from '#web/shown-list/shown-list.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import { useFormChange } from '#web/shown-list/use-apply-change.ts';

type NewListDialogProps = {
  readonly lists: Lists;
  /** The list was created and opens. */
  readonly onCreated: () => void;
  readonly onClose: () => void;
};

export function NewListDialog({ lists, onCreated, onClose }: NewListDialogProps) {
  const { switchTo } = useShownList();
  const create = async (text: string): Promise<string | null> => {
    const name = cleanName(text);
    if (!name.ok) return messages.changeFailures[name.failure.type];
    const result = await lists.create(name.value);
    if (result.ok) {
      switchTo({ listId: result.value, name: name.value });
      onCreated();
      return null;
    }
    return result.failure.type === 'too-many-lists'
      ? messages.lists.tooMany
      : messages.storageFailures[result.failure.type];
  };
  return (
    <NameDialog
      title={messages.newList.title}
      label={messages.newList.name}
      firstName=""
      save={messages.newList.create}
      onSave={create}
      onClose={onClose}
    />
  );
}

type RenameDialogProps = {
  readonly lists: Lists;
  readonly entry: ListEntry;
  /** The open list was renamed. Its toast offers Undo, which another dialog would hide. */
  readonly onOpenRenamed: () => void;
  readonly onClose: () => void;
};

export function RenameDialog({ lists, entry, onOpenRenamed, onClose }: RenameDialogProps) {
  const { ref } = useShownList();
  const openName = useListName();
  const renameEntry = useRenameEntry(lists, entry);
  const isOpen = entry.id === ref.listId;
  const rename = async (text: string, isChanged: boolean): Promise<string | null> => {
    const failure = isChanged ? await renameEntry(text) : null;
    if (failure === null && isOpen) onOpenRenamed();
    return failure;
  };
  return (
    <NameDialog
      title={messages.renameList.title}
      label={messages.renameList.name}
      firstName={isOpen ? openName : entry.name}
      save={messages.renameList.save}
      onSave={rename}
      onClose={onClose}
    />
  );
}

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
