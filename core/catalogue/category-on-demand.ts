/** Finds the category that an id, a name or a guess means in a list; a missing one is created together with its first item (product L8). */
import { isDemoList, isPersonal, type ListRef } from '#core/account/list-ref.ts';
import { compareById } from '#core/list/compare-text.ts';
import type { Category, Row } from '#core/list/row.ts';
import { isCategoryVisible, liveRow, type List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';
import { toListId } from './list-ids.ts';
import { CATALOGUE_CATEGORIES } from './catalogue.ts';
import { catalogueToListId, DEFAULT_CATEGORIES, defaultCategoryId, SAME_CATEGORIES } from './default-categories.ts';

/**
 * Finds the category of an id: one of the list, or one of the catalogue or of the six defaults, which will be created with its
 * first item. If another category of the list has the name of the latter, that category is returned.
 * @returns undefined if the id is unknown, or if the shopper created the category and deleted it
 */
export function findCategory(list: List, ref: ListRef, id: string): Category | undefined {
  const known = list.categories.get(id);
  if (known !== undefined && (!known.deleted || isCategoryVisible(list, id))) return known;
  const seed = findSeed(ref, id);
  return seed && (findNamed(list, [seed.name]) ?? seed);
}

/**
 * Finds the category of a name: one of the list, or one of the catalogue, which will be created with its first item.
 * @returns undefined if no category has the name
 */
export function findCategoryNamed(list: List, ref: ListRef, name: string): Category | undefined {
  const seed = CATALOGUE_CATEGORIES.find((category) => nameKey(category.name) === nameKey(name));
  return findNamed(list, [name]) ?? (seed && { ...seed, id: seedId(ref, seed.id) });
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
 * The category with the first of the names that a category has. Of several, one in view, and the same one on every device.
 * @param isOffered whether a category counts; by default those that are not deleted
 */
export function findNamed(
  list: List,
  names: readonly string[],
  isOffered: (category: Row<Category>) => boolean = ({ deleted }) => !deleted,
): Row<Category> | undefined {
  for (const key of names.map(nameKey)) {
    const named = [...list.categories.values()].filter((row) => nameKey(row.name) === key && isOffered(row));
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
  const own = findNamed(list, [broader.name], (row) => !row.deleted && findCatalogue(ref, row.id) !== undefined);
  if (named !== undefined) return own === undefined ? named.id : id;
  return list.categories.has(id) || (isDemoList(ref) && isPersonal(ref)) ? id : broader.id;
}
