/** The dialog 'Save List': updates the saved list of the same name, or saves a new or another existing one (spec section 2). */
import { useState } from 'react';
import { savedListNamed, listsToDrop } from '#core/change/change-saved-lists.ts';
import { messages } from '#web/messages/messages.ts';
import { useListName, useSavedLists, useShownList } from '#web/shown-list/shown-list.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import styles from './saved-lists.module.css';
import { aboutSavedList } from './saved-list-about.ts';
import type { Change } from '#core/change/change.ts';
import { useFormChange, useApplyChange } from '#web/shown-list/use-apply-change.ts';
import { useOtherMembers } from '#web/shown-list/use-lists.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { SavedList } from '#core/list/row.ts';

/**
 * If the list was saved or loaded before, the first action updates that saved list. The tab 'Existing List' is disabled
 * if there are no saved lists (spec section 5).
 */
export function SaveListDialog({ onClose }: { readonly onClose: () => void }) {
  const { store } = useShownList();
  const name = useListName();
  const hasLists = useSavedLists().length > 0;
  const overwrite = useOverwrite(onClose);
  const [tab, setTab] = useState<'new' | 'existing'>('new');
  const origin = savedListNamed(store.list, name);
  return (
    <Dialog title={messages.saveList.title} onClose={onClose}>
      {origin === null ? null : (
        <div className={styles.update}>
          <Button look="primary" startsFocused onPress={() => overwrite(origin)}>
            {messages.saveList.update(origin.name)}
          </Button>
          <p className={styles.or}>{messages.saveList.orSave}</p>
        </div>
      )}
      <Tabs
        tabs={[
          { id: 'new', label: messages.saveList.newTab },
          { id: 'existing', label: messages.saveList.existingTab, disabled: !hasLists },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'new' ? (
          <SaveAsForm firstName={origin === null ? name : ''} isPrimary={origin === null} onClose={onClose} />
        ) : (
          <SaveOverForm onClose={onClose} />
        )}
      </Tabs>
    </Dialog>
  );
}

/** One tap overwrites a list. The toast offers Undo. */
function SaveOverForm({ onClose }: { readonly onClose: () => void }) {
  const lists = useSavedLists();
  const overwrite = useOverwrite(onClose);
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{messages.saveList.chooseHint}</p>
      <ul className={styles.lists}>
        {lists.map((saved) => (
          <li key={saved.id}>
            <button
              className={styles.choice}
              type="button"
              aria-label={messages.saveList.overwrite(saved.name, aboutSavedList(saved))}
              onClick={() => overwrite(saved)}
            >
              <span className={styles.name} dir="auto">
                {saved.name}
              </span>
              <span className={styles.about}>{aboutSavedList(saved)}</span>
            </button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onPress={onClose}>{messages.cancel}</Button>
      </DialogActions>
    </div>
  );
}

type SaveAsFormProps = {
  /** The name that is filled in. */
  readonly firstName: string;
  /** Whether saving under a new name is the main action of the dialog. */
  readonly isPrimary: boolean;
  readonly onClose: () => void;
};

/** A name must not be blank (spec section 5). */
function SaveAsForm({ firstName, isPrimary, onClose }: SaveAsFormProps) {
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
          <p className={styles.warning}>
            {messages.saveList.exists(existing.name)}
            {dropped.length === 0 ? null : ` ${messages.saveList.keepingDrops(dropped)}`}
          </p>
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

/** @param onSaved called after the list was saved */
function useOverwrite(onSaved: () => void): (saved: SavedList) => void {
  const { store } = useShownList();
  const doChange = useApplyChange();
  return ({ id, name }) => {
    const change = { type: 'save-over-list', id, createdAt: store.now() } as const;
    if (doChange(change, messages.savedListToasts.updated(name)).ok) onSaved();
  };
}
