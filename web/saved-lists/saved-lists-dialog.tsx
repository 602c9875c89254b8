/** The dialog 'Saved Lists': loads, shows, renames and deletes saved lists (spec section 2, product S5, S6). */
import { useId, useState } from 'react';
import { messages } from '#web/messages/messages.ts';
import {
  type AmountChoices,
  type AmountConflict,
  ReplaceSharedDialog,
  useAddCopy,
} from '#web/shown-list/use-add-copy.tsx';
import { useApplyChange, useFormChange } from '#web/shown-list/use-apply-change.ts';
import { useOtherMembers } from '#web/shown-list/use-lists.ts';
import { NameDialog } from '#web/ui/dialog/name-dialog.tsx';
import { SavedListsOverview, SavedListView, type SavedSource } from './saved-lists-overview.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import styles from './saved-lists.module.css';
import { adoptCategories } from '#core/catalogue/category-on-demand.ts';
import { toListCopy } from '#core/catalogue/list-ids.ts';
import type { NamedCatalogue } from '#core/change/change.ts';
import { liveRows } from '#core/list/list.ts';
import { useShownList } from '#web/shown-list/shown-list.ts';

/** The dialog that is open. */
type Stage =
  | { readonly type: 'overview' }
  | { readonly type: 'view' | 'rename' | 'ask' | 'amounts'; readonly source: SavedSource };

const OVERVIEW: Stage = { type: 'overview' };

/** Loading into a list that others share asks first, and adding asks about amounts that do not add up. The toast offers Undo for loading, adding and deleting. */
export function SavedListsDialog({ onClose }: { readonly onClose: () => void }) {
  const [stage, setStage] = useState<Stage>(OVERVIEW);
  const others = useOtherMembers();
  const { load, add, findConflicts } = useLoadSaved(onClose);
  const askOrLoad = (source: SavedSource): void => {
    if (others?.length === 0) load(source);
    else setStage({ type: 'ask', source });
  };
  const addOrAsk = (source: SavedSource): void => {
    if (findConflicts(source).length === 0) add(source);
    else setStage({ type: 'amounts', source });
  };
  const back = (): void => setStage(OVERVIEW);
  switch (stage.type) {
    case 'overview':
      return (
        <SavedListsOverview
          onLoad={askOrLoad}
          onView={(source) => setStage({ type: 'view', source })}
          onClose={onClose}
        />
      );
    case 'view':
      return (
        <SavedListView
          source={stage.source}
          onLoad={() => askOrLoad(stage.source)}
          onAdd={() => addOrAsk(stage.source)}
          onRename={() => setStage({ type: 'rename', source: stage.source })}
          onBack={back}
        />
      );
    case 'rename':
      return <RenameDialog source={stage.source} onClose={back} />;
    case 'ask':
      return (
        <ReplaceSharedDialog
          name={stage.source.saved.name}
          others={(others ?? []).map(({ name }) => name)}
          onReplace={() => load(stage.source)}
          onAdd={() => addOrAsk(stage.source)}
          onClose={back}
        />
      );
    case 'amounts':
      return (
        <AmountsDialog
          source={stage.source}
          findConflicts={(choices) => findConflicts(stage.source, choices)}
          onAdd={(choices) => add(stage.source, choices)}
          onClose={back}
        />
      );
  }
}

type RenameDialogProps = { readonly source: SavedSource; readonly onClose: () => void };

function RenameDialog({ source: { saved }, onClose }: RenameDialogProps) {
  const applyChange = useFormChange();
  return (
    <NameDialog
      title={messages.savedLists.renameTitle}
      label={messages.savedLists.name}
      firstName={saved.name}
      save={messages.savedLists.rename}
      onSave={(name, isChanged) => (isChanged ? applyChange({ type: 'rename-saved-list', id: saved.id, name }) : null)}
      onClose={onClose}
    />
  );
}

type AmountsDialogProps = {
  readonly source: SavedSource;
  readonly findConflicts: (choices: AmountChoices) => readonly AmountConflict[];
  readonly onAdd: (choices: AmountChoices) => void;
  readonly onClose: () => void;
};

