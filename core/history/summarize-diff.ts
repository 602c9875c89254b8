/** Summarizes a change for messages such as "Milk deleted" and "3 items cleared". */
import { type Diff, fieldNames, type RowDiff, rowDiffsOf, setsOnlyRanks, setsStores } from '#core/diff/diff.ts';
import type { Item, Row, Rows } from '#core/list/row.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import { typeOfLoad } from '#core/change/change-list.ts';
import { isStartField, isStoreField, storeField } from '#core/list/keyed-fields.ts';
import { EMPTY_LIST_NAME, FIRST_LIST_NAME, listName, liveRows, type List } from '#core/list/list.ts';

export type Summary =
  | {
      readonly type: ItemSummary | CategorySummary | StoreSummary | SavedListSummary | 'list-renamed' | 'list-replaced';
      readonly name: string;
    }
  | { readonly type: 'item-renamed' | 'category-renamed' | 'store-renamed'; readonly from: string; readonly to: string }
  | { readonly type: 'item-moved'; readonly name: string; readonly category: string }
  | { readonly type: ItemsSummary | CategoriesSummary; readonly count: number }
  | { readonly type: 'categories-arranged' | 'categories-sorted' | 'list-emptied' | 'default-list-restored' };

type ItemSummary = 'item-added' | 'item-deleted' | 'item-checked' | 'item-unchecked' | 'item-edited';
type ItemsSummary =
  | 'items-added'
  | 'items-deleted'
  | 'items-cleared'
  | 'items-checked'
  | 'items-unchecked'
  | 'items-moved'
  | 'items-changed';
type CategorySummary =
  | 'category-moved'
  | 'category-merged'
  | 'category-added'
  | 'category-deleted'
  | 'category-recolored'
  | 'category-edited';
type CategoriesSummary = 'categories-added' | 'categories-deleted' | 'categories-merged';
type StoreSummary = 'store-added' | 'store-removed';
type SavedListSummary = 'list-saved' | 'saved-list-updated' | 'saved-list-renamed' | 'saved-list-deleted';

/**
 * Summarizes a change by its diff alone, so that steps of an earlier session, or of another tab, have a summary too.
 * @param list has the names of rows that the diff only checks or deletes; it may be the list before or after the change
 * @param diff not empty
 */
export function summarizeDiff(list: List, diff: Diff): Summary {
  const items = rowDiffsOf(diff, 'items');
  const categories = rowDiffsOf(diff, 'categories');
  if (isOfStore(diff) || items.length + categories.length === 0) return summarizeOthers(list, diff);
  const deleted = categories.filter(isRemoved);
  if (deleted.length > 0) return summarizeDeletedCategories(list, deleted, areMoved(items));
  if (isAnotherList(list, diff)) return summarizeReplaced(list, diff);
  // Adding an item can also add its category, so items are summarized first.
  if (items.length > 0) return summarizeItems(list, items);
  return categories.every(setsOnlyRanks) ? summarizeOrder(list, categories) : summarizeCategories(list, categories);
}

/**
 * Whether the list was replaced: it was renamed, categories left it without being deleted, or items were added and removed.
 * An item that leaves a category empty also hides it, but removes checked items only, and so did 'Clear checked' in earlier versions.
 */
function isAnotherList(list: List, diff: Diff): boolean {
  const items = rowDiffsOf(diff, 'items');
  return (
    rowDiffsOf(diff, 'listRow').some(({ after }) => 'listName' in after || 'loaded' in after) ||
    (rowDiffsOf(diff, 'categories').some(isHidden) && !isCleared(list, items) && !isCorrected(list, items)) ||
    (items.some(isAdded) && items.some(isRemoved))
  );
}

const summarizeReplaced = (list: List, diff: Diff): Summary => REPLACED[loadTypeOf(list, diff)](newName(list, diff));

const REPLACED: Readonly<Record<ReturnType<typeof typeOfLoad>, (name: string) => Summary>> = {
  'empty-list': () => ({ type: 'list-emptied' }),
  'default-list': () => ({ type: 'default-list-restored' }),
  'saved-list': (name) => ({ type: 'list-replaced', name }),
};

