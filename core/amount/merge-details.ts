/** Merges what is added with an item that the list already has, and two items that get the same name (product L9, Q3). */
import { cleanDetails } from '#core/name/clean-details.ts';
import type { ItemDetails } from '#core/list/item-fields.ts';
import type { Item } from '#core/list/row.ts';
import { addAmounts, type Amount } from './add-amounts.ts';
import type { Entry } from './parse-entry.ts';

export type MergedDetails = {
  /** The details to add the item with. */
  readonly details: ItemDetails;
  /** The new amount, if it and the amount of the item do not add up. Then `details` has none. */
  readonly conflict: Amount | null;
};

/**
 * Merges an entry with the item of its name. A checked item takes the new amount and note. The amounts of an unchecked item
 * add up, and it keeps its note before the new one.
 * @param existing undefined if the list does not have the item
 */
export function mergeDetails(existing: Item | undefined, { amount, unit, note }: Entry): MergedDetails {
  if (existing === undefined || existing.checked) return { details: { amount, unit, note }, conflict: null };
  const notes = { note: joinNotes(existing.note ?? null, note) };
  if (amount === null) return { details: notes, conflict: null };
  const sum = addToItem(existing, { amount, unit });
  return sum === null
    ? { details: notes, conflict: { amount, unit } }
    : { details: { ...sum, ...notes }, conflict: null };
}

const addToItem = ({ amount, unit }: Item, added: Amount): Amount | null =>
  typeof amount === 'number' ? addAmounts({ amount, unit: unit ?? null }, added) : added;

/** Both notes; only the first one if there is no room for the other. */
export const joinNotes = (before: string | null, added: string | null): string | null =>
  fitsNote(before, added) ? addParts(before, added) : before;

/** Whether a note has room for another one. */
export const fitsNote = (before: string | null, added: string | null): boolean =>
  before === null || added === null || cleanDetails({ note: addParts(before, added) }).ok;

/** Whether an item that stays unchecked keeps its note, because there is no room for the new one. */
export const losesNote = ({ checked, note = null }: Item, added: string | null): boolean =>
  !checked && !fitsNote(note, added);

/** Parts that the note already has are not repeated. */
function addParts(before: string | null, added: string | null): string | null {
  if (before === null || added === null) return before ?? added;
  const known = new Set(toParts(before));
  return [before, ...toParts(added).filter((part) => !known.has(part))].join(', ');
}

const toParts = (note: string): readonly string[] => note.split(/,\s*/u);

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
