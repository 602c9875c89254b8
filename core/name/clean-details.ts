/** Cleans and validates the amount, unit and note of an item (product Q1). */
import type { ItemDetails } from '#core/list/row.ts';
import { fail, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { cleanName } from './clean-name.ts';

/** The largest amount: more than any shopper buys, and exact with three decimals. */
const AMOUNT_LIMIT = 1_000_000;

/** Whether a number can be an amount. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= AMOUNT_LIMIT;

/**
 * Cleans the details that are given. An amount that is not a positive number, and a blank unit or note, become null. A note
 * is cleaned like a name, and may be as long.
 */
export function cleanDetails({ amount, unit, note }: ItemDetails): Result<ItemDetails, LongNoteFailure> {
  const cleanNote = cleanName(note ?? '');
  if (isLong(cleanNote)) return fail({ type: 'long-note' });
  return ok({
    ...(amount !== undefined && { amount: isAmount(amount) ? amount : null }),
    ...(unit !== undefined && { unit: valueOrNull(cleanName(unit ?? '')) }),
    ...(note !== undefined && { note: valueOrNull(cleanNote) }),
  });
}

const isLong = (cleaned: ReturnType<typeof cleanName>): boolean => !cleaned.ok && cleaned.failure.type === 'long-name';

const valueOrNull = (cleaned: Result<string, unknown>): string | null => (cleaned.ok ? cleaned.value : null);

export type LongNoteFailure = { readonly type: 'long-note' };
