/** The dialog that renames the list. The list's name in the header opens it. */
import { messages } from '#web/messages/messages.ts';
import { useListName } from '#web/shown-list/shown-list.ts';
import { useFormChange } from '#web/shown-list/use-apply-change.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';

export function RenameListDialog({ onClose }: { readonly onClose: () => void }) {
  const applyChange = useFormChange();
  const listName = useListName();
  return (
    <NameDialog
      title={messages.renameList.title}
      label={messages.renameList.name}
      firstName={listName}
      save={messages.renameList.save}
      onSave={(name, isChanged) => (isChanged ? applyChange({ type: 'rename-list', name }) : null)}
      onClose={onClose}
    />
  );
}
