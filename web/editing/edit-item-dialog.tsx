/** The dialog that renames an item, moves it to another category, or deletes it. */
import { useState } from 'react';
import { edit } from '#web/messages/en/dialogs.ts';
import { toast } from '#web/messages/en/list.ts';
import { useCategories, useItem } from '#web/shopper/shopper-context.ts';
import { useApplyChange, useFormChange } from '#web/shopper/use-apply-change.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';

export function EditItemDialog({ itemId, onClose }: { readonly itemId: string; readonly onClose: () => void }) {
  const doChange = useApplyChange();
  const applyChange = useFormChange();
  const item = useItem(itemId);
  const categories = useCategories();
  const [category, setCategory] = useState(item?.category ?? '');
  const remove = (): void => {
    onClose();
    doChange({ type: 'delete-item', id: itemId }, toast.deleted(item?.name ?? ''));
  };
  return (
    <NameDialog
      title={edit.title}
      label={edit.name}
      firstName={item?.name ?? ''}
      save={edit.save}
      onSave={(name) => applyChange({ type: 'edit-item', id: itemId, name, category })}
      onClose={onClose}
      remove={{ label: edit.remove, onPress: remove }}
      renderFields={() => (
        <SelectField label={edit.category} value={category} onChange={setCategory}>
          {categories.map((known) => (
            <option key={known.id} value={known.id}>
              {known.name}
            </option>
          ))}
        </SelectField>
      )}
    />
  );
}
