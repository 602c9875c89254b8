/** Adds items by name and reports the result in the add bar. */
import type { Category, Item } from '#core/list/row.ts';
import { fallbackCategory, findCategory } from '#core/catalogue/category-on-demand.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import { liveRow } from '#core/list/list.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import { findResembling } from '#core/suggest/find-resembling.ts';
import type { Resemblance } from '#core/suggest/find-resembling.ts';
import type { KnownNames } from '#core/suggest/known-names.ts';
import type { AppliedChange } from '#client/store/store.ts';
import { changeFailures, undo } from '#web/messages/en/list.ts';
import { adder } from '#web/messages/en/list-actions.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { showItem } from './show-item.ts';
import type { AdderStatus } from './use-adder-status.ts';

type SetStatus = (status: AdderStatus) => void;

/** Adds a name to a category, which may be new to the list. Returns whether the item is on the list afterwards. */
type AddItem = (name: string, category: Category) => boolean;

/** Reports whether the item was added, was already on the list and where, or why it was refused (product L9, L10). */
export function useAddItem(names: KnownNames, setStatus: SetStatus): AddItem {
  const { store, collapse } = useShopper();
  const reportAdded = (name: string, category: Category, action: AdderStatus['action']): void =>
    setStatus({ text: adder.added(name, category.name), action });
  /** Renames the item that was just added. If an item with that name exists, removes the new one and shows the existing one. */
  const correct = (done: AppliedChange, id: string, { name }: Resemblance): void => {
    const category = liveRow(store.list.categories, liveRow(store.list.items, id)?.category ?? '');
    if (category === undefined) return;
    const renamed = store.applyChange({ type: 'edit-item', id, name, category: category.id });
    if (renamed.ok) reportAdded(name, category, null);
    else {
      store.revert(done);
      addItem(name, category);
    }
  };
  const reportListed = (existing: Item, category: Category): void => {
    const text = existing.checked ? adder.wasChecked(existing.name) : adder.alreadyListed(existing.name, category.name);
    setStatus({ text, action: null });
    showItem(store, existing.id);
  };
  const addItem: AddItem = (name, category) => {
    const similar = findResembling(names, name);
    const existing = store.list.itemNamed(category.id, name);
    const id = store.createId();
    const result = store.applyChange({ type: 'add-item', id, name, category: category.id, newCategory: category });
    if (!result.ok) {
      setStatus({ text: changeFailures[result.failure.type], action: null, isRefusal: true });
      return false;
    }
    collapse.expand(category.id);
    if (existing === undefined) {
      const action = similar && {
        label: adder.didYouMean(similar.name),
        run: () => correct(result.value, id, similar),
      };
      reportAdded(liveRow(store.list.items, id)?.name ?? name, category, action ?? null);
    } else reportListed(existing, category);
    return true;
  };
  return addItem;
}

export type PastedLine = {
  readonly name: string;
  /** Whether the line begins with a ticked box. */
  readonly checked: boolean;
};

/** The maximum number of pasted lines. */
const LINES_LIMIT = 200;

/**
 * Adds one item for each pasted line, as one undo step. Items with unknown names go to `category`. Ticked lines become ticked
 * items.
 */
export function useAddLines(names: KnownNames, setStatus: SetStatus) {
  const { store, collapse, ref } = useShopper();
  return (lines: readonly PastedLine[], category: string): void => {
    if (lines.length > LINES_LIMIT) {
      setStatus({ text: adder.tooManyLines(LINES_LIMIT), action: null, isRefusal: true });
      return;
    }
    const { list } = store;
    const fallback = findCategory(list, ref, category) ?? fallbackCategory(list, ref);
    const items = lines.map(({ name, checked }) => {
      const target = findCategory(list, ref, guessCategory(names, name) ?? '') ?? fallback;
      return { id: store.createId(), name, checked, category: target.id, newCategory: target };
    });
    const existing = items.flatMap((item) => list.itemNamed(item.category, item.name)?.id ?? []);
    const result = store.applyChange({ type: 'add-items', items });
    if (!result.ok) {
      setStatus({ text: changeFailures[result.failure.type], action: null, isRefusal: true });
      return;
    }
    for (const item of items) collapse.expand(item.category);
    const done = result.value;
    const added = items.filter(({ id }) => liveRow(store.list.items, id) !== undefined).length;
    const action = isEmptyDiff(done.diff) ? null : { label: undo, run: () => store.revert(done) };
    setStatus({ text: adder.addedMany(added, new Set(existing).size), action });
  };
}
