/** Cleans and validates the details of an item, such as its amount and note (product Q1). */
import {
  DETAILS,
  ITEM_FIELDS,
  toDetails,
  type Detail,
  type FieldKind,
  type FieldValues,
  type ItemDetails,
  type KindOf,
  type SomeItemFields,
} from '#core/list/item-fields.ts';
import { fail, ok, type Result } from '#core/result.ts';
import { cleanName } from './clean-name.ts';

/** The largest amount: more than any shopper buys, and exact with three decimals. */
const AMOUNT_LIMIT = 1_000_000;

/** Whether a number can be an amount. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= AMOUNT_LIMIT;

/**
 * Cleans the details that are given. A number that is not positive, and a blank text, become null. A text is cleaned like a name,
 * and may be as long.
 */
export function cleanDetails(given: SomeItemFields): Result<ItemDetails, LongDetailFailure> {
  const detail = DETAILS.find((name) => isLong(given[name]));
  if (detail !== undefined) return fail({ type: 'long-detail', detail });
  return ok(toDetails(<N extends Detail>(name: N) => cleanValue<KindOf<N>>(ITEM_FIELDS[name].kind, given[name])));
}

const isLong = (value: unknown): boolean => {
  const cleaned = cleanName(typeof value === 'string' ? value : '');
  return !cleaned.ok && cleaned.failure.type === 'long-name';
};

const cleanValue = <K extends FieldKind>(
  kind: K,
  value: FieldValues[K] | null | undefined,
): FieldValues[K] | null | undefined => (value === null || value === undefined ? value : CLEAN[kind](value));

const CLEAN: { readonly [K in FieldKind]: (value: FieldValues[K]) => FieldValues[K] | null } = {
  text: (value) => {
    const cleaned = cleanName(value);
    return cleaned.ok ? cleaned.value : null;
  },
  key: (value) => value || null,
  flag: (value) => value || null,
  number: (value) => (isAmount(value) ? value : null),
};

/** A text is longer than 200 characters. */
export type LongDetailFailure = { readonly type: 'long-detail'; readonly detail: Detail };
