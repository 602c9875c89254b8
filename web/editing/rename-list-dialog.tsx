/** The dialog that renames the list. The list's name in the header opens it. */
import { renameList } from '#web/messages/en/dialogs.ts';
import { useHeading } from '#web/shopper/shopper-context.ts';
import { useFormChange } from '#web/shopper/use-apply-change.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';

export function RenameListDialog({ onClose }: { readonly onClose: () => void }) {
  const applyChange = useFormChange();
  const heading = useHeading();
  return (
    <NameDialog
      title={renameList.title}
      label={renameList.name}
      firstName={heading.name}
      save={renameList.save}
      onSave={(name) => applyChange({ type: 'rename-list', name })}
      onClose={onClose}
    />
  );
}
