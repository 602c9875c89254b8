/** A dialog whose first field is a name: it adds, renames or edits something. */
import { useState, type ReactNode } from 'react';
import { messages } from '#web/messages/messages.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

type NameDialogProps = {
  readonly title: string;
  /** The label of the name field. */
  readonly label: string;
  readonly firstName: string;
  /** The label of the button that saves. */
  readonly save: string;
  /**
   * Saves the name.
   * @param isChanged whether the shopper changed it. If not, someone else may have done so in the meantime (product Y1)
   * @returns the error, which appears under the name; null if the dialog is done; undefined if another field has an error
   */
  readonly onSave: (name: string, isChanged: boolean) => string | null | undefined | Promise<string | null>;
  readonly onClose: () => void;
  /** The action that deletes, apart from the others. */
  readonly remove?: { readonly label: string; readonly onPress: () => void };
  /** The fields after the name. */
  readonly renderFields?: (name: string) => ReactNode;
};

/** A blank name cannot be saved (spec section 5). */
export function NameDialog(props: NameDialogProps) {
  const { title, label, firstName, save, onSave, onClose, remove, renderFields } = props;
  const [initialName] = useState(firstName);
  const [name, setName] = useState(firstName);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const submit = async (): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    const failure = await onSave(name, name !== initialName);
    setSaving(false);
    setError(failure ?? null);
    if (failure === null) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={label}
          value={name}
          error={error}
          onChange={(value) => {
            setName(value);
            setError(null);
          }}
        />
        {renderFields?.(name)}
        <DialogActions
          start={
            remove && (
              <Button look="quietDanger" onPress={remove.onPress}>
                {remove.label}
              </Button>
            )
          }
        >
          <Button onPress={onClose}>{messages.cancel}</Button>
          <Button look="primary" type="submit" disabled={name.trim() === ''}>
            {save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
