/** Renames, recolors or deletes a category. */
import { useState } from 'react';
import { cancel, editCategory } from '#web/messages/en/dialogs.ts';
import { changeFailures, list } from '#web/messages/en/list.ts';
import { confirm } from '#web/messages/en/select.ts';
import { useGroup, useShopper } from '#web/shopper/shopper-context.ts';
import { useOfferUndo } from '#web/shopper/use-act.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import type { Question } from '#web/ui/dialog/question.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ColorField } from './color-field.tsx';

type EditCategoryDialogProps = {
  readonly categoryId: string;
  readonly onAsk: (question: Question) => void;
  readonly onClose: () => void;
};

/** Deleting asks with the words of spec section 5. */
export function EditCategoryDialog({ categoryId, onAsk, onClose }: EditCategoryDialogProps) {
  const { store } = useShopper();
  const offerUndo = useOfferUndo();
  const group = useGroup(categoryId);
  const [name, setName] = useState(group?.name || list.unnamedCategory);
  const [color, setColor] = useState(group?.color ?? '');
  const [error, setError] = useState<string | null>(null);
  const submit = (): void => {
    const result = store.act({ type: 'edit-category', id: categoryId, name, color });
    if (!result.ok) {
      setError(changeFailures[result.failure.type]);
      return;
    }
    onClose();
    offerUndo(result.value);
  };
  const remove = (): void => {
    const result = store.act({ type: 'delete-categories', ids: [categoryId] });
    if (result.ok) offerUndo(result.value);
  };
  const { deleteSome } = confirm;
  return (
    <Dialog title={editCategory.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={editCategory.name}
          value={name}
          error={error}
          onChange={(value) => {
            setName(value);
            setError(null);
          }}
        />
        <ColorField name={name} color={color} onChange={setColor} />
        <DialogActions
          start={
            <Button
              look="quietDanger"
              onPress={() => onAsk({ ...deleteSome, text: deleteSome.text(1), isDanger: true, onYes: remove })}
            >
              {editCategory.remove}
            </Button>
          }
        >
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" type="submit" disabled={name.trim() === ''}>
            {editCategory.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
