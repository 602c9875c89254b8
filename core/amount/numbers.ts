/** Reads and writes amounts as a shopper does: decimal marks and digits of the language, and fractions (product Q2). */
import { isAmount } from '#core/name/clean-details.ts';

export type NumberFormat = {
  /** The language, such as `fr`. */
  readonly language: string;
  /** The mark between groups of three digits. */
  readonly group: string;
  readonly write: (amount: number) => string;
};

/** More digits than any scale shows. Thirds are rounded, so that an amount is written and read without loss. */
const DECIMALS = 3;

/**
 * Creates the number format of a language.
 * @param locale a language tag; the device's language if it is missing or invalid
 */
export function createNumberFormat(locale: string | undefined): NumberFormat {
  const format = createIntlFormat(locale);
  const parts = format.formatToParts(-1_234_567.5);
  // Amounts are small, and `1.500` reads as one and a half to many.
  const plain = new Intl.NumberFormat(format.resolvedOptions().locale, {
    // Other clients may have stored more decimals.
    maximumSignificantDigits: 15,
    useGrouping: false,
  });
  return {
    language: format.resolvedOptions().locale.replace(/-.*/u, ''),
    group: parts.find(({ type }) => type === 'group')?.value ?? '',
    write: (amount) => plain.format(amount),
  };
}

function createIntlFormat(locale: string | undefined): Intl.NumberFormat {
  const options: Intl.NumberFormatOptions = { maximumFractionDigits: DECIMALS };
  try {
    return new Intl.NumberFormat(locale, options);
  } catch {
    // Intl throws for tags such as `en_US`.
    return new Intl.NumberFormat(undefined, options);
  }
}

/** Rounds to the digits that are stored. */
export const roundAmount = (amount: number): number => Number(amount.toFixed(DECIMALS));

/**
 * Reads a whole text as an amount: `2`, `1.5`, `.5`, `1,5`, `1,000`, `1 000`, `½`, `1 ½`, `1/2`, `1 1/2` and `1 and 1/2`.
 * @returns null for any other text, and for a number that is not an amount
 */
export function readNumber(text: string, format: NumberFormat): number | null {
  const plain = toAsciiDigits(text.trim()).replace(/^\.(?=\d)/u, '0.');
  const amount = roundAmount(readFraction(plain) ?? readDecimal(plain, format));
  return isAmount(amount) ? amount : null;
}

/**
 * Reads the number of a measured amount. A mark before three digits is a decimal mark where thousands make no sense: `1,125 kg` is a little
 * more than a kilogram.
 * @param unit the id of the unit
 */
export function readMeasuredNumber(text: string, unit: string, format: NumberFormat): number | null {
  const amount = readNumber(text, format);
  const isLarge = amount !== null && amount >= 1000 && LARGE_UNITS.includes(unit);
  return isLarge && /^\p{Nd}{1,3}[.,]\p{Nd}{3}$/u.test(text) ? roundAmount(amount / 1000) : amount;
}

const LARGE_UNITS: readonly string[] = ['kg', 'l', 'lb', 'gal'];

/** Where a space separates groups of digits, `1 500 g` is 1500 g. But `6 330 ml` are six, because scales show round numbers. */
export const BEGINS_WITH_GROUPS = /^(?:[1-9]\s\p{Nd}[05]0|\p{Nd}{1,3}(?:\s000)+)(?!\p{Nd})/u;

/** Between a whole number and a fraction: `1 and 1/2`, `1 y 1/2`, `1 et ½`. */
const AND = String.raw`(?:\s+(?:and|und|et|y|e|&))?`;

/** The source of a regular expression for what may be an amount within a text; `readNumber` decides. */
export const NUMBER_PATTERN = String.raw`(?:\p{Nd}+(?:[.,'’٫٬\u00A0\u202F]\p{Nd}+)*(?:${AND}\s*[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]|(?:${AND}\s+\p{Nd}+)?[/⁄]\p{Nd}+)?|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]|(?<![\p{L}\p{N}.,])\.\p{Nd}+)`;

/** The same for a language with spaces between groups of digits, such as `1 500` in French. */
export const SPACED_NUMBER_PATTERN = String.raw`(?:\p{Nd}{1,3}(?:\s\p{Nd}{3})+(?![\p{Nd}/⁄])(?:[.,]\p{Nd}+)?|${NUMBER_PATTERN})`;

/** Whether the language has spaces between groups of digits. */
export const hasSpacedGroups = ({ group }: NumberFormat): boolean => /^\s$/u.test(group);

const VULGAR: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅕': 1 / 5,
  '⅖': 2 / 5,
  '⅗': 3 / 5,
  '⅘': 4 / 5,
  '⅙': 1 / 6,
  '⅚': 5 / 6,
  '⅐': 1 / 7,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
  '⅑': 1 / 9,
  '⅒': 1 / 10,
};

const FRACTION = new RegExp(
  String.raw`^(?:(?<whole>\d+)(?=\D)${AND})?\s*(?:(?<vulgar>[¼-¾⅐-⅞])|(?<=^|\s)(?<over>\d+)[/⁄](?<under>\d+))$`,
  'iu',
);

/** Null if the text has no fraction. Only proper fractions are numbers: `80/20` is a kind of ground beef. */
function readFraction(text: string): number | null {
  const groups = FRACTION.exec(text)?.groups;
  if (groups === undefined) return null;
  const { whole = '0', over, under, vulgar = '' } = groups;
  const part = over === undefined ? VULGAR[vulgar] : Number(over) / Number(under);
  return part !== undefined && part < 1 ? Number(whole) + part : Number.NaN;
}

/**
 * The mark before the last digits is a decimal mark, unless it is the language's group mark before three digits. After a zero
 * it is always a decimal mark: `0,500` is a half in any language.
 */
function readDecimal(text: string, format: NumberFormat): number {
  // A number with leading zeros is a name, such as 007 or 00 flour.
  if (/^0\d/u.test(text)) return Number.NaN;
  // A clean text has plain spaces only.
  const group = hasSpacedGroups(format) ? /\s/u : format.group;
  const [first = '', ...others] = group === '' ? [text] : text.split(group);
  const isGrouped = /^[1-9]\d{0,2}$/u.test(first) && others.every((part) => /^\d{3}(?:[.,٫]\d+)?$/u.test(part));
  const digits = isGrouped ? [first, ...others].join('') : text;
  return /^\d+(?:[.,٫]\d{1,3})?$/u.test(digits) ? Number(digits.replace(/[.,٫]/u, '.')) : Number.NaN;
}

/**
 * Digits of any script, such as those of Arabic, and of other styles, such as bold ones. Each script has ten in a row, which begin at a code that
 * ends with 0 or 6.
 */
const toAsciiDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const plain = digit.normalize('NFKC');
    if (/[0-9]/u.test(plain)) return plain;
    const code = digit.codePointAt(0) ?? 0;
    const row = code - (code % 16);
    const first = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
    return String(code - first);
  });
