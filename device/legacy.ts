/** What an older version left in local storage, read once into the account that opens first (product D1). */
import type { LegacyValues } from '#core/copy/legacy-storage.ts';
import type { Legacy } from '#client/store/open-list.ts';
import { readValue, removeValue, writeValue } from './local-storage.ts';

const KEYS = ['groceryItems', 'groceryCategories', 'allGroceryCategories', 'savedLists'] as const;
/** Where a value that could not be read whole is kept. */
const ASIDE = 'checklist.aside.';

/** The older version's list, to be taken over; null when there is none, or nothing of it can be read. */
export async function readLegacy(): Promise<Legacy | null> {
  const values: LegacyValues = {
    groceryItems: readValue('groceryItems'),
    groceryCategories: readValue('groceryCategories'),
    allGroceryCategories: readValue('allGroceryCategories'),
    savedLists: readValue('savedLists'),
  };
  if (Object.values(values).every((value) => value === null)) return null;
  // Hardly any device needs it.
  const { readLegacyStorage } = await import('#core/copy/legacy-storage.ts');
  const { copy, unreadable } = readLegacyStorage(values);
  const clear = (): void => {
    const isKept = unreadable.every(({ key, value }) => writeValue(`${ASIDE}${key}`, value));
    // Without room to keep them aside they stay where they are.
    if (isKept) for (const key of KEYS) removeValue(key);
  };
  if (copy !== null) return { copy, onTaken: clear };
  if (unreadable.length > 0) clear();
  return null;
}
