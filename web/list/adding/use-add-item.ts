/** Adds items by name and reports the result in the add bar. */
import type { Amount } from '#core/amount/add-amounts.ts';
import { formatAmount } from '#core/amount/format-amount.ts';
import { losesNote, mergeDetails } from '#core/amount/merge-details.ts';
import type { NumberFormat } from '#core/amount/numbers.ts';
import type { Entry } from '#core/amount/parse-entry.ts';
import type { Category, Item } from '#core/list/row.ts';
import { liveRow } from '#core/list/list.ts';
import { findResembling } from '#core/suggest/find-resembling.ts';
import type { Resemblance } from '#core/suggest/find-resembling.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import type { AppliedChange, Store } from '#client/store/store.ts';
import { changeFailures } from '#web/messages/en/list.ts';
import { adder } from '#web/messages/en/list-actions.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { showItem } from './show-item.ts';
import type { AdderStatus } from './use-adder-status.ts';

type SetStatus = (status: AdderStatus) => void;

/** Adds an entry to a category, which may be new to the list. Returns whether the item is on the list afterwards. */
type AddItem = (entry: Entry, category: Category) => boolean;

type AddItemParts = { readonly names: KnownNames; readonly numbers: NumberFormat; readonly setStatus: SetStatus };

/**
 * Reports whether the item was added, was already on the list and where, or why it was refused (product L9, L10). The amount
 * of an item that is already on the list adds up; if it cannot, asks which to keep (product Q3).
 */
export function useAddItem({ names, numbers, setStatus }: AddItemParts): AddItem {
  const { store, collapse } = useShopper();
  const report = createReports({ store, numbers, setStatus });
  /** Renames the item that was just added. If an item with that name exists, removes the new one and shows the existing one. */
  const correct = ({ done, id, entry }: Added, { name }: Resemblance): void => {
    const category = liveRow(store.list.categories, liveRow(store.list.items, id)?.category ?? '');
    if (category === undefined) return;
    const renamed = store.applyChange({ type: 'edit-item', id, name, category: category.id });
    if (renamed.ok) report.added(name, category, null);
    else {
      store.revert(done);
      addItem({ ...entry, name }, category);
    }
  };
  const addItem: AddItem = (entry, category) => {
    const { name } = entry;
    const similar = findResembling(names, name);
    const existing = store.list.itemNamed(category.id, name);
    const { details, conflict } = mergeDetails(existing, entry);
    const id = store.createId();
    const item = { id, name, category: category.id, newCategory: category, ...details };
    const result = store.applyChange({ type: 'add-item', ...item });
    if (!result.ok) {
      setStatus({ text: changeFailures[result.failure.type], action: null, isRefusal: true });
      return false;
    }
    collapse.expand(category.id);
    if (existing === undefined) {
      const action = similar && {
        label: adder.didYouMean(similar.name),
        run: () => correct({ done: result.value, id, entry }, similar),
      };
      report.added(liveRow(store.list.items, id)?.name ?? name, category, action ?? null);
    } else {
      report.listed(existing, category, { conflict, isNoteLost: losesNote(existing, entry.note) });
      showItem(store, existing.id);
    }
    return true;
  };
  return addItem;
}

type Added = { readonly done: AppliedChange; readonly id: string; readonly entry: Entry };

type ReportParts = Omit<AddItemParts, 'names'> & { readonly store: Store };

type Merge = {
  /** The new amount, if it and the amount of the item do not add up: asks which to keep (product Q3). */
  readonly conflict: Amount | null;
  /** Whether the item's note has no room for the new one. */
  readonly isNoteLost: boolean;
};

const describe = (text: string, { isNoteLost }: Merge): string => (isNoteLost ? adder.noteFull(text) : text);

/** Reports what adding an item did. */
function createReports({ store, numbers, setStatus }: ReportParts) {
  const amountOf = (item: Pick<Item, 'amount' | 'unit'>): string => formatAmount(item, numbers.write);
  const offer = (existing: Item, other: Amount, merge: Merge): void => {
    const { id, name } = existing;
    const run = (): void => {
      // It may have been renamed or moved since.
      const item = liveRow(store.list.items, id) ?? existing;
      store.applyChange({ type: 'edit-item', id, name: item.name, category: item.category, ...other });
    };
    const action = { label: adder.changeTo(amountOf(other)), run };
    setStatus({ text: describe(adder.listedWith(name, amountOf(existing)), merge), action });
  };
  return {
    added: (name: string, category: Category, action: AdderStatus['action']): void =>
      setStatus({ text: adder.added(name, category.name), action }),
    listed(existing: Item, category: Category, merge: Merge): void {
      if (merge.conflict !== null) {
        offer(existing, merge.conflict, merge);
        return;
      }
      const { name, checked } = existing;
      const listed = checked ? adder.wasChecked(name) : adder.alreadyListed(name, category.name);
      const amount = amountOf(liveRow(store.list.items, existing.id) ?? existing);
      const text = amount === amountOf(existing) ? listed : adder.nowWith(listed, amount);
      setStatus({ text: describe(text, merge), action: null });
    },
  };
}
