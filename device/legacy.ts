/** What an older version left in local storage, read once into the account that opens first (product D1). */
import { readLegacyStorage } from '#core/copy/legacy-storage.ts';
import type { Legacy } from '#client/store/open-list.ts';
import { LEGACY_KEYS } from './has-legacy.ts';
import { readValue, removeValue, writeValue } from './local-storage.ts';

/** Where a value that could not be read whole is kept. */
const ASIDE = 'checklist.aside.';

/** The older version's list, to be taken over; null when nothing of it can be read. */
export function readLegacy(): Legacy | null {
  const values = {
    groceryItems: readValue('groceryItems'),
    groceryCategories: readValue('groceryCategories'),
    allGroceryCategories: readValue('allGroceryCategories'),
    savedLists: readValue('savedLists'),
  };
  const { copy, unreadable } = readLegacyStorage(values);
  const clear = (isWhole: boolean): void => {
    const all = LEGACY_KEYS.map((key) => ({ key, value: values[key] ?? '' }));
    const isKept = (isWhole ? unreadable : all).every(({ key, value }) => writeValue(`${ASIDE}${key}`, value));
    // Without room to keep them aside they stay where they are.
    if (isKept) for (const key of LEGACY_KEYS) removeValue(key);
  };
  if (copy !== null) return { copy, onTaken: clear };
  clear(true);
  return null;
}
