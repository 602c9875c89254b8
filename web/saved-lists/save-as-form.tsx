/** Saves the list under a new name. Names the list that this deletes, and asks if the name exists (product S1, S3). */
import { useState } from 'react';
import { listsToDrop, savedListNamed } from '#core/change/change-saved-lists.ts';
import type { Change } from '#core/change/change.ts';
import { messages } from '#web/messages/messages.ts';
import { useSavedLists, useShownList } from '#web/shown-list/shown-list.ts';
import { useFormChange } from '#web/shown-list/use-apply-change.ts';
import { useOtherMembers } from '#web/shown-list/use-members.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DialogActions } from '#web/ui/dialog/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './saved-lists.module.css';

type SaveAsFormProps = {
  /** The name that is filled in. */
  readonly firstName: string;
  /** Whether saving under a new name is the main action of the dialog. */
  readonly isPrimary: boolean;
  readonly onClose: () => void;
};

/** A name must not be blank (spec section 5). */
export function SaveAsForm({ firstName, isPrimary, onClose }: SaveAsFormProps) {
  const { store } = useShownList();
  const applyChange = useFormChange();
  // Subscribe to the saved lists, which both warnings depend on.
  useSavedLists();
  // Saving never renames a list that others share (product S4).
  const mayNameList = useOtherMembers()?.length === 0;
  const [name, setName] = useState(firstName);
  const [error, setError] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const dropped = listsToDrop(store.list).map((saved) => saved.name);
  const existing = savedListNamed(store.list, name);
  const save = (change: Change): void => {
    const failure = applyChange(change);
    setError(failure);
    if (failure === null) onClose();
  };
  const saveAsNew = (): void =>
    save({ type: 'save-list-as', id: store.createId(), name, createdAt: store.now(), mayNameList });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (existing === null) saveAsNew();
        else setConfirming(true);
      }}
    >
      <TextField
        label={messages.saveList.name}
        value={name}
        error={error}
        onChange={(value) => {
          setName(value);
          setError(null);
          setConfirming(false);
        }}
      />
      {dropped.length === 0 || existing !== null ? null : (
        <p className={styles.warning}>{messages.saveList.drops(dropped)}</p>
      )}
      {isConfirming && existing !== null ? (
        <div role="alert">
          <p className={styles.warning}>{messages.saveList.exists(existing.name)}</p>
          <DialogActions>
            <Button onPress={saveAsNew}>{messages.saveList.keepBoth}</Button>
            <Button
              look="primary"
              onPress={() => save({ type: 'save-over-list', id: existing.id, createdAt: store.now(), mayNameList })}
            >
              {messages.saveList.replaceIt}
            </Button>
          </DialogActions>
        </div>
      ) : (
        <DialogActions>
          <Button onPress={onClose}>{messages.cancel}</Button>
          <Button look={isPrimary ? 'primary' : 'plain'} type="submit" disabled={name.trim() === ''}>
            {messages.saveList.save}
          </Button>
        </DialogActions>
      )}
    </form>
  );
}
