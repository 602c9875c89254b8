/** What remains when two items of a list are merged, because one of them gets the name of the other (product L9, Q3). */
import type { Item } from '#core/list/row.ts';
import { mergeDetails, type MergedDetails } from './merge-details.ts';
import type { Entry } from './parse-entry.ts';

export type MergedItem = MergedDetails & {
  /** Whether nothing of either item is left to buy. */
  readonly checked: boolean;
};

/**
 * Merges an item with the one whose name it gets, as if it were added again. Amounts in the basket do not count toward
 * what is left to buy. If both are checked, their amounts add up and the item stays checked.
 * @param kept the item that remains
 */
export function mergeItems(kept: Item, merged: Entry & Pick<Item, 'checked'>): MergedItem {
  const checked = kept.checked && merged.checked;
  const isBought = merged.checked && !kept.checked;
  const entry = isBought ? { ...merged, amount: null, unit: null } : merged;
  return { ...mergeDetails({ ...kept, checked: kept.checked && !checked }, entry), checked };
}
