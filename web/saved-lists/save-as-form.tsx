/** Saving under a new name: says which list it would drop, and asks when the name exists (product S1, S3). */
import { useState } from 'react';
import { listToDrop, savedListNamed } from '#core/change/change-saved-lists.ts';
import type { Change } from '#core/change/change.ts';
import { cancel, saveList } from '#web/messages/en/dialogs.ts';
import { useSavedLists, useShopper } from '#web/shopper/shopper-context.ts';
import { useFormAct } from '#web/shopper/use-act.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DialogActions } from '#web/ui/dialog/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './saved-lists.module.css';

type SaveAsFormProps = {
  /** Whether saving under a new name is the first thing that the dialog offers. */
  readonly isPrimary: boolean;
  readonly onClose: () => void;
};

/** A name must not be blank (spec section 5). */
export function SaveAsForm({ isPrimary, onClose }: SaveAsFormProps) {
  const { store } = useShopper();
  const act = useFormAct();
  // Listens to the saved lists, since what is dropped and what exists depends on them.
  useSavedLists();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const dropped = listToDrop(store.list);
  const twin = savedListNamed(store.list, name);
  const save = (change: Change): void => {
    const failure = act(change);
    setError(failure);
    if (failure === null) onClose();
  };
  const saveAsNew = (): void => save({ type: 'save-list-as', id: store.createId(), name, createdAt: store.now() });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (twin === null) saveAsNew();
        else setAsking(true);
      }}
    >
      <TextField
        label={saveList.name}
        value={name}
        error={error}
        onChange={(value) => {
          setName(value);
          setError(null);
          setAsking(false);
        }}
      />
      {dropped === null || twin !== null ? null : <p className={styles.warning}>{saveList.drops(dropped.name)}</p>}
      {isAsking && twin !== null ? (
        <div role="alert">
          <p className={styles.warning}>{saveList.exists(twin.name)}</p>
          <DialogActions>
            <Button onPress={saveAsNew}>{saveList.keepBoth}</Button>
            <Button
              look="primary"
              onPress={() => save({ type: 'save-over-list', id: twin.id, createdAt: store.now(), takeName: true })}
            >
              {saveList.replaceIt}
            </Button>
          </DialogActions>
        </div>
      ) : (
        <DialogActions>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look={isPrimary ? 'primary' : 'plain'} type="submit" disabled={name.trim() === ''}>
            {saveList.save}
          </Button>
        </DialogActions>
      )}
    </form>
  );
}
