/** Adding an item by name, and what to say about it. */
import type { Category, Item } from '#core/list/row.ts';
import { fallbackCategory, findCategory } from '#core/catalogue/category-on-demand.ts';
import { isEmptyDiff } from '#core/diff/diff.ts';
import { liveRow } from '#core/list/list.ts';
import { guessCategory } from '#core/suggest/guess-category.ts';
import { findResembling } from '#core/suggest/find-resembling.ts';
import type { KnownName, KnownNames } from '#core/suggest/known-names.ts';
import type { Done } from '#client/store/store.ts';
import { changeFailures, undo } from '#web/messages/en/list.ts';
import { adder } from '#web/messages/en/list-actions.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { showItem } from './show-item.ts';
import type { AdderStatus } from './use-adder-status.ts';

type Say = (status: AdderStatus) => void;

/** Adds a name to a category, which may be one that the list does not have yet; returns whether it is on the list now. */
type AddItem = (name: string, category: Category) => boolean;

/** Says whether the item was added, was on the list already and where, or why it was refused (product L9, L10). */
export function useAddItem(names: KnownNames, say: Say): AddItem {
  const { store, collapse } = useShopper();
  const sayAdded = (name: string, category: Category, action: AdderStatus['action']): void =>
    say({ text: adder.added(name, category.name), action });
  /** Renames the item just added; where the right name is on the list already, that item takes its place. */
  const correct = (done: Done, id: string, { name }: KnownName): void => {
    const category = liveRow(store.list.categories, liveRow(store.list.items, id)?.category ?? '');
    if (category === undefined) return;
    const renamed = store.act({ type: 'edit-item', id, name, category: category.id });
    if (renamed.ok) sayAdded(name, category, null);
    else {
      store.revert(done);
      addItem(name, category);
    }
  };
  const sayListed = (twin: Item, category: Category): void => {
    const text = twin.checked ? adder.wasChecked(twin.name) : adder.alreadyListed(twin.name, category.name);
    say({ text, action: null });
    showItem(store, twin.id);
  };
  const addItem: AddItem = (name, category) => {
    const meant = findResembling(names, name);
    const twin = store.list.itemNamed(category.id, name);
    const id = store.createId();
    const result = store.act({ type: 'add-item', id, name, category: category.id, newCategory: category });
    if (!result.ok) {
      say({ text: changeFailures[result.failure.type], action: null, isRefusal: true });
      return false;
    }
    collapse.expand(category.id);
    if (twin === undefined) {
      const action = meant && { label: adder.didYouMean(meant.name), run: () => correct(result.value, id, meant) };
      sayAdded(liveRow(store.list.items, id)?.name ?? name, category, action ?? null);
    } else sayListed(twin, category);
    return true;
  };
  return addItem;
}

/** The most lines that are added at once. */
const LINES_LIMIT = 200;

/**
 * Adds one item for each pasted line, as one step. Each goes where its name is known, or else to `category`.
 */
export function useAddLines(names: KnownNames, say: Say) {
  const { store, collapse, user } = useShopper();
  return (lines: readonly string[], category: string): void => {
    if (lines.length > LINES_LIMIT) {
      say({ text: adder.tooManyLines(LINES_LIMIT), action: null, isRefusal: true });
      return;
    }
    const { list } = store;
    const fallback = findCategory(list, user, category) ?? fallbackCategory(list, user);
    const items = lines.map((name) => {
      const place = findCategory(list, user, guessCategory(names, name) ?? '') ?? fallback;
      return { id: store.createId(), name, category: place.id, newCategory: place };
    });
    const twins = items.flatMap((item) => list.itemNamed(item.category, item.name)?.id ?? []);
    const result = store.act({ type: 'add-items', items });
    if (!result.ok) {
      say({ text: changeFailures[result.failure.type], action: null, isRefusal: true });
      return;
    }
    for (const item of items) collapse.expand(item.category);
    const done = result.value;
    const added = items.filter(({ id }) => liveRow(store.list.items, id) !== undefined).length;
    const action = isEmptyDiff(done.diff) ? null : { label: undo, run: () => store.revert(done) };
    say({ text: adder.addedMany(added, new Set(twins).size), action });
  };
}
