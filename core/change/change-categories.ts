/** Changes of categories: adding one, renaming or recoloring one, deleting some with their items. */
import { removeRow, type RowDiff, setFields, setRow } from '#core/diff/diff.ts';
import { missingRanks, pickRanks, type Ranks } from '#core/list/keyed-fields.ts';
import { categoriesOf, hasCategory, isCategoryVisible, liveRow, type List } from '#core/list/list.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { fail } from '#core/result.ts';
import { categoryNamed, setListRow, toLoad } from './change-list.ts';
import { changeResult, type ChangeResult, type ChangeOf } from './change.ts';
import { compareById } from '#core/list/compare-text.ts';
import { createLostCategory, type Category, type Row } from '#core/list/row.ts';

/**
 * Adds a category to the list (spec section 5: a non-blank name). A known category of this name that is not in the list is
 * restored, instead of creating a second one.
 */
export function addCategory(list: List, { id, name }: ChangeOf<'add-category'>): ChangeResult {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  const known = categoryNamed(list, clean.value);
  if (known && isCategoryVisible(list, known.id)) return fail({ type: 'category-exists', id: known.id });
  const category = known ? { ...known, inList: true } : { id, name: clean.value, color: '', inList: true };
  return changeResult([setRow('categories', list.categories.get(category.id), category)]);
}

/**
 * Renames or recolors a category. The name of another category, in the list or not, is refused, as is that of a deleted one
 * whose items still show it (product Y3), because a shopper could not
 * tell the two apart when choosing a category.
 */
export function editCategory(list: List, { id, ...given }: ChangeOf<'edit-category'>): ChangeResult {
  const category = list.categories.get(id);
  const { name, color } = { name: '', color: '', ...category, ...given };
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  if (!hasCategory(list, id)) return fail({ type: 'gone' });
  if (isRenamedToTaken(list, id, clean.value)) return fail({ type: 'category-name-taken' });
  return changeResult([setRow('categories', category, { ...category, id, name: clean.value, color, inList: true })]);
}

/** Two devices may have added the same name independently. Each category can still be recolored. */
function isRenamedToTaken(list: List, id: string, name: string): boolean {
  const key = nameKey(name);
  const category = list.categories.get(id);
  if (category !== undefined && nameKey(category.name) === key) return false;
  return categoriesOf(list).some((other) => other.id !== id && nameKey(other.name) === key);
}

/** Delete All removes every category with its items, those out of view included (product L11). */
export function deleteAllCategories(list: List, { load }: ChangeOf<'delete-all-categories'>): ChangeResult {
  const ids = [...new Set([...list.categories.keys(), ...list.itemIdsByCategory.keys()])];
  const loaded = toLoad('empty-list', load);
  const notice = loaded === undefined ? null : setListRow(list, { loaded });
  return changeResult([...removeSelected(list, { categoryIds: ids, itemIds: [] }), notice]);
}

/** Removing a category also removes its items (spec section 4). */
export const deleteCategories = (list: List, { ids }: Pick<ChangeOf<'delete-categories'>, 'ids'>): ChangeResult =>
  deleteSelected(list, { categoryIds: ids, itemIds: [] });

/** Removes the selected categories with their items, and the other selected items, as one change (product L16). */
export const deleteSelected = (list: List, selected: Selected): ChangeResult =>
  changeResult(removeSelected(list, selected));

type Selected = Pick<ChangeOf<'delete-selected'>, 'categoryIds' | 'itemIds'>;

function removeSelected(list: List, { categoryIds, itemIds }: Selected): readonly (RowDiff | null)[] {
  const inCategories = categoryIds.flatMap((id) => [...(list.itemIdsByCategory.get(id) ?? [])]);
  return [
    ...categoryIds.map((id) => removeRow('categories', liveRow(list.categories, id))),
    ...[...new Set([...inCategories, ...itemIds])].map((id) => removeRow('items', list.items.get(id))),
  ];
}

/**
 * Moves the items of categories in view that have one name into the one with the smallest id, and deletes the others. Devices
 * may do this apart, and again: the same list gives the same diff, and a list without such categories an empty one. Items that
 * an older version adds to a deleted one later are moved the next time. No items are merged, because an edit of one of them on
 * another device would be lost. Items for which another client wrote the name of a category, or nothing, join that one or Other.
 */
export function mergeCategories(list: List): ChangeResult {
  const byKey = sameNames(list);
  const strays = Map.groupBy(
    [...list.itemIdsByCategory.keys()].filter((id) => isName(id) && !list.categories.has(id)),
    (id) => (byKey.has(nameKey(id)) ? nameKey(id) : OTHER_KEY),
  );
  const merge = ([key, group]: readonly [string, Group]): readonly (RowDiff | null)[] => {
    const [kept, ...others] = group;
    const twins = group.filter(({ id }) => isCategoryVisible(list, id)).length > 1 ? others : [];
    const names = strays.get(key) ?? [];
    return twins.length + names.length > 0 ? mergeInto(list, kept, { twins, names }) : [];
  };
  return changeResult([...byKey].flatMap(merge));
}

/** Every id of a category contains a digit; its category may still arrive. */
const isName = (category: string): boolean => !/\d/u.test(category);

const OTHER_KEY = nameKey(createLostCategory('').name);

/** At least one category, by id. */
type Group = readonly [Row<Category>, ...Row<Category>[]];

/** The categories by their name: those that are not deleted, and deleted ones that keep their items in view (product Y3). */
function sameNames(list: List): ReadonlyMap<string, Group> {
  const byKey = new Map<string, Group>();
  for (const row of categoriesOf(list).toSorted(compareById)) {
    const key = nameKey(row.name);
    if (key === '') continue;
    const group = byKey.get(key);
    byKey.set(key, group === undefined ? [row] : [...group, row]);
  }
  return byKey;
}

/** What joins a category: others of its name, and what the items of no category have instead of an id. */
type Joining = { readonly twins: readonly Row<Category>[]; readonly names: readonly string[] };

function mergeInto(list: List, kept: Row<Category>, { twins, names }: Joining): readonly (RowDiff | null)[] {
  const from = [...twins.map(({ id }) => id), ...names];
  const itemIds = from.flatMap((id) => [...(list.itemIdsByCategory.get(id) ?? [])]);
  const items = itemIds.map((id) => list.items.get(id)).filter((item) => item !== undefined);
  // In each order, the place that people gave to one of them (product O1, O2).
  const ranks = twins.reduce<Ranks>((known, other) => ({ ...known, ...missingRanks(known, other) }), pickRanks(kept));
  return [
    setRow('categories', kept, { ...kept, ...ranks, inList: true }),
    ...twins.map((other) => removeRow('categories', other)),
    ...items.map((item) => setFields('items', item, { category: kept.id })),
  ];
}
