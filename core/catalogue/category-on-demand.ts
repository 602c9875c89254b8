/** Categories that the list does not have yet; each is created together with its first item (product L8). */
import { isDemoList } from '#core/account/list-ref.ts';
import type { ListRef } from '#core/account/list-ref.ts';
import type { Category } from '#core/list/row.ts';
import { liveRow, liveRows } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';
import { toListId } from './list-ids.ts';
import { CATALOGUE_CATEGORIES } from './catalogue.ts';
import { DEFAULT_CATEGORIES, defaultCategoryId } from './default-categories.ts';

/**
 * Finds the category of an id: one of the list or, in an account, one that will be created with its first item. The latter is
 * a category of the catalogue, or a default one that has not been synced to this device yet. If another category has its
 * name, that category is returned.
 * @returns undefined if the category was deleted or the id is unknown
 */
export function findCategory(list: List, ref: ListRef, id: string): Category | undefined {
  const known = liveRow(list.categories, id);
  if (known !== undefined || isDemoList(ref)) return known;
  const created = findSeed(id, ref.listId) ?? (list.categories.has(id) ? undefined : findDefault(id, ref.listId));
  return created && (findNamed(list, created.name) ?? created);
}

function findSeed(id: string, listId: string): Category | undefined {
  const seed = CATALOGUE_CATEGORIES.find((category) => toListId(category.id, listId) === id);
  return seed && { ...seed, id };
}

function findDefault(id: string, listId: string): Category | undefined {
  const named = DEFAULT_CATEGORIES.find((_, at) => defaultCategoryId(at + 1, listId) === id);
  return named && { ...named, id, inList: true };
}

/**
 * Finds the category of a name: one of the list or, in an account, one that will be created with its first item.
 * @returns undefined if no category has the name
 */
export function findCategoryNamed(list: List, ref: ListRef, name: string): Category | undefined {
  const known = findNamed(list, name);
  if (known !== undefined || isDemoList(ref)) return known;
  const seed = CATALOGUE_CATEGORIES.find((category) => nameKey(category.name) === nameKey(name));
  return seed && findCategory(list, ref, toListId(seed.id, ref.listId));
}

/** Of several categories with the name, one that the list shows. */
function findNamed(list: List, name: string): Category | undefined {
  const named = liveRows(list.categories).filter((category) => nameKey(category.name) === nameKey(name));
  return named.find(({ inList }) => inList) ?? named[0];
}
