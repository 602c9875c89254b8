/** Saving over an existing list: its items and time are overwritten (spec section 4). */
import { useState } from 'react';
import { cancel, saveList, toast } from '#web/messages/en/dialogs.ts';
import { useSavedLists, useShopper } from '#web/shopper/shopper-context.ts';
import { useAct } from '#web/shopper/use-act.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import styles from './saved-lists.module.css';

/** A list must be selected (spec section 5). */
export function SaveOverForm({ onClose }: { readonly onClose: () => void }) {
  const { store } = useShopper();
  const lists = useSavedLists();
  const [selected, setSelected] = useState('');
  const doChange = useAct();
  const list = lists.find((saved) => saved.id === selected);
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (list === undefined) return;
        const change = { type: 'save-over-list', id: list.id, createdAt: store.now(), takeName: false } as const;
        if (doChange(change, toast.saved(list.name)).ok) onClose();
      }}
    >
      <SelectField label={saveList.list} value={selected} onChange={setSelected}>
        <option value="">{saveList.choose}</option>
        {lists.map((saved) => (
          <option key={saved.id} value={saved.id}>
            {saved.name}
          </option>
        ))}
      </SelectField>
      <DialogActions>
        <Button onPress={onClose}>{cancel}</Button>
        <Button look="primary" type="submit" disabled={list === undefined}>
          {saveList.overwrite}
        </Button>
      </DialogActions>
    </form>
  );
}
