/** Reads an older version's list from local storage, once, into the account that owns it (product D1). */
import { DEMO_USER } from '#core/account/user.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import type { Catalogue } from '#core/change/change.ts';
import { readLegacyStorage } from '#core/copy/legacy-storage.ts';
import type { ListImport } from '#client/lists/import-list.ts';
import { LEGACY_KEYS, quarantineValue, readValue, removeLegacy } from './local-storage.ts';

/** A new account has no items (product L2). */
const EMPTY: Catalogue = { items: [], categories: [] };

/** The older version's list, ready to import; null if nothing of it can be read. */
export function readLegacy(userId: string): ListImport | null {
  const values = {
    groceryItems: readValue('groceryItems'),
    groceryCategories: readValue('groceryCategories'),
    allGroceryCategories: readValue('allGroceryCategories'),
    savedLists: readValue('savedLists'),
  };
  const { copy, unreadable } = readLegacyStorage(values, userId === DEMO_USER.id ? CATALOGUE : EMPTY);
  const clear = (isWhole: boolean): void => {
    const all = LEGACY_KEYS.map((key) => ({ key, value: values[key] ?? '' }));
    const isKept = (isWhole ? unreadable : all).every(({ key, value }) => quarantineValue(key, value));
    // Without room in local storage, the values stay where they are.
    if (isKept) removeLegacy();
  };
  if (copy !== null) return { copy, onImported: clear };
  clear(true);
  return null;
}
