/** Changes of items: adding, checking, editing, deleting, clearing. */
import { removeRow, type RowDiff, setFields, setRow } from '#core/diff/diff.ts';
import { givenDetails, pickDetails, withParts, type ItemDetails } from '#core/list/item-fields.ts';
import type { Category, Item, Row } from '#core/list/row.ts';
import { categoryOf, liveRow, liveRows, type List } from '#core/list/list.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { fail, ok } from '#core/result.ts';
import { changeResult, type ChangeResult, type ChangeOf } from './change.ts';

/**
 * Adds an item and makes its category visible. An existing item with that name becomes unchecked and takes the new item's
 * details, if it has any (spec 4, product L9, L10, Q3), unless the new item is checked: then the existing item does not change.
 */
export function addItem(
  list: List,
  { id, name, category, newCategory, checked = false, ...given }: ChangeOf<'add-item'>,
): ChangeResult {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  const details = pickDetails(given);
  const categories = showCategory(list, category, newCategory);
  if (categories === null) return fail({ type: 'no-category' });
  const twin = list.itemNamed(category, clean.value);
  if (twin === undefined) {
    const item = { id, name: clean.value, category, checked, ...details };
    return changeResult([...categories, setRow('items', list.items.get(id), item)]);
  }
  return alreadyListed(twin, [...categories, checked ? null : relist(twin, details)]);
}

/** Unchecks an item that is added again. An amount comes with its unit. */
const relist = (item: Row<Item>, details: ItemDetails, checked = false): RowDiff | null =>
  setFields('items', item, { checked, ...withParts(details) });

const alreadyListed = ({ id, category }: Item, rows: readonly (RowDiff | null)[]): ChangeResult =>
  changeResult(rows, { type: 'already-listed', id, category });

/**
 * Adds several items as one change. A name that occurs several times in a category is added once, and unchecked if any of
 * them is. A single invalid name refuses the whole change.
 */
export function addItems(list: List, { items }: ChangeOf<'add-items'>): ChangeResult {
  const rows: RowDiff[] = [];
  const added = new Set<string>();
  const uncheckedFirst = items.toSorted((a, b) => Number(a.checked ?? false) - Number(b.checked ?? false));
  for (const item of uncheckedFirst) {
    const key = `${item.category}\n${nameKey(item.name)}`;
    if (added.has(key)) continue;
    added.add(key);
    const result = addItem(list, { type: 'add-item', ...item });
    if (!result.ok) return result;
    rows.push(...result.value.diff);
  }
  return changeResult(rows);
}

/** Checks or unchecks an item. The change names the new state, so that a repeated change has no further effect (spec section 4). */
export function checkItem(list: List, { id, checked }: ChangeOf<'check-item'>): ChangeResult {
  const item = liveRow(list.items, id);
  return item === undefined ? fail({ type: 'gone' }) : changeResult([setFields('items', item, { checked })]);
}

/**
 * Renames an item, moves it to another category, or sets details; null removes one. Two rows of one name in a category are
 * refused (product L9, Q1).
 */
export function editItem(
  list: List,
  { id, name, category: to, newCategory, ...given }: ChangeOf<'edit-item'>,
): ChangeResult {
  const item = liveRow(list.items, id);
  if (item === undefined) return fail({ type: 'gone' });
  const clean = name === undefined ? ok(item.name) : cleanName(name);
  if (!clean.ok) return clean;
  const category = to ?? item.category;
  const categories = category === item.category ? [] : showCategory(list, category, newCategory);
  if (categories === null) return fail({ type: 'no-category' });
  const edited = { name: clean.value, category };
  if (hasTwin(list, item, edited)) return fail({ type: 'item-exists', category });
  return changeResult([...categories, setFields('items', item, { ...edited, ...givenDetails(given) })]);
}

/** Whether the item would get the name of another row in its category. Two rows that have the same name already can be edited. */
function hasTwin(list: List, item: Row<Item>, { name, category }: Pick<Item, 'name' | 'category'>): boolean {
  if (name === item.name && category === item.category) return false;
  const twin = list.itemNamed(category, name);
  return twin !== undefined && twin.id !== item.id;
}

