/** Reads a typed text as a name with an amount, a unit and a note, and writes such an entry as text (product Q2). */
import { cleanName, NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';
import type { Amount } from './add-amounts.ts';
import { formatAmount } from './format-amount.ts';
import type { NumberFormat } from './numbers.ts';
import { hasSpacedGroups, NUMBER_PATTERN, readNumber, SPACED_NUMBER_PATTERN } from './numbers.ts';
import { findUnit, PIECES, UNIT_PATTERN } from './units.ts';

export type Entry = {
  readonly name: string;
  readonly amount: number | null;
  /** The id of a unit; null for pieces and without an amount. */
  readonly unit: string | null;
  readonly note: string | null;
};

export type EntryOptions = {
  readonly numbers: NumberFormat;
  /** Whether the app knows this name, so that nothing in it is an amount or a note. */
  readonly isKnownName: (name: string) => boolean;
};

/**
 * Reads an entry. Text that is neither an amount nor a note stays in the name, so nothing is lost.
 *
 * The amount is at the beginning (`2 milk`, `2 x milk`, `500 g flour`, `½ lemon`) or at the end (`milk x2`, `flour 500g`); a
 * number at the end needs a unit or an x, because of names such as Omega 3. The note is in parentheses at the end. A name in
 * quotation marks is taken literally. Known names win: `7 Up` stays a name.
 *
 * @param text one line, clean or not
 */
export function parseEntry(text: string, { numbers, isKnownName }: EntryOptions): Entry {
  const line = cleanLine(text);
  const literal = { ...NOTHING, name: line };
  if (!mayHaveDetails(line) || isKnownName(line)) return literal;
  const quoted = readQuoted(line, numbers);
  if (quoted !== null) return quoted;
  const { rest, note } = splitNote(line);
  const { name, amount, unit } = splitAmount(rest, { numbers, isKnownName });
  // Without parentheses around the amount, such as in `flour (500 g)`.
  const inNote = amount === null && note !== null ? readAmount(note, numbers) : null;
  const entry = { name, amount, unit, note, ...(inNote && { ...inNote, note: null }) };
  return cleanLine(entry.name) === '' ? literal : entry;
}

/** An entry whose name is the whole text. */
export const literalEntry = (text: string): Entry => ({ ...NOTHING, name: cleanLine(text) });

/** Whether the text is more than a name. */
export const hasDetails = ({ amount, note }: Entry): boolean => amount !== null || note !== null;

/**
 * Writes an entry: `2 l Milk (lactose-free)`. A name that would be read as something else is in quotation marks.
 * @returns a text from which `parseEntry` reads the same entry
 */
export function formatEntry(entry: Entry, numbers: NumberFormat): string {
  const { name, note } = entry;
  const amount = formatAmount(entry, numbers.write);
  const textOf = (shownName: string, shownNote: string | null): string =>
    [amount, shownName, shownNote === null ? '' : `(${shownNote})`].filter((part) => part !== '').join(' ');
  const plain = textOf(name, note);
  const options = { numbers, isKnownName: () => false };
  return isSameEntry(parseEntry(plain, options), entry) ? plain : textOf(quote(name), note && quote(note));
}

/** Room for a name and a note, each in quotation marks. The time to read a text grows with the square of its length. */
export const LINE_LIMIT = 4 * NAME_UNITS_LIMIT;

/** A fast test, because most names are plain. */
const mayHaveDetails = (line: string): boolean => line.length <= LINE_LIMIT && /[\p{N}("]|^(?:an?|one)\s/iu.test(line);

const NOTHING = { amount: null, unit: null, note: null } as const;

const cleanLine = (text: string): string => {
  const clean = cleanName(text);
  return clean.ok ? clean.value : text.trim();
};

const isSameEntry = (a: Entry, b: Entry): boolean =>
  a.name === b.name && a.amount === b.amount && a.unit === b.unit && a.note === b.note;

/** Names that begin with a number and that no list of names has to know. */
const NUMERIC_NAMES: readonly RegExp[] = [
  /^(?:7[\s-]?up|1000 island|57 sauce|5 gum|3 musketeers|100 grand|5[\s-]hour)\b|^\d+(?:[\s-](?:grain|spice|ply|layer|minute|seasons?|in)\b)/iu,
  // A size is part of the name: 9 V battery, 3/4 inch pipe.
  /^(?:(?:\d+\s)?\d+(?:[.,/]\d+)?|\d*\s?[½¼¾⅛⅜⅝⅞])[\s-](?:mm|cm|m|inch|inches|ft|feet|v|volt|volts|w|watt|watts|mah)(?=[\s-]|$)/iu,
];

const isNumericName = (line: string): boolean => NUMERIC_NAMES.some((form) => form.test(line));

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const unquote = (text: string): string => text.replaceAll('""', '"');

/** What `formatEntry` writes for a name or note that would be read as something else: `2 l "7 Up" ("diet (1)")`. */
const QUOTED = /^(?<amount>[^"]*?) ?"(?<name>(?:[^"]|"")+)"(?: \("(?<note>(?:[^"]|"")+)"\))?$/u;

function readQuoted(line: string, numbers: NumberFormat): Entry | null {
  const { amount = '', name, note } = QUOTED.exec(line)?.groups ?? {};
  const cleanText = cleanQuoted(name);
  const read =
    amount === ''
      ? { amount: null, unit: null }
      : (readAmount(amount, numbers) ?? toAmount(amount, undefined, numbers));
  return cleanText === null || read === null ? null : { name: cleanText, ...read, note: cleanQuoted(note) };
}

function cleanQuoted(text = ''): string | null {
  const clean = cleanName(unquote(text));
  return clean.ok ? clean.value : null;
}

const NOTE = /^(?<rest>.*\S)\s*\((?<note>[^()]*[^\s()][^()]*)\)$/u;

function splitNote(line: string): { readonly rest: string; readonly note: string | null } {
  const { rest, note } = NOTE.exec(line)?.groups ?? {};
  if (rest === undefined || note === undefined) return { rest: line, note: null };
  const clean = cleanName(note);
  return clean.ok ? { rest, note: clean.value } : { rest: line, note: null };
}

type Split = { readonly name: string; readonly amount: number | null; readonly unit: string | null };

type AmountForms = {
  /** An amount with a unit, as the whole text. */
  readonly amount: RegExp;
  readonly unitFirst: readonly RegExp[];
  readonly last: readonly RegExp[];
  readonly timesFirst: readonly RegExp[];
  readonly piecesFirst: RegExp;
};

const toForm = (source: string): RegExp => new RegExp(source, 'iu');

/** Between two amounts: `2 to 3 carrots`, `2 tbsp plus 1 tsp sugar`. */
const JOINT = String.raw`(?:to|or|plus|and|[+&])\s?[\p{Nd}½⅓⅔¼¾⅛]`;

/** @param numberPattern the source of a regular expression for numbers */
function createForms(numberPattern: string): AmountForms {
  const unit = `(?<unit>${UNIT_PATTERN})`;
  const number = `(?<number>${numberPattern})`;
  // No name begins with an operator, a fraction or another amount: `2 % milk`, `2 - 3 apples`, `2 to 3 apples` and `1 ½` are no
  // amounts of such a name.
  const name = String.raw`(?!${JOINT}|[-–—−+*/⁄%‰°=:;,.&½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])(?<name>.+)$`;
  // Nor does one end with an operator: `cola 6 x 330 ml`. A dash is no separator in a range: `milk 2 - 3 l`.
  const nameFirst = String.raw`^(?<name>.+?)(?<!(?:^|[\s\p{Nd}])[x×*]|[-–—−+/⁄=:;,])(?:[,:]|(?<!\p{Nd})\s[-–—])?\s`;
  return {
    amount: toForm(`^${number}\\s?${unit}$`),
    unitFirst: [
      `^${number}\\s?${unit}(?:\\sof|\\s?[:,–—-])?\\s${name}`,
      `^(?:an?|one)\\s(?:${unit}\\sof|(?<dozen>dozen))\\s${name}`,
    ].map(toForm),
    last: [`${nameFirst}${number}\\s?${unit}$`, `${nameFirst}[x×]\\s?${number}$`, `${nameFirst}${number}\\s?[x×]$`].map(
      toForm,
    ),
    timesFirst: [`^${number}\\s?[x×]\\s${name}`, `^[x×]\\s?${number}\\s${name}`].map(toForm),
    piecesFirst: toForm(`^${number}\\s(?![x×](?:\\s|$))${name}`),
  };
}

const FORMS = createForms(NUMBER_PATTERN);
const SPACED_FORMS = createForms(SPACED_NUMBER_PATTERN);

const formsOf = (numbers: NumberFormat): AmountForms => (hasSpacedGroups(numbers) ? SPACED_FORMS : FORMS);

function splitAmount(rest: string, { numbers, isKnownName }: EntryOptions): Split {
  const none = { name: rest, amount: null, unit: null };
  if (isKnownName(rest)) return none;
  const { last, ...first } = formsOf(numbers);
  const match = (forms: readonly RegExp[]): Split | null => matchFirst(forms, rest, numbers);
  if (isNumericName(rest)) return match(last) ?? none;
  const pieces = match([first.piecesFirst]);
  // In `1 can opener`, the known name has a word that is also a unit.
  if (pieces !== null && isKnownName(pieces.name)) return pieces;
  // With a unit or an x first: in `7 Up 500 ml`, the amount is 500 ml.
  return match([...first.unitFirst, ...last, ...first.timesFirst]) ?? withoutAmountPart(pieces) ?? none;
}

const UNIT_AND_REST = new RegExp(`^(?<unit>${UNIT_PATTERN})(?:\\s${JOINT}.*)?$`, 'iu');

/** Null if the text after the number is a unit, alone or before another amount: `2 g`, `2 tbsp plus 1 tsp sugar`. */
function withoutAmountPart(pieces: Split | null): Split | null {
  const { unit = '' } = UNIT_AND_REST.exec(pieces?.name ?? '')?.groups ?? {};
  return findUnit(unit) === undefined ? pieces : null;
}

function matchFirst(forms: readonly RegExp[], rest: string, numbers: NumberFormat): Split | null {
  for (const form of forms) {
    const split = matchForm(form.exec(rest), numbers);
    if (split !== null) return split;
  }
  return null;
}

function matchForm(match: RegExpExecArray | null, numbers: NumberFormat): Split | null {
  // The article in `a can of beans` is the number.
  if (match?.groups === undefined) return null;
  const { name = '', number = '1', dozen, unit = dozen } = match.groups;
  const amount = toAmount(number, unit, numbers);
  return amount === null || readAmount(name, numbers) !== null ? null : { name, ...amount };
}

/** Reads a whole text as an amount with a unit. */
function readAmount(text: string, numbers: NumberFormat): Amount | null {
  const { number, unit } = formsOf(numbers).amount.exec(text)?.groups ?? {};
  return number === undefined || unit === undefined ? null : toAmount(number, unit, numbers);
}

/** Null if it is no number, or no unit. Without a unit it is a number of pieces. */
function toAmount(number: string, unit: string | undefined, numbers: NumberFormat): Amount | null {
  const found = unit === undefined ? PIECES : findUnit(unit);
  const amount = found === undefined ? null : readNumber(number, numbers);
  return found === undefined || amount === null ? null : { amount, unit: found === PIECES ? null : found.id };
}
