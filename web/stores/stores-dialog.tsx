/** The dialog that adds, renames and removes the stores of the list (product O2). Loads when it opens. */
import { useRef, useState } from 'react';
import type { ListedStore } from '#core/stores/stores.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList, useStores } from '#web/shown-list/shown-list.ts';
import { useApplyChange, useFormChange } from '#web/shown-list/use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { icons } from '#web/ui/icons/icons.ts';
import { toolIcons } from '#web/ui/icons/tool-icons.ts';
import styles from './stores-dialog.module.css';

/** Removing a store asks nothing: its toast offers Undo, which brings its order and its items back. */
export function StoresDialog({ onClose }: { readonly onClose: () => void }) {
  const stores = useStores();
  const doChange = useApplyChange();
  const rows = useRef<HTMLUListElement>(null);
  const [renamed, setRenamed] = useState<ListedStore | null>(null);
  const remove = ({ id, name }: ListedStore, index: number): void => {
    if (rows.current !== null) passFocus(rows.current, index);
    doChange({ type: 'remove-store', id }, messages.describeSummary({ type: 'store-removed', name }));
  };
  return (
    <Dialog title={messages.stores.title} onClose={onClose}>
      <p className={styles.hint}>{messages.stores.hint}</p>
      <NewStore />
      <ul className={styles.stores} ref={rows}>
        {stores.map((store, index) => (
          <li className={styles.store} key={store.id}>
            <bdi className={styles.name}>{store.name}</bdi>
            <IconButton
              icon={toolIcons.edit}
              name={messages.stores.renameNamed(store.name)}
              onPress={() => setRenamed(store)}
            />
            <IconButton
              icon={icons.remove}
              name={messages.stores.removeNamed(store.name)}
              onPress={() => remove(store, index)}
            />
          </li>
        ))}
      </ul>
      <DialogActions isSticky>
        <Button onPress={onClose}>{messages.stores.done}</Button>
      </DialogActions>
      {renamed === null ? null : <RenameDialog store={renamed} onClose={() => setRenamed(null)} />}
    </Dialog>
  );
}

/** Before a store is removed, moves the focus from its button to that of a neighbor, or to the dialog's last button. */
function passFocus(rows: HTMLUListElement, index: number): void {
  const others = [rows.children[index + 1], rows.children[index - 1], rows.closest('dialog')];
  const buttons = others.flatMap((other) => Array.from(other?.querySelectorAll('button') ?? []).slice(-1));
  buttons[0]?.focus();
}

/** One field: Enter adds a store, and the field is ready for the next one. */
function NewStore() {
  const { store } = useShownList();
  const applyChange = useFormChange();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (): void => {
    const failure = applyChange({ type: 'add-store', id: store.createId(), name });
    setError(failure);
    if (failure === null) setName('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.add}>
        <TextField
          label={messages.stores.field}
          value={name}
          error={error}
          onChange={(value) => {
            setName(value);
            setError(null);
          }}
        />
        <Button type="submit">{messages.stores.add}</Button>
      </div>
    </form>
  );
}

type RenameDialogProps = { readonly store: ListedStore; readonly onClose: () => void };

function RenameDialog({ store: { id, name: firstName }, onClose }: RenameDialogProps) {
  const applyChange = useFormChange();
  return (
    <NameDialog
      title={messages.stores.renameTitle}
      label={messages.stores.name}
      firstName={firstName}
      save={messages.stores.rename}
      onSave={(name, isChanged) => (isChanged ? applyChange({ type: 'rename-store', id, name }) : null)}
      onClose={onClose}
    />
  );
}
