/** The dialog that renames, recolors or deletes a category. */
import { useState } from 'react';
import { editCategory } from '#web/messages/en/dialogs.ts';
import { list } from '#web/messages/en/list.ts';
import { confirm } from '#web/messages/en/select.ts';
import { useGroup, useShopper } from '#web/shopper/shopper-context.ts';
import { useFormChange, useOfferUndo } from '#web/shopper/use-apply-change.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import type { Question } from '#web/ui/dialog/question.ts';
import { ColorField } from './color-field.tsx';

type EditCategoryDialogProps = {
  readonly categoryId: string;
  readonly onAsk: (question: Question) => void;
  readonly onClose: () => void;
};

/** Asks for confirmation before it deletes (spec section 5). */
export function EditCategoryDialog({ categoryId, onAsk, onClose }: EditCategoryDialogProps) {
  const { store } = useShopper();
  const applyChange = useFormChange();
  const offerUndo = useOfferUndo();
  const group = useGroup(categoryId);
  const [color, setColor] = useState(group?.color ?? '');
  const remove = (): void => {
    const result = store.applyChange({ type: 'delete-categories', ids: [categoryId] });
    if (result.ok) offerUndo(result.value);
  };
  const { deleteSome } = confirm;
  return (
    <NameDialog
      title={editCategory.title}
      label={editCategory.name}
      firstName={group?.name || list.unnamedCategory}
      save={editCategory.save}
      onSave={(name) => applyChange({ type: 'edit-category', id: categoryId, name, color })}
      onClose={onClose}
      remove={{
        label: editCategory.remove,
        onPress: () => onAsk({ ...deleteSome, text: deleteSome.text(1), isDanger: true, onYes: remove }),
      }}
      renderFields={(name) => <ColorField name={name} color={color} onChange={setColor} />}
    />
  );
}
