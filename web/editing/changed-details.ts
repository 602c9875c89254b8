/** Which details of an item the edit dialog sends (product Q1). */
import { DETAILS, toDetails, wholeOf } from '#core/list/item-fields.ts';
import type { ItemDetails, SomeItemFields } from '#core/list/item-fields.ts';

/**
 * The details that the shopper changed in the dialog. The others stay out of the change, so that a rename does not overwrite
 * an amount that another device has set in the meantime. An amount and its unit are sent together.
 * @param first the details when the dialog opened
 * @param edited the details in its fields; null for an empty field
 */
export function changedDetails(first: SomeItemFields, edited: SomeItemFields): ItemDetails {
  const changed = DETAILS.filter((name) => (edited[name] ?? null) !== (first[name] ?? null)).map(wholeOf);
  return toDetails((name) => (changed.includes(wholeOf(name)) ? edited[name] : undefined));
}
