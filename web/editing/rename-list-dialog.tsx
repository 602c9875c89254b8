/** The dialog that renames the list; a press on the name in the header opens it. */
import { useState } from 'react';
import { cancel, renameList } from '#web/messages/en/dialogs.ts';
import { changeFailures } from '#web/messages/en/list.ts';
import { useHeading, useShopper } from '#web/shopper/shopper-context.ts';
import { useOfferUndo } from '#web/shopper/use-act.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The field starts with the present name; a refusal is shown under it. */
export function RenameListDialog({ onClose }: { readonly onClose: () => void }) {
  const { store } = useShopper();
  const offerUndo = useOfferUndo();
  const heading = useHeading();
  const [name, setName] = useState(heading.name);
  const [error, setError] = useState<string | null>(null);
  const submit = (): void => {
    const result = store.act({ type: 'rename-list', name });
    if (!result.ok) {
      setError(changeFailures[result.failure.type]);
      return;
    }
    onClose();
    offerUndo(result.value);
  };
  return (
    <Dialog title={renameList.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={renameList.name}
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
            {renameList.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
