/** The dialog that renames the list. The list's name in the header opens it. */
import { renameList } from '#web/messages/en/dialogs.ts';
import { useHeading } from '#web/shopper/shopper-context.ts';
import { useFormAct } from '#web/shopper/use-act.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';

export function RenameListDialog({ onClose }: { readonly onClose: () => void }) {
  const act = useFormAct();
  const heading = useHeading();
  return (
    <NameDialog
      title={renameList.title}
      label={renameList.name}
      firstName={heading.name}
      save={renameList.save}
      onSave={(name) => act({ type: 'rename-list', name })}
      onClose={onClose}
    />
  );
}