/**
 * Renames or moves an item, as one step. If the category has an item with that name, this one is removed and the existing one takes
 * the given details and becomes unchecked, as if it had been added again, unless the change says otherwise (product L9, L13).
 */
export function correctItem(
  list: List,
  { id, name, category, newCategory, ...rest }: ChangeOf<'correct-item'>,
): ChangeResult {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  const item = liveRow(list.items, id);
  if (item === undefined) return fail({ type: 'gone' });
  const shown = category === item.category ? [] : showCategory(list, category, newCategory);
  if (shown === null) return fail({ type: 'no-category' });
  const hidden = category === item.category ? null : hideEmptied(list, item, rest.broughtIn);
  const twin = list.itemNamed(category, clean.value);
  return twin === undefined || twin.id === id
    ? changeResult([...shown, hidden, setFields('items', item, { name: clean.value, category })])
    : alreadyListed(twin, [...shown, hidden, removeRow('items', item), relist(twin, pickDetails(rest), rest.checked)]);
}

/** Takes the category of an item out of view, if it came with the item and has no other one. */
function hideEmptied(list: List, { category }: Item, broughtIn: string | null): RowDiff | null {
  const row = liveRow(list.categories, category);
  const isAlone = list.itemIdsByCategory.get(category)?.size === 1;
  return row !== undefined && category === broughtIn && isAlone
    ? setFields('categories', row, { inList: false })
    : null;
}

/** Checks or unchecks several items as one change (product L16). */
export const checkItems = (list: List, { ids, checked }: ChangeOf<'check-items'>): ChangeResult =>
  changeResult(liveItems(list, ids).map((item) => setFields('items', item, { checked })));

/**
 * Moves several items to a category as one change. An item whose name the category already has stays where it is, because
 * a category has each name once (product L9, L16).
 */
export function moveItems(list: List, { ids, category }: ChangeOf<'move-items'>): ChangeResult {
  const shown = showCategory(list, category);
  if (shown === null) return fail({ type: 'no-category' });
  const taken = new Set<string>();
  const moved = liveItems(list, ids).filter(({ name }) => {
    const key = nameKey(name);
    if (taken.has(key) || list.itemNamed(category, name) !== undefined) return false;
    taken.add(key);
    return true;
  });
  if (moved.length === 0) return changeResult([]);
  return changeResult([...shown, ...moved.map((item) => setFields('items', item, { category }))]);
}

const liveItems = (list: List, ids: readonly string[]): readonly Row<Item>[] =>
  ids.map((id) => liveRow(list.items, id)).filter((item) => item !== undefined);

/** Deletes one item. */
export function deleteItem(list: List, { id }: ChangeOf<'delete-item'>): ChangeResult {
  const item = liveRow(list.items, id);
  return item === undefined ? fail({ type: 'gone' }) : changeResult([removeRow('items', item)]);
}

/** 'Clear checked' removes the checked items (spec section 4). Their categories stay in view (decision 7). */
export const clearChecked = (list: List): ChangeResult =>
  changeResult(liveRows(list.items).map((item) => (item.checked ? removeRow('items', item) : null)));

/** 'Uncheck all' starts the next trip: every item is unchecked, and nothing is removed (product O6). */
export const uncheckAll = (list: List): ChangeResult =>
  changeResult(liveRows(list.items).map((item) => setFields('items', item, { checked: false })));

/**
 * Makes the category visible in the list (spec section 4). Restores one that was deleted elsewhere but is still visible because
 * of its items (product Y3), and creates the new category of the change.
 * @returns null if there is no such category
 */
function showCategory(list: List, id: string, created?: Category): readonly (RowDiff | null)[] | null {
  const category = categoryOf(list, id) ?? (created?.id === id ? created : null);
  return category && [setRow('categories', list.categories.get(id), { ...category, inList: true })];
}
