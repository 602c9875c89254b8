/** Asks which amounts to keep, if those of a saved list and of the open list do not add up (product O8, Q3). */
import { useState } from 'react';
import { messages } from '#web/messages/messages.ts';
import type { AmountChoices, AmountConflict } from '#web/shown-list/use-add-copy.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import styles from './saved-lists.module.css';

type AmountsDialogProps = {
  /** The name of the saved list. */
  readonly name: string;
  readonly findConflicts: (choices: AmountChoices) => readonly AmountConflict[];
  readonly onAdd: (choices: AmountChoices) => void;
  readonly onClose: () => void;
};

export function AmountsDialog({ name, findConflicts, onAdd, onClose }: AmountsDialogProps) {
  const [choices, setChoices] = useState<AmountChoices>(new Map());
  return (
    <Dialog title={messages.savedLists.amounts.title} onClose={onClose}>
      <p>{messages.savedLists.amounts.text(name)}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(choices);
        }}
      >
        {findConflicts(choices).map((conflict) => (
          <SelectField
            key={conflict.at}
            label={conflict.name}
            value={conflict.takesNewAmount ? 'change' : 'keep'}
            onChange={(value) => setChoices(new Map(choices).set(conflict.at, value === 'change'))}
          >
            <option value="keep">{conflict.keep}</option>
            <option value="change">{conflict.change}</option>
          </SelectField>
        ))}
        <DialogActions isSticky>
          <Button onPress={onClose}>{messages.cancel}</Button>
          <Button look="primary" type="submit">
            {messages.savedLists.add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
