/** The dialog 'Add New Category'. */
import { addCategory } from '#web/messages/en/dialogs.ts';
import { changeFailures } from '#web/messages/en/list.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';

type AddCategoryDialogProps = {
  readonly onClose: () => void;
  /** Receives the id of the new category, or of the existing one with that name. */
  readonly onAdded: (id: string) => void;
};

export function AddCategoryDialog({ onClose, onAdded }: AddCategoryDialogProps) {
  const { store, collapse } = useShopper();
  const add = (name: string): string | null => {
    const result = store.applyChange({ type: 'add-category', id: store.createId(), name });
    if (!result.ok) {
      if (result.failure.type === 'category-exists') onAdded(result.failure.id);
      return changeFailures[result.failure.type];
    }
    const added = result.value.diff.categories[0]?.id;
    if (added !== undefined) {
      collapse.expand(added);
      onAdded(added);
    }
    return null;
  };
  return (
    <NameDialog
      title={addCategory.title}
      label={addCategory.name}
      firstName=""
      save={addCategory.add}
      onSave={add}
      onClose={onClose}
    />
  );
}
