/** Whether an older version left something in local storage (spec section 3, product D1). */
import { readValue } from './local-storage.ts';

/** The older version's keys. */
export const LEGACY_KEYS = ['groceryItems', 'groceryCategories', 'allGroceryCategories', 'savedLists'] as const;

export const hasLegacy = (): boolean => LEGACY_KEYS.some((key) => readValue(key) !== null);
