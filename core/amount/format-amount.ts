/** Writes an amount with its unit, as rows and the add bar show it. */
import type { ItemDetails } from '#core/list/row.ts';

/**
 * Writes an amount with its unit: `2 l`, `0.5`, `3 packs`; '' without an amount.
 * @param write writes the number in the shopper's language
 */
export const formatAmount = (
  { amount, unit }: Pick<ItemDetails, 'amount' | 'unit'>,
  write: (amount: number) => string,
): string =>
  typeof amount === 'number' ? `${write(amount)}${typeof unit === 'string' ? ` ${unitName(unit, amount)}` : ''}` : '';

/** The plural of packages, such as boxes and loaves. Abbreviations have none. */
const unitName = (unit: string, amount: number): string =>
  amount > 1 && PACKAGE.test(unit) ? `${unit.replace(/f$/u, 've').replace(/x$|ch$/u, '$&e')}s` : unit;

const PACKAGE = /^(?!tsp|tbsp|gal|doz|fl )[a-z]{3,}$/u;
