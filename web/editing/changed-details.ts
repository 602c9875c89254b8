/** Which details of an item the edit dialog sends (product Q1). */
import type { ItemDetails } from '#core/list/row.ts';

/** The details of an item, with null for those that it does not have. */
export const allDetails = (item: ItemDetails | undefined): ItemDetails => ({
  amount: item?.amount ?? null,
  unit: item?.unit ?? null,
  note: item?.note ?? null,
});

/**
 * The details that the shopper changed in the dialog. The others stay out of the change, so that a rename does not overwrite
 * an amount that another device has set in the meantime. An amount and its unit are sent together.
 * @param first the details when the dialog opened
 * @param edited the details in its fields
 */
export function changedDetails(first: ItemDetails, edited: ItemDetails): ItemDetails {
  const { amount, unit, note } = edited;
  const isSameAmount = amount === first.amount && unit === first.unit;
  return { ...(!isSameAmount && { amount, unit }), ...(note !== first.note && { note }) };
}
