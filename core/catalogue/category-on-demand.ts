/** Categories that the list does not have yet; each is created together with its first item (product L8). */
import { isDemoUser } from '#core/account/user.ts';
import type { User } from '#core/account/user.ts';
import { createLostCategory } from '#core/list/row.ts';
import type { Category } from '#core/list/row.ts';
import { liveRow, liveRows } from '#core/list/list.ts';
import type { List } from '#core/list/list.ts';
import { nameKey } from '#core/name/name-key.ts';
import { toAccountId } from './account-ids.ts';
import { CATALOGUE_CATEGORIES } from './catalogue.ts';
import { DEFAULT_CATEGORIES, defaultCategoryId } from './default-categories.ts';

/**
 * Finds the category of an id: one of the list or, in an account, one that will be created with its first item. The latter is
 * a category of the catalogue, or a default one that has not been synced to this device yet. If another category has its
 * name, that category is returned.
 * @returns undefined if the category was deleted or the id is unknown
 */
export function findCategory(list: List, user: User, id: string): Category | undefined {
  const known = liveRow(list.categories, id);
  if (known !== undefined || isDemoUser(user)) return known;
  const created = findSeed(id, user.id) ?? (list.categories.has(id) ? undefined : findDefault(id, user.id));
  return created && (findNamed(list, created.name) ?? created);
}

function findSeed(id: string, userId: string): Category | undefined {
  const seed = CATALOGUE_CATEGORIES.find((category) => toAccountId(category.id, userId) === id);
  return seed && { ...seed, id };
}

function findDefault(id: string, userId: string): Category | undefined {
  const named = DEFAULT_CATEGORIES.find((_, at) => defaultCategoryId(at + 1, userId) === id);
  return named && { ...named, id, inList: true };
}

/** The category of an item that resembles no known name and has no chosen category: Misc or Other, or a new one if both are missing. */
export function fallbackCategory(list: List, user: User): Category {
  const named = liveRows(list.categories).filter(({ name }) => /^(?:misc|other)\b/iu.test(name));
  return named.find(({ inList }) => inList) ?? named[0] ?? createFallback(user);
}

function createFallback(user: User): Category {
  const misc = CATALOGUE_CATEGORIES.find(({ name }) => name.startsWith('Misc'));
  const id = defaultCategoryId(DEFAULT_CATEGORIES.length, user.id);
  return isDemoUser(user) && misc !== undefined ? misc : { ...createLostCategory(id), ...DEFAULT_CATEGORIES.at(-1) };
}

const findNamed = (list: List, name: string): Category | undefined =>
  liveRows(list.categories).find((category) => nameKey(category.name) === nameKey(name));
