/** Renames an item, moves it to another category, or deletes it. */
import { useState } from 'react';
import { cancel, edit } from '#web/messages/en/dialogs.ts';
import { changeFailures, toast } from '#web/messages/en/list.ts';
import { useCategories, useItem, useShopper } from '#web/shopper/shopper-context.ts';
import { useAct, useOfferUndo } from '#web/shopper/use-act.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The dialog starts with the item as it is; a refusal is shown under the name. */
export function EditItemDialog({ itemId, onClose }: { readonly itemId: string; readonly onClose: () => void }) {
  const { store } = useShopper();
  const doChange = useAct();
  const offerUndo = useOfferUndo();
  const item = useItem(itemId);
  const categories = useCategories();
  const [name, setName] = useState(item?.name ?? '');
  const [category, setCategory] = useState(item?.category ?? '');
  const [error, setError] = useState<string | null>(null);
  const submit = (): void => {
    const result = store.act({ type: 'edit-item', id: itemId, name, category });
    if (!result.ok) {
      setError(changeFailures[result.failure.type]);
      return;
    }
    onClose();
    offerUndo(result.value);
  };
  const remove = (): void => {
    onClose();
    doChange({ type: 'delete-item', id: itemId }, toast.deleted(item?.name ?? name));
  };
  return (
    <Dialog title={edit.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={edit.name}
          value={name}
          error={error}
          onChange={(value) => {
            setName(value);
            setError(null);
          }}
        />
        <SelectField label={edit.category} value={category} onChange={setCategory}>
          {categories.map((known) => (
            <option key={known.id} value={known.id}>
              {known.name}
            </option>
          ))}
        </SelectField>
        <DialogActions
          start={
            <Button look="quietDanger" onPress={remove}>
              {edit.remove}
            </Button>
          }
        >
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" type="submit" disabled={name.trim() === ''}>
            {edit.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
