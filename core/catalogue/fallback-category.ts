/** The category of a name that nothing is known about, so that Enter always adds (product L13). */
import type { ListRef } from '#core/account/list-ref.ts';
import { isCreatedId } from '#core/id/create-id.ts';
import { compareById, compareText } from '#core/list/compare-text.ts';
import { isCategoryVisible, liveRow, type List } from '#core/list/list.ts';
import { createLostCategory, type Category } from '#core/list/row.ts';
import { nameKey } from '#core/name/name-key.ts';
import { CATALOGUE_CATEGORIES } from './catalogue.ts';
import { DEFAULT_CATEGORIES, defaultCategoryId } from './default-categories.ts';

/**
 * The list's Other or, in the default list, its Misc: first those in view, then those that can come back into view. Without
 * either, the category used last; else a new Other, which is created with its first item.
 * @returns a category of the list, or a new one whose id is the same on every device
 */
export function fallbackCategory(list: List, { listId }: ListRef): Category {
  const isInView = ({ id }: Category): boolean => isCategoryVisible(list, id);
  // Two devices that have the same categories in a different order must choose the same one.
  const known = [...list.categories.values()].filter((row) => !row.deleted || isInView(row)).toSorted(compareById);
  return findCatchAll(known.filter(isInView)) ?? findCatchAll(known) ?? findUsedLast(list) ?? createOther(list, listId);
}

const OTHER = DEFAULT_CATEGORIES.at(-1) ?? createLostCategory('');
const MISC = CATALOGUE_CATEGORIES.find(({ name }) => name.startsWith('Misc'))?.name ?? '';

/** Other, else Misc, else a category that a shopper named like one of them. */
function findCatchAll(categories: readonly Category[]): Category | undefined {
  const findNamed = (wanted: string): Category | undefined =>
    categories.find(({ name }) => nameKey(name) === nameKey(wanted));
  const isSimilar = /^(?:other|misc|miscellaneous)\b/iu;
  return findNamed(OTHER.name) ?? findNamed(MISC) ?? categories.find(({ name }) => isSimilar.test(name.trim()));
}

/** The category of the item that a shopper added last, deleted or not. Its id begins with the time (product L4). */
function findUsedLast(list: List): Category | undefined {
  let last = '';
  let used: Category | undefined;
  for (const { id, category } of list.items.values()) {
    const row = list.categories.get(category);
    if (row === undefined || !isCreatedId(id) || compareText(id, last) < 0 || !isCategoryVisible(list, category))
      continue;
    last = id;
    used = row;
  }
  return used;
}

/** A default category may have been renamed, so its id may belong to another name now. */
function createOther(list: List, listId: string): Category {
  let id = defaultCategoryId(DEFAULT_CATEGORIES.length, listId);
  for (let at = 1; liveRow(list.categories, id) !== undefined || isCategoryVisible(list, id); at += 1) {
    id = `other-${at}-${listId}`;
  }
  return { ...createLostCategory(id), ...OTHER, id };
}
