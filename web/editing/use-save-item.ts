/** Saves an edited item, or merges it with the item that already has its name (product L9, Q3). */
import { showAmount } from '#core/amount/format-amount.ts';
import { losesNote, mergeItems, type MergedItem } from '#core/amount/merge-details.ts';
import type { NumberFormat } from '#core/amount/numbers.ts';
import type { ChangeOf } from '#core/change/change.ts';
import type { Entry } from '#core/amount/parse-entry.ts';
import type { ItemDetails } from '#core/list/item-fields.ts';
import type { Item } from '#core/list/row.ts';
import { liveRow, type List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';
import { storeToTie } from '#core/list-text/read-store.ts';
import type { AppliedChange } from '#client/store/store.ts';
import { messages } from '#web/messages/messages.ts';
import { useShownList, useStoreChange } from '#web/shown-list/shown-list.ts';
import { useFormChange, useOfferUndo } from '#web/shown-list/use-apply-change.ts';
import { useUndoToast } from '#web/shown-list/use-undo-toast.ts';

export type EditedItem = {
  /** What the shopper changed. */
  readonly change: ChangeOf<'edit-item'>;
  /** All fields of the item. */
  readonly fields: ItemDetails & Pick<Entry, 'name' | 'amount' | 'unit'>;
  /** Whether it is merged with the item that has its name. */
  readonly merges: boolean;
  /** Whether the dialog has said that another category has an item with its name. */
  readonly keepsBoth: boolean;
};

type Saved = {
  /** The error text; null if the item was saved. */
  readonly error: string | null;
  /** Whether the list has another item with that name. */
  readonly isTaken: boolean;
};

/** Returns a function that saves the item with a toast that offers Undo. */
export function useSaveItem(numbers: NumberFormat, onMerged: (itemId: string) => void): (edited: EditedItem) => Saved {
  const { store } = useShownList();
  const applyChange = useStoreChange();
  const offerUndo = useOfferUndo();
  const merge = useMerge(numbers, onMerged);
  const mergeOrSay = (edited: EditedItem, kept: Item, describe: (listed: string) => string): Saved => {
    const error = edited.merges ? merge(kept, edited) : describe(describeListed(store.list, kept));
    return { error, isTaken: true };
  };
  return (edited) => {
    const elsewhere = edited.keepsBoth && !edited.merges ? undefined : findElsewhere(store.list, edited.change);
    if (elsewhere !== undefined) return mergeOrSay(edited, elsewhere, messages.edit.keepBoth);
    const result = applyChange(edited.change);
    if (result.ok) {
      offerUndo(result.value);
      return { error: null, isTaken: false };
    }
    const { failure } = result;
    const kept =
      failure.type === 'item-exists' ? store.list.itemNamed(failure.category, edited.fields.name) : undefined;
    if (kept === undefined) return { error: messages.changeFailures[failure.type], isTaken: false };
    return mergeOrSay(edited, kept, (listed) => listed);
  };
}

const describeListed = ({ categories }: List, { name, category }: Item): string =>
  messages.adder.alreadyListed(name, categories.get(category)?.name || messages.list.unnamedCategory, null);

/** The item with a new name in another category than the edited one: a typo may be in Other, and the right name elsewhere. */
function findElsewhere(list: List, { id, name, category }: EditedItem['change']): Item | undefined {
  const item = liveRow(list.items, id);
  if (item === undefined || name === undefined || nameKey(name) === nameKey(item.name)) return undefined;
  if (list.itemNamed(category ?? item.category, name) !== undefined) return undefined;
  for (const place of list.itemIdsByCategory.keys()) {
    const named = list.itemNamed(place, name);
    if (named !== undefined) return named;
  }
  return undefined;
}

/**
 * Returns a function that merges the edited item with the one that has its name, as one step. If their amounts do not add up, the
 * toast offers the other amount. The focus moves to the item that remains.
 */
function useMerge(
  numbers: NumberFormat,
  onMerged: (itemId: string) => void,
): (kept: Item, edited: EditedItem) => string | null {
  const { store } = useShownList();
  const applyChange = useStoreChange();
  const report = useMergeReport(numbers);
  return (kept, { change: { id }, fields: { note = null, ...others } }) => {
    const fields = { ...others, note };
    const { name, category } = kept;
    const isChecked = liveRow(store.list.items, id)?.checked ?? false;
    const { details, conflict, checked } = mergeItems(kept, { ...fields, checked: isChecked });
    const tied = storeToTie(store.list, kept, fields);
    const target = { id, name, category, checked, ...details, ...(tied !== null && { store: tied }) };
    const result = applyChange({ type: 'correct-item', ...target, broughtIn: null });
    if (!result.ok) return messages.changeFailures[result.failure.type];
    report(result.value, { kept, conflict, isNoteLost: losesNote(kept, fields.note) });
    onMerged(kept.id);
    return null;
  };
}

type Merge = Pick<MergedItem, 'conflict'> & {
  /** The remaining item before the merge. */
  readonly kept: Item;
  readonly isNoteLost: boolean;
};

/** Returns a function that shows what the remaining item has now, with Undo. */
function useMergeReport(numbers: NumberFormat): (done: AppliedChange, merge: Merge) => void {
  const { store } = useShownList();
  const editItem = useFormChange();
  const offerUndo = useUndoToast();
  return (done, { kept, conflict, isNoteLost }) => {
    const { id } = kept;
    const merged = describeMerged(kept, liveRow(store.list.items, id) ?? kept, (item) =>
      showAmount(item, numbers.write),
    );
    const other =
      conflict === null
        ? undefined
        : {
            label: messages.adder.changeTo(showAmount(conflict, numbers.write)),
            run: () => void editItem({ type: 'edit-item', id, ...conflict }),
            done: null,
          };
    const text = isNoteLost ? messages.adder.noteFull(merged) : merged;
    offerUndo(done, { text, isDeletion: false, other });
  };
}

/** The new amount and state of the remaining item; if nothing changed, its amount. */
function describeMerged(before: Item, after: Item, amountOf: (item: Item) => string): string {
  const [kept, amount] = [amountOf(before), amountOf(after)];
  const note = after.note ?? '';
  const text = messages.edit.merged(before.name, {
    isBack: before.checked && !after.checked,
    still: amount === kept ? amount : '',
  });
  return messages.adder.nowWith(text, {
    amount: amount === kept ? '' : amount,
    note: note === (before.note ?? '') ? '' : note,
    store: '',
  });
}
