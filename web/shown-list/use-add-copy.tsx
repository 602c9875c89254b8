/** A saved list or a file that is added to the open list, or that takes its place after a question in a shared list (product O8, S5). */
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

/** For each place of an item in the copy, whether its amount replaces one with which it does not add up (product Q3). */
export type AmountChoices = ReadonlyMap<number, boolean>;

/** An item of the list whose amount and that of the copy do not add up, and the labels of the choice between them. */
export type AmountConflict = {
  /** The place of the item in the copy. */
  readonly at: number;
  readonly name: string;
  readonly keep: string;
  /** Follows `keep`: where the other amount then is; null if it has no room there. */
  readonly note: string | null;
  readonly change: string;
  readonly takesNewAmount: boolean;
};

type AddCopy = {
  readonly findConflicts: (copy: NamedCatalogue, choices?: AmountChoices) => readonly AmountConflict[];
  /** Adds a copy in one change. Without a choice, an amount that does not add up becomes a note. */
  readonly add: (copy: NamedCatalogue, choices?: AmountChoices) => Result<AppliedChange, ChangeFailure>;
};

/** Copies have ids of the open list. */
export function useAddCopy(): AddCopy {
  const { store } = useShownList();
  const doChange = useApplyChange();
  const plan = (copy: NamedCatalogue, choices: AmountChoices = new Map()) =>
    planSavedList(store.list, copy, { write: writeAmount, choices });
  return {
    findConflicts: (copy, choices) => plan(copy, choices).lines.flatMap((line, at) => describeConflict(line, at)),
    add(copy, choices) {
      store.release();
      const planned = plan(copy, choices);
      const added = planned.results.filter(({ isNew }) => isNew).length;
      const updated = planned.results.filter(({ isUpdated }) => isUpdated).length;
      const text = messages.savedLists.added(copy.listName, added, updated);
      return doChange(planToChange(planned, store.createId), text);
    },
  };
}

function describeConflict(line: PlannedLine | null, at: number): readonly AmountConflict[] {
  const { before = null, conflict = null } = line ?? {};
  if (line === null || before === null || conflict === null) return [];
  const [kept, amount] = [showAmount(before), showAmount(conflict)];
  const { keepOnly, changeTo } = messages.severalItems;
  const note = line.canNoteAmount ? messages.savedLists.amounts.inNote(amount) : null;
  const labels = { keep: keepOnly(kept), note, change: changeTo(amount) };
  return [{ at, name: before.name, ...labels, takesNewAmount: line.takesNewAmount }];
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
