/**
 * Finds the category that an id, a name or a guess means in a list, and the one for a name that nothing is known about. A missing one is
 * created together with its first item (product L8, L13).
 */
import { isDemoList, isPersonal, type ListRef } from '#core/account/list-ref.ts';
import { compareById, compareText } from '#core/list/compare-text.ts';
import { type Category, type Row, type Item, createLostCategory } from '#core/list/row.ts';
import { categoriesOf, categoryOf, hasCategory, isCategoryVisible, liveRow, type List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';
import { toListId } from './list-ids.ts';
import {
  CATALOGUE_CATEGORIES,
  catalogueToListId,
  DEFAULT_CATEGORIES,
  defaultCategoryId,
  SAME_CATEGORIES,
} from './catalogue.ts';
import type { ListCopy } from '#core/change/change.ts';
import { isCreatedId } from '#core/id/create-id.ts';

/**
 * Finds the category of an id: one of the list, or one of the catalogue or of the six defaults, which will be created with its
 * first item. If another category of the list has the name of the latter, that category is returned.
 * @returns undefined if the id is unknown, or if the shopper created the category and deleted it
 */
export function findCategory(list: List, ref: ListRef, id: string): Category | undefined {
  const known = categoryOf(list, id);
  if (known !== undefined) return known;
  const seed = findSeed(ref, id);
  return seed && (findNamed(list, [seed.name]) ?? seed);
}

/**
 * Finds the category of a name: one of the list, or one of the catalogue, which will be created with its first item.
 * @returns undefined if no category has the name, or if the list has renamed the catalogue's category
 */
export function findCategoryNamed(list: List, ref: ListRef, name: string): Category | undefined {
  const seed = CATALOGUE_CATEGORIES.find((category) => nameKey(category.name) === nameKey(name));
  const id = seed && seedId(ref, seed.id);
  return findNamed(list, [name]) ?? (id === undefined || hasCategory(list, id) ? undefined : findSeed(ref, id));
}

/**
 * Finds the place for an item whose category was guessed. A guess names a category. The list may have that name under another
 * id, or the name of the catalogue for a default category, or the reverse: `Cream` belongs to Dairy, and to Dairy & Eggs if
 * that is in view. Categories in view come first, so that a guess never brings a second one of a name into view (product L8).
 *
 * @param id the category that the guessed name was last used with, or a catalogue category
 * @returns the id of the category; the same id if the list has no better place
 */
export function placeGuess(list: List, ref: ListRef, id: string): string {
  const meant = list.categories.get(id) ?? findSeed(ref, id);
  if (meant === undefined || isCategoryVisible(list, id)) return id;
  const names = namesOf(meant.name);
  const inView = findNamed(list, names, (row) => isCategoryVisible(list, row.id));
  const known = inView ?? liveRow(list.categories, id) ?? findNamed(list, names);
  return known?.id ?? placeBroader(list, ref, id);
}

/**
 * The category of the list with the first of the names that a category has. If several have it, one in view is preferred, and every
 * device chooses the same one.
 * @param isOffered whether a category counts; by default all
 */
function findNamed(
  list: List,
  names: readonly string[],
  isOffered: (category: Row<Category>) => boolean = () => true,
): Row<Category> | undefined {
  for (const key of names.map(nameKey)) {
    const named = categoriesOf(list).filter((row) => nameKey(row.name) === key && isOffered(row));
    const [first, ...others] = named.toSorted(compareById);
    if (first !== undefined) return [first, ...others].find(({ id }) => isCategoryVisible(list, id)) ?? first;
  }
  return undefined;
}

/** The id of a catalogue category in a list (product L3). */
const seedId = (ref: ListRef, id: string): string => (isDemoList(ref) ? id : toListId(id, ref.listId));

const findCatalogue = (ref: ListRef, id: string): Category | undefined =>
  CATALOGUE_CATEGORIES.find((category) => seedId(ref, category.id) === id);

function findSeed(ref: ListRef, id: string): Category | undefined {
  const seed =
    findCatalogue(ref, id) ?? DEFAULT_CATEGORIES.find((_, at) => defaultCategoryId(at + 1, ref.listId) === id);
  return seed && { ...seed, id, inList: true };
}

/** The name of a category, and its name among the other ones of the catalogue and the six defaults. */
const namesOf = (name: string): readonly string[] => {
  const key = nameKey(name);
  return [name, ...SAME_CATEGORIES.filter((pair) => pair.some((one) => nameKey(one) === key)).flat()];
};

/**
 * The place for the items of a catalogue category that a list lacks: a broader default category, such as Meat for Seafood. A
 * list that has the catalogue's own Meat, or had the catalogue's category, gets the latter.
 */
function placeBroader(list: List, ref: ListRef, id: string): string {
  const seed = findCatalogue(ref, id);
  const broader = seed && findSeed(ref, catalogueToListId(seed.id, ref.listId));
  if (broader === undefined) return id;
  const named = findNamed(list, [broader.name]);
  const own = findNamed(list, [broader.name], (row) => findCatalogue(ref, row.id) !== undefined);
  if (named !== undefined) return own === undefined ? named.id : id;
  return list.categories.has(id) || (isDemoList(ref) && isPersonal(ref)) ? id : broader.id;
}

/**
 * Gives each category of the copy the id of the list's category of the same name (one in view first), and moves its items,
 * including those of saved lists. A category whose id the list has is unchanged. Product L9 defines equal names.
 *
 * @returns the copy; if two of its categories become one, it has the first
 */
export function adoptCategories(copy: ListCopy, list: List): ListCopy {
  const adopted = new Map<string, string>();
  for (const { id, name } of copy.categories) {
    const there = findNamed(list, [name])?.id;
    if (there !== undefined && !list.categories.has(id)) adopted.set(id, there);
  }
  const idOf = (id: string): string => adopted.get(id) ?? id;
  const adoptItems = (items: readonly Item[]): readonly Item[] =>
    items.map((item) => ({ ...item, category: idOf(item.category) }));
  const categories = copy.categories.map((category) => ({ ...category, id: idOf(category.id) }));
  return {
    ...copy,
    items: adoptItems(copy.items),
    categories: categories.filter(({ id }, at) => categories.findIndex((other) => other.id === id) === at),
    savedLists: copy.savedLists.map((saved) => ({ ...saved, items: adoptItems(saved.items) })),
  };
}

/**
 * The list's Other or, in the default list, its Misc: first those in view, then those that can come back into view. Without
 * either, the category used last; else a new Other, which is created with its first item.
 * @returns a category of the list, or a new one whose id is the same on every device
 */
export function fallbackCategory(list: List, { listId }: ListRef): Category {
  const isInView = ({ id }: Category): boolean => isCategoryVisible(list, id);
  // Two devices that have the same categories in a different order must choose the same one.
  const known = categoriesOf(list).toSorted(compareById);
  return findCatchAll(known.filter(isInView)) ?? findCatchAll(known) ?? findUsedLast(list) ?? createOther(list, listId);
}

const OTHER = DEFAULT_CATEGORIES.at(-1) ?? createLostCategory('');
const MISC = CATALOGUE_CATEGORIES.find(({ name }) => name.startsWith('Misc'))?.name ?? '';

/** Other, else Misc, else a category that a shopper named like one of them. */
function findCatchAll(categories: readonly Category[]): Category | undefined {
  const findCalled = (wanted: string): Category | undefined =>
    categories.find(({ name }) => nameKey(name) === nameKey(wanted));
  const isSimilar = /^(?:other|misc|miscellaneous)\b/iu;
  return findCalled(OTHER.name) ?? findCalled(MISC) ?? categories.find(({ name }) => isSimilar.test(name.trim()));
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
  for (let at = 1; hasCategory(list, id); at += 1) id = `other-${at}-${listId}`;
  return { ...createLostCategory(id), ...OTHER, id };
}
