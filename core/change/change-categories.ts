/** Changes of categories: adding one, renaming or recoloring one, deleting some with their items. */
import { changedRows, removeRow, setRow } from '#core/diff/row-diff.ts';
import { isCategoryVisible, liveRow } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { fail } from '#core/result.ts';
import type { ChangeResult } from './change-result.ts';
import { changeResult } from './change-result.ts';
import type { Change } from './change.ts';

type Of<Type extends Change['type']> = Extract<Change, { readonly type: Type }>;

/**
 * Adds a category to the list (spec section 5: a non-blank name). A known category of this name that is not in the list is
 * restored, instead of creating a second one.
 */
export function addCategory(list: List, { id, name }: Of<'add-category'>): ChangeResult {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  // Several can have the name: two devices may have added it independently, or one was deleted elsewhere (product Y3).
  const named = [...list.categories.values()].filter((row) => nameKey(row.name) === nameKey(clean.value));
  const visible = named.find((row) => isCategoryVisible(list, row.id));
  if (visible !== undefined) return fail({ type: 'category-exists', id: visible.id });
  const known = named.find((row) => !row.deleted) ?? named[0];
  const category = known ? { ...known, inList: true } : { id, name: clean.value, color: '', inList: true };
  return changeResult({ categories: changedRows([setRow(list.categories.get(category.id), category)]) });
}

/**
 * Renames or recolors a category. The name of another category, in the list or not, is refused, as is that of a deleted one
 * whose items still show it (product Y3), because a shopper could not
 * tell the two apart when choosing a category.
 */
export function editCategory(list: List, { id, name, color }: Of<'edit-category'>): ChangeResult {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  const category = list.categories.get(id);
  if ((category === undefined || category.deleted) && !isCategoryVisible(list, id)) return fail({ type: 'gone' });
  const key = nameKey(clean.value);
  // Two devices may have added the same name independently. Each category can still be recolored.
  const isRenamed = category === undefined || nameKey(category.name) !== key;
  const isTaken = [...list.categories.values()].some(
    (other) => other.id !== id && nameKey(other.name) === key && (!other.deleted || isCategoryVisible(list, other.id)),
  );
  if (isRenamed && isTaken) return fail({ type: 'category-name-taken' });
  return changeResult({ categories: changedRows([setRow(category, { id, name: clean.value, color, inList: true })]) });
}

/** Delete All removes every category with its items, those out of view included (product L11). */
export function deleteAllCategories(list: List): ChangeResult {
  return deleteCategories(list, { ids: [...new Set([...list.categories.keys(), ...list.itemIdsByCategory.keys()])] });
}

/** Removing a category also removes its items (spec section 4). */
export function deleteCategories(list: List, { ids }: Pick<Of<'delete-categories'>, 'ids'>): ChangeResult {
  const itemIds = ids.flatMap((id) => [...(list.itemIdsByCategory.get(id) ?? [])]);
  return changeResult({
    categories: changedRows(ids.map((id) => removeRow(liveRow(list.categories, id)))),
    items: changedRows(itemIds.map((id) => removeRow(list.items.get(id)))),
  });
}