/** A personal list has no notice for others, and Redo does not repeat it: then the name and the items tell. */
function loadTypeOf(list: List, diff: Diff): ReturnType<typeof typeOfLoad> {
  const { listName: name, loaded } = rowDiffsOf(diff, 'listRow')[0]?.after ?? {};
  if (loaded) return typeOfLoad(loaded);
  const items = itemsAfter(list, diff);
  if (items.length === 0 && isName(name, EMPTY_LIST_NAME)) return 'empty-list';
  return isDefaultList(items) && isName(name, FIRST_LIST_NAME) ? 'default-list' : 'saved-list';
}

/** Whether a list got this name, or kept its own. */
const isName = (name: string | undefined, expected: string): boolean => name === undefined || name === expected;

/** The items that a change leaves in the list, by its diff: the list may already be the one after it. */
function itemsAfter(list: List, diff: Diff): readonly Pick<Item, 'name' | 'checked'>[] {
  const rows = rowDiffsOf(diff, 'items');
  const changed = new Set(rows.map(({ id }) => id));
  const written = rows.map(({ id, after }) => ({
    name: '',
    checked: false,
    deleted: false,
    ...list.items.get(id),
    ...after,
  }));
  return [...liveRows(list.items).filter(({ id }) => !changed.has(id)), ...written.filter(({ deleted }) => !deleted)];
}

const DEFAULT_NAMES: ReadonlySet<string> = new Set(CATALOGUE.items.map(({ name }) => name));

const isDefaultList = (items: readonly Pick<Item, 'name' | 'checked'>[]): boolean =>
  items.length === CATALOGUE.items.length && items.every(({ name, checked }) => !checked && DEFAULT_NAMES.has(name));

/** Whether an item was moved, or removed in favor of another one (product L13). A new list has no other items. */
const isCorrected = (list: List, items: readonly RowDiff<'items'>[]): boolean =>
  items.length <= 2 &&
  items.some((item) => item.after.category !== undefined || isRemoved(item)) &&
  liveRows(list.items).some(({ id }) => !items.some((item) => item.id === id && isRemoved(item)));

const isCleared = (list: List, items: readonly RowDiff<'items'>[]): boolean =>
  items.length > 0 && items.every((item) => isRemoved(item) && list.items.get(item.id)?.checked === true);

const newName = (list: List, diff: Diff): string => rowDiffsOf(diff, 'listRow')[0]?.after.listName ?? listName(list);

const areMoved = (items: readonly RowDiff<'items'>[]): boolean =>
  items.length > 0 && items.every(({ after }) => after.category !== undefined && !('deleted' in after));

/** Summarizes a change of saved lists, of a store, or of the list's name. */
function summarizeOthers(list: List, diff: Diff): Summary {
  const savedLists = rowDiffsOf(diff, 'savedLists');
  const [stores] = rowDiffsOf(diff, 'listRow').filter(setsStores);
  if (savedLists.length > 0) return summarizeSavedLists(list, savedLists);
  return stores === undefined ? { type: 'list-renamed', name: newName(list, diff) } : summarizeStore(stores);
}

function summarizeStore({ before, after }: RowDiff<'listRow'>): Summary {
  const field = fieldNames(after).find(isStoreField) ?? storeField('');
  const [from, to] = [before[field] ?? '', after[field] ?? ''];
  if (from !== '' && to !== '') return { type: 'store-renamed', from, to };
  return to === '' ? { type: 'store-removed', name: from } : { type: 'store-added', name: to };
}

/** Removing a store also removes its order. */
const isOfStore = (diff: Diff): boolean =>
  rowDiffsOf(diff, 'listRow').some(setsStores) &&
  diff.every(({ table, after }) => table === 'listRow' || (table === 'categories' && setsOnlyRanks({ after })));

function summarizeItems(list: List, items: readonly RowDiff<'items'>[]): Summary {
  const [first] = items;
  const count = items.length;
  if (first !== undefined && count === 1) return summarizeItem(list, first);
  if (items.every(isAdded)) return { type: 'items-added', count };
  if (!items.every(isRemoved)) return { type: summarizeChanged(items), count };
  return { type: isCleared(list, items) ? 'items-cleared' : 'items-deleted', count };
}

function summarizeChanged(items: readonly RowDiff<'items'>[]): ItemsSummary {
  if (items.every((item) => isTick(item, true))) return 'items-checked';
  if (items.every((item) => isTick(item, false))) return 'items-unchecked';
  return items.every(isMove) ? 'items-moved' : 'items-changed';
}

