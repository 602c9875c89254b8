/** A saved list or a file that is added to the open list, or that takes its place after a question in a shared list (product O8, S5). */
import { useId, useState } from 'react';
import { showAmount, writeAmount } from '#core/amount/format-amount.ts';
import type { ChangeFailure, NamedCatalogue } from '#core/change/change.ts';
import { planToChange, planSavedList, type PlannedLine } from '#core/list-text/plan-lines.ts';
import type { Result } from '#core/result.ts';
import type { AppliedChange } from '#client/store/store.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList, useListName } from './shown-list.ts';
import { useApplyChange } from './use-apply-change.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog/dialog.tsx';
import styles from './use-add-copy.module.css';

/** For each place of an item in the copy, whether its amount replaces one with which it does not add up (product Q3). */
type AmountChoices = ReadonlyMap<number, boolean>;

/** An item of the list whose amount and that of the copy do not add up, and the labels of the choice between them. */
type AmountConflict = {
  /** The place of the item in the copy. */
  readonly at: number;
  readonly name: string;
  readonly keep: string;
  /** Says that the note then has the other amount; null if it does not fit there. */
  readonly note: string | null;
  /** `keep` with `note`, for screen readers. */
  readonly keepName: string;
  readonly change: string;
  readonly takesNewAmount: boolean;
};

type AddCopy = {
  /** Adds a copy, which has ids of the open list, in one change: at once, or after asking which amounts to keep. */
  readonly add: (copy: NamedCatalogue) => void;
  /** The question, while it is open. */
  readonly question: AmountQuestion | null;
};

type AmountQuestion = {
  readonly copy: NamedCatalogue;
  readonly findConflicts: (choices: AmountChoices) => readonly AmountConflict[];
  readonly onAdd: (choices: AmountChoices) => void;
  readonly onClose: () => void;
};

/** @param onDone called with the result of the change */
export function useAddCopy(onDone: (result: Result<AppliedChange, ChangeFailure>) => void): AddCopy {
  const { store } = useShownList();
  const doChange = useApplyChange();
  const [asked, setAsked] = useState<NamedCatalogue | null>(null);
  const plan = (copy: NamedCatalogue, choices: AmountChoices) =>
    planSavedList(store.list, copy, { write: writeAmount, choices });
  const findConflicts = (copy: NamedCatalogue, choices: AmountChoices): readonly AmountConflict[] =>
    plan(copy, choices).lines.flatMap((line, at) => describeConflict(line, at));
  const addNow = (copy: NamedCatalogue, choices: AmountChoices): void => {
    store.release();
    const planned = plan(copy, choices);
    const added = planned.results.filter(({ isNew }) => isNew).length;
    const updated = planned.results.filter(({ isUpdated }) => isUpdated).length;
    const text = messages.savedLists.added(copy.listName, added, updated);
    setAsked(null);
    onDone(doChange(planToChange(planned, store.createId), text));
  };
  return {
    add: (copy) => (findConflicts(copy, NO_CHOICES).length === 0 ? addNow(copy, NO_CHOICES) : setAsked(copy)),
    question: asked && {
      copy: asked,
      findConflicts: (choices) => findConflicts(asked, choices),
      onAdd: (choices) => addNow(asked, choices),
      onClose: () => setAsked(null),
    },
  };
}

const NO_CHOICES: AmountChoices = new Map();

function describeConflict(line: PlannedLine | null, at: number): readonly AmountConflict[] {
  const { before = null, conflict = null } = line ?? {};
  if (line === null || before === null || conflict === null) return [];
  const [kept, amount] = [showAmount(before), showAmount(conflict)];
  const { keep, keepOnly, changeTo } = messages.severalItems;
  const labels = line.canNoteAmount
    ? { note: messages.savedLists.amounts.inNote(amount), keepName: keep(kept, amount) }
    : { note: null, keepName: keepOnly(kept) };
  const { takesNewAmount } = line;
  return [{ at, name: before.name, keep: keepOnly(kept), ...labels, change: changeTo(amount), takesNewAmount }];
}

/** Asks which amounts to keep if those of a copy and of the open list cannot be added up (product O8, Q3). */
export function AmountsDialog({ copy, findConflicts, onAdd, onClose }: AmountQuestion) {
  const [choices, setChoices] = useState(NO_CHOICES);
  const conflicts = findConflicts(choices);
  const chooseAll = (takesNew: boolean): void => setChoices(new Map(copy.items.map((_, at) => [at, takesNew])));
  return (
    <Dialog title={messages.savedLists.amounts.title} onClose={onClose}>
      <p>{messages.savedLists.amounts.text(copy.listName)}</p>
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
  const { name, keep, keepName, note, change, takesNewAmount } = conflict;
  return (
    <fieldset>
      <legend className={styles.name}>
        <bdi>{name}</bdi>
      </legend>
      <div className={styles.options}>
        {[
          { name: keepName, label: keep, about: note, takesNew: false },
          { name: change, label: change, about: null, takesNew: true },
        ].map(({ name: spoken, label, about, takesNew }) => (
          <label className={styles.option} key={label}>
            <input
              className={styles.radio}
              type="radio"
              name={group}
              aria-label={spoken}
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

type ReplaceSharedDialogProps = {
  /** The name of the list that would take the place of the open one. */
  readonly name: string;
  /** The names of the other members; empty if they are not known yet. */
  readonly others: readonly string[];
  readonly onReplace: () => void;
  readonly onAdd: () => void;
  readonly onClose: () => void;
};

/** Adding takes nothing from anyone, so it has the focus. */
export function ReplaceSharedDialog({ name, others, onReplace, onAdd, onClose }: ReplaceSharedDialogProps) {
  const listName = useListName();
  return (
    <Dialog title={messages.savedLists.shared.title} onClose={onClose}>
      <p>{messages.savedLists.shared.text(listName, name, others)}</p>
      <DialogActions>
        <Button onPress={onClose}>{messages.cancel}</Button>
        <Button look="danger" onPress={onReplace}>
          {messages.savedLists.shared.replace}
        </Button>
        <Button look="primary" startsFocused onPress={onAdd}>
          {messages.savedLists.add}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
