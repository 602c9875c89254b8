/** The dialog 'Add New Category'. */
import { useState } from 'react';
import { addCategory, cancel } from '#web/messages/en/dialogs.ts';
import { changeFailures } from '#web/messages/en/list.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

type AddCategoryDialogProps = {
  readonly onClose: () => void;
  /** Is told the id of the category: the new one, or the one of that name that was there. */
  readonly onAdded: (id: string, isNew: boolean) => void;
};

/** A category name must not be blank (spec section 5). */
export function AddCategoryDialog({ onClose, onAdded }: AddCategoryDialogProps) {
  const { store, collapse } = useShopper();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (): void => {
    const result = store.act({ type: 'add-category', id: store.createId(), name });
    if (!result.ok) {
      setError(changeFailures[result.failure.type]);
      if (result.failure.type === 'category-exists') onAdded(result.failure.id, false);
      return;
    }
    const added = result.value.diff.categories[0]?.id;
    if (added !== undefined) {
      collapse.expand(added);
      onAdded(added, true);
    }
    onClose();
  };
  return (
    <Dialog title={addCategory.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={addCategory.name}
          value={name}
          error={error}
          onChange={(value) => {
            setName(value);
            setError(null);
          }}
        />
        <DialogActions>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" type="submit" disabled={name.trim() === ''}>
            {addCategory.add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
