/** What adding an entry changes on an item that the list already has (product Q3). */
import { cleanDetails } from '#core/name/clean-details.ts';
import type { Item, ItemDetails } from '#core/list/row.ts';
import { addAmounts } from './add-amounts.ts';
import type { Amount } from './add-amounts.ts';
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

/** Both notes, if there is room for the new one. */
export function joinNotes(before: string | null, added: string | null): string | null {
  if (before === null || added === null || before.includes(added)) return before ?? added;
  const both = `${before}, ${added}`;
  return cleanDetails({ note: both }).ok ? both : before;
}
