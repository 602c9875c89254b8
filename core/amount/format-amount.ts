/** Writes an amount with its unit, as rows and the add bar show it. */
import type { ItemDetails } from '#core/list/item-fields.ts';

/**
 * Writes an amount with its unit: `2 l`, `0.5`, `3 packs`; '' without an amount.
 * @param write writes the number in the shopper's language
 */
export const formatAmount = (
  { amount, unit }: Pick<ItemDetails, 'amount' | 'unit'>,
  write: (amount: number) => string,
): string => (amount ? write(amount) + (unit ? ` ${unitName(unit, amount)}` : '') : '');

/** Writes a number in the device's language, without groups of digits: `1.500` reads as one and a half to many. */
export function writeAmount(amount: number): string {
  // Other clients may have stored amounts that would be rounded to 0.
  if (amount < 0.001) return String(amount);
  // A format without options is created only once, and rows rarely have larger amounts.
  return amount.toLocaleString(undefined, amount < 1000 ? undefined : { useGrouping: false });
}

/**
 * Writes an amount for screens: `½`, `1½ cups`, `1.5 l`. Scales and bottles show decimals, so only amounts below one are fractions
 * with a metric unit.
 * @param write writes other numbers
 */
export const showAmount = (details: Pick<ItemDetails, 'amount' | 'unit'>, write = writeAmount): string =>
  formatAmount(details, (amount) => {
    const fraction = FRACTIONS.get((amount % 1).toFixed(3));
    const hasFraction = fraction !== undefined && (amount < 1 || !METRIC.test(details.unit ?? ''));
    return hasFraction ? `${amount < 1 ? '' : write(Math.floor(amount))}${fraction}` : write(amount);
  });

/** By their decimals as they are stored. */
const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['0.125', '⅛'],
  ['0.250', '¼'],
  ['0.333', '⅓'],
  ['0.500', '½'],
  ['0.667', '⅔'],
  ['0.750', '¾'],
]);

const METRIC = /^(?:[km]?g|[mcd]?l)$/u;

/** The plural of packages, such as boxes, loaves and Dosen. Abbreviations have none, and a unit of another client may be a plural. */
function unitName(unit: string, amount: number): string {
  if (amount <= 1) return unit;
  return PACKAGE.test(unit)
    ? `${unit.replace(/(?<!f)f$/u, 've').replace(/x$|[cs]h$/u, '$&e')}s`
    : unit.replace(GERMAN, '$&n').replace(GERMAN_BRANCH, '$&e');
}

const PACKAGE = /^(?!tb?sp|gal|doz)\p{Ll}{2,}[^\P{Ll}s]$/u;
const GERMAN = /^(?:Prise|Dose|Flasche|Kugel|Knolle|Rolle|Schale|Scheibe|Stange|Tafel|Tasse|Tube|Tüte|Zehe)$/u;
const GERMAN_BRANCH = /^(?:Stiel|Zweig)$/u;
