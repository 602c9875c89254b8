/** The dialog 'Save List': updates the saved list of the same name, or saves a new or another existing one (spec section 2). */
import { useId, useState } from 'react';
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
 * If the list was saved or loaded before, it offers to update that saved list; nothing overwrites one by Enter alone (product S3). The
 * tab 'Existing List' is disabled if there are no saved lists (spec section 5).
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
          <Button onPress={() => overwrite(origin)}>{messages.saveList.update(origin.name)}</Button>
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
          <SaveAsForm firstName={origin === null ? name : ''} onClose={onClose} />
        ) : (
          <SaveOverForm onClose={onClose} />
        )}
      </Tabs>
    </Dialog>
  );
}

/** Overwrites the chosen saved list (spec section 5). The toast offers Undo. */
function SaveOverForm({ onClose }: { readonly onClose: () => void }) {
  const lists = useSavedLists();
  const overwrite = useOverwrite(onClose);
  const group = useId();
  const [chosenId, setChosenId] = useState<string | null>(null);
  // Another device may have deleted it.
  const chosen = lists.find(({ id }) => id === chosenId);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) overwrite(chosen);
      }}
    >
      <fieldset>
        <legend className={styles.hint}>{messages.saveList.chooseHint}</legend>
        {lists.map((saved) => (
          <label className={styles.choice} key={saved.id}>
            <input
              className={styles.radio}
              type="radio"
              name={group}
              checked={saved.id === chosenId}
              onChange={() => setChosenId(saved.id)}
            />
            <bdi className={styles.name}>{saved.name}</bdi>
            <span className={styles.about}>{aboutSavedList(saved)}</span>
          </label>
        ))}
      </fieldset>
      <DialogActions isSticky>
        <Button onPress={onClose}>{messages.cancel}</Button>
        <Button look="danger" type="submit" disabled={chosen === undefined}>
          {messages.saveList.save}
        </Button>
      </DialogActions>
    </form>
  );
}

type SaveAsFormProps = {
  /** The name that is filled in. */
  readonly firstName: string;
  readonly onClose: () => void;
};

/** A name must not be blank (spec section 5). */
function SaveAsForm({ firstName, onClose }: SaveAsFormProps) {
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
              look="danger"
              onPress={() => save({ type: 'save-over-list', id: existing.id, createdAt: store.now(), mayNameList })}
            >
              {messages.saveList.replaceIt}
            </Button>
          </DialogActions>
        </div>
      ) : (
        <DialogActions>
          <Button onPress={onClose}>{messages.cancel}</Button>
          <Button look="primary" type="submit" disabled={name.trim() === ''}>
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