function summarizeItem(list: List, item: RowDiff<'items'>): Summary {
  const name = nameOf(list.items, item);
  const { checked } = item.after;
  if (isAdded(item)) return { type: 'item-added', name };
  if (isRemoved(item)) return { type: 'item-deleted', name };
  if (checked !== undefined) return { type: checked ? 'item-checked' : 'item-unchecked', name };
  return summarizeEdit(list, item);
}

function summarizeEdit(list: List, item: RowDiff<'items'>): Summary {
  const { before, after } = item;
  const name = nameOf(list.items, item);
  if (Object.keys(after).length > 1) return { type: 'item-edited', name };
  if (after.name !== undefined) return { type: 'item-renamed', from: before.name ?? '', to: name };
  if (after.category === undefined) return { type: 'item-edited', name };
  return { type: 'item-moved', name, category: list.categories.get(after.category)?.name ?? '' };
}

function summarizeCategories(list: List, categories: readonly RowDiff<'categories'>[]): Summary {
  const [category] = categories;
  if (category === undefined || categories.length > 1) return { type: 'categories-added', count: categories.length };
  const { before, after } = category;
  const name = nameOf(list.categories, category);
  if (isAdded(category) || after.inList === true) return { type: 'category-added', name };
  if (Object.keys(after).length > 1) return { type: 'category-edited', name };
  if (after.name !== undefined) return { type: 'category-renamed', from: before.name ?? '', to: after.name };
  return { type: 'category-recolored', name };
}

/** The first move also writes the places of the other categories. */
function summarizeOrder(list: List, categories: readonly RowDiff<'categories'>[]): Summary {
  if (categories.every(({ after }) => Object.values(after).every((rank) => rank === null)))
    return { type: 'categories-sorted' };
  const [moved, ...others] = categories.filter(({ after }) => !fieldNames(after).every(isStartField));
  return moved === undefined || others.length > 0
    ? { type: 'categories-arranged' }
    : { type: 'category-moved', name: nameOf(list.categories, moved) };
}

/** @param isMerged whether their items moved to other categories */
function summarizeDeletedCategories(list: List, deleted: readonly RowDiff<'categories'>[], isMerged: boolean): Summary {
  const [category] = deleted;
  const count = deleted.length;
  if (category === undefined || count > 1)
    return { type: isMerged ? 'categories-merged' : 'categories-deleted', count };
  return { type: isMerged ? 'category-merged' : 'category-deleted', name: nameOf(list.categories, category) };
}

/** Saving an eleventh list also deletes the oldest one. The summary names the saved one. */
function summarizeSavedLists(list: List, savedLists: readonly RowDiff<'savedLists'>[]): Summary {
  const saved = savedLists.find((row) => !isRemoved(row));
  if (saved !== undefined) {
    const type = isAdded(saved) ? 'list-saved' : isRenamed(saved) ? 'saved-list-renamed' : 'saved-list-updated';
    return { type, name: nameOf(list.savedLists, saved) };
  }
  const [removed] = savedLists;
  return { type: 'saved-list-deleted', name: removed === undefined ? '' : nameOf(list.savedLists, removed) };
}

const isRenamed = ({ after }: RowDiff<'savedLists'>): boolean => 'name' in after;
const isTick = ({ after }: RowDiff<'items'>, checked: boolean): boolean =>
  after.checked === checked && Object.keys(after).length === 1;
const isMove = ({ after }: RowDiff<'items'>): boolean =>
  after.category !== undefined && Object.keys(after).length === 1;
const isAdded = ({ after }: RowDiff): boolean => after.deleted === false;
const isHidden = ({ after }: RowDiff<'categories'>): boolean => after.inList === false;
const isRemoved = ({ after }: RowDiff): boolean => after.deleted === true;

/** The row's name in the diff, otherwise its current name; a deleted row keeps its name. */
const nameOf = <R extends { readonly id: string; readonly name: string }>(
  rows: Rows<R>,
  { id, after }: { readonly id: string; readonly after: Partial<Pick<Row<R>, 'name'>> },
): string => after.name ?? rows.get(id)?.name ?? '';
