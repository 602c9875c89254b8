/** The dialog that renames, recolors or deletes a category. */
import { useState } from 'react';
import { editCategory } from '#web/messages/en/dialogs.ts';
import { list } from '#web/messages/en/list.ts';
import { confirm } from '#web/messages/en/select.ts';
import { useShownCategory, useShopper } from '#web/shopper/shopper-context.ts';
import { useFormChange, useOfferUndo } from '#web/shopper/use-apply-change.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import type { Confirmation } from '#web/ui/dialog/confirmation.ts';
import { ColorField } from './color-field.tsx';

type EditCategoryDialogProps = {
  readonly categoryId: string;
  /** Opens a dialog that asks for confirmation. */
  readonly onConfirm: (confirmation: Confirmation) => void;
  readonly onClose: () => void;
};

/** Asks for confirmation before it deletes (spec section 5). */
export function EditCategoryDialog({ categoryId, onConfirm, onClose }: EditCategoryDialogProps) {
  const { store } = useShopper();
  const applyChange = useFormChange();
  const offerUndo = useOfferUndo();
  const category = useShownCategory(categoryId);
  const [color, setColor] = useState(store.list.categories.get(categoryId)?.color ?? '');
  const remove = (): void => {
    const result = store.applyChange({ type: 'delete-categories', ids: [categoryId] });
    if (result.ok) offerUndo(result.value);
  };
  const { deleteSome } = confirm;
  return (
    <NameDialog
      title={editCategory.title}
      label={editCategory.name}
      firstName={category?.name || list.unnamedCategory}
      save={editCategory.save}
      onSave={(name) => applyChange({ type: 'edit-category', id: categoryId, name, color })}
      onClose={onClose}
      remove={{
        label: editCategory.remove,
        onPress: () => onConfirm({ ...deleteSome, text: deleteSome.text(1), isDanger: true, onYes: remove }),
      }}
      renderFields={(name) => <ColorField categoryId={categoryId} name={name} color={color} onChange={setColor} />}
    />
  );
}