/** Asks which amounts to keep, if those of a saved list and of the open list do not add up (product O8, Q3). */
function AmountsDialog({ source: { saved }, findConflicts, onAdd, onClose }: AmountsDialogProps) {
  const [choices, setChoices] = useState<AmountChoices>(new Map());
  const conflicts = findConflicts(choices);
  const chooseAll = (takesNew: boolean): void => setChoices(new Map(saved.items.map((_, at) => [at, takesNew])));
  return (
    <Dialog title={messages.savedLists.amounts.title} onClose={onClose}>
      <p>{messages.savedLists.amounts.text(saved.name)}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(choices);
        }}
      >
        {conflicts.length > 1 ? (
          <div className={styles.options}>
            <Button onPress={() => chooseAll(false)}>{messages.savedLists.amounts.keepAll}</Button>
            <Button onPress={() => chooseAll(true)}>{messages.savedLists.amounts.changeAll}</Button>
          </div>
        ) : null}
        {conflicts.map((conflict) => (
          <AmountChoice
            key={conflict.at}
            conflict={conflict}
            onChoose={(takesNew) => setChoices(new Map(choices).set(conflict.at, takesNew))}
          />
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

type AmountChoiceProps = { readonly conflict: AmountConflict; readonly onChoose: (takesNew: boolean) => void };

/** Both amounts of an item, side by side where there is room. */
function AmountChoice({ conflict, onChoose }: AmountChoiceProps) {
  const group = useId();
  const { name, keep, note, change, takesNewAmount } = conflict;
  return (
    <fieldset>
      <legend className={styles.name}>
        <bdi>{name}</bdi>
      </legend>
      <div className={styles.options}>
        {[
          { label: keep, about: note, takesNew: false },
          { label: change, about: null, takesNew: true },
        ].map(({ label, about, takesNew }) => (
          <label className={styles.option} key={label}>
            <input
              className={styles.radio}
              type="radio"
              name={group}
              checked={takesNew === takesNewAmount}
              onChange={() => onChoose(takesNew)}
            />
            <span>{label}</span>
            {about === null ? null : <span className={styles.about}>{about}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type LoadSaved = {
  /** Replaces the open list. */
  readonly load: (source: SavedSource) => void;
  /** @param choices between amounts that do not add up */
  readonly add: (source: SavedSource, choices?: AmountChoices) => void;
  readonly findConflicts: (source: SavedSource, choices?: AmountChoices) => readonly AmountConflict[];
};

/**
 * Loads a saved list into the open list, or adds it to what is there (product S2, S5, S6, O8).
 * @param onDone called after the open list has changed
 */
function useLoadSaved(onDone: () => void): LoadSaved {
  const { store, ref } = useShownList();
  const others = useOtherMembers();
  const doChange = useApplyChange();
  const { add, findConflicts } = useAddCopy();
  /** With ids of the open list. */
  const toOwn = ({ saved, isOwn }: SavedSource): NamedCatalogue => {
    const { name: listName, items, categories, stores } = saved;
    const copy = { listName, items, categories, stores, savedLists: [] };
    return isOwn ? copy : adoptCategories(toListCopy(copy, ref, store.list), store.list);
  };
  const uncheckAll = (): void => {
    const count = liveRows(store.list.items).filter(({ checked }) => checked).length;
    doChange({ type: 'uncheck-all' }, messages.listToasts.unchecked(count));
  };
  return {
    load(source) {
      const { saved, isOwn } = source;
      const loadId = others === null || others.length > 0 ? { loadId: store.createId() } : {};
      const change = isOwn
        ? ({ type: 'load-saved-list', id: saved.id, ...loadId } as const)
        : ({ type: 'load-copy', copy: toOwn(source), ...loadId } as const);
      const hasTicks = saved.items.some(({ checked }) => checked);
      const offer = hasTicks ? { label: messages.controls.uncheckAll, run: uncheckAll, done: null } : undefined;
      if (doChange(change, messages.listToasts.replaced(saved.name), offer).ok) onDone();
    },
    add(source, choices) {
      if (add(toOwn(source), choices).ok) onDone();
    },
    findConflicts: (source, choices) => findConflicts(toOwn(source), choices),
  };
}
