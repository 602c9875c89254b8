/** The dialog 'Add New Category'. */
import { messages } from '#web/messages/messages.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';

type AddCategoryDialogProps = {
  readonly onClose: () => void;
  /** Receives the id of the new category, or of the existing one with that name. */
  readonly onAdded: (id: string) => void;
};

export function AddCategoryDialog({ onClose, onAdded }: AddCategoryDialogProps) {
  const { store, collapse } = useShownList();
  const add = (name: string): string | null => {
    const result = store.applyChange({ type: 'add-category', id: store.createId(), name });
    if (!result.ok) {
      if (result.failure.type === 'category-exists') onAdded(result.failure.id);
      return messages.changeFailures[result.failure.type];
    }
    const added = result.value.diff.find(({ table }) => table === 'categories')?.id;
    if (added !== undefined) {
      collapse.expand(added);
      onAdded(added);
    }
    return null;
  };
  return (
    <NameDialog
      title={messages.addCategory.title}
      label={messages.addCategory.name}
      firstName=""
      save={messages.addCategory.add}
      onSave={add}
      onClose={onClose}
    />
  );
}
