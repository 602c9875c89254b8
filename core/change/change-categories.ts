/** The changes of categories: adding one, deleting some with their items. */
import { changedRows, removeRow, setRow } from '#core/diff/row-diff.ts';
import { isCategoryVisible, liveRow } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import { cleanName } from '#core/name/clean-name.ts';
import { nameKey } from '#core/name/name-key.ts';
import { fail } from '#core/result.ts';
import type { ActResult } from './act.ts';
import { act } from './act.ts';

/**
 * Adds a category to the list (spec section 5: a non-blank name). One that is known, but not in the list, comes
 * back instead of a second one of the same name.
 */
export function addCategory(list: List, { id, name }: { readonly id: string; readonly name: string }): ActResult {
  const clean = cleanName(name);
  if (!clean.ok) return clean;
  // Several can have the name: two devices may have added it apart, or one was deleted elsewhere (product Y3).
  const named = [...list.categories.values()].filter((row) => nameKey(row.name) === nameKey(clean.value));
  const visible = named.find((row) => isCategoryVisible(list, row.id));
  if (visible !== undefined) return fail({ type: 'category-exists', id: visible.id });
  const known = named.find((row) => !row.deleted) ?? named[0];
  const category = known ? { ...known, inList: true } : { id, name: clean.value, color: '', inList: true };
  return act({ categories: changedRows([setRow(list.categories.get(category.id), category)]) });
}

/** Removing a category also removes its items (spec section 4). */
export function deleteCategories(list: List, { ids }: { readonly ids: readonly string[] }): ActResult {
  const itemIds = ids.flatMap((id) => [...(list.itemIdsByCategory.get(id) ?? [])]);
  return act({
    categories: changedRows(ids.map((id) => removeRow(liveRow(list.categories, id)))),
    items: changedRows(itemIds.map((id) => removeRow(list.items.get(id)))),
  });
}
