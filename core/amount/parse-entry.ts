/** Reads a typed text as a name with an amount, a unit and a note, and writes such an entry as text (product Q2). */
import { cleanName, NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';
import { isAmount } from '#core/name/clean-details.ts';
import { formatAmount } from './format-amount.ts';
import { hasSpacedGroups, type NumberFormat } from './numbers.ts';
import { isCount, isNumericName, readAmount, readPieces, splitAmount, type EntryOptions } from './split-amount.ts';
import type { Amount } from './add-amounts.ts';

export type Entry = {
  readonly name: string;
  readonly amount: number | null;
  /** The id of a unit; null for pieces and without an amount. */
  readonly unit: string | null;
  readonly note: string | null;
};

/**
 * Reads an entry. Text that is neither an amount nor a note stays in the name, so nothing is lost.
 *
 * The amount is at the beginning (`2 milk`, `2 x milk`, `500 g flour`, `½ lemon`) or at the end (`milk x2`, `flour 500g`); a
 * number at the end needs a unit, an x or a known name before it, because of names such as Omega 3. So does a number of 100 or more, because of names such
 * as 1800 Tequila. The note is in parentheses at the end. A name in quotation marks is taken literally. Known names win: `7 Up`
 * stays a name.
 *
 * @param text one line, clean or not
 */
export function parseEntry(text: string, options: EntryOptions): Entry {
  const line = cleanLine(joinGroups(text, options.numbers));
  const literal = literalEntry(text);
  if (!mayHaveDetails(line) || options.isKnownName(line)) return literal;
  const entry = readQuoted(line, options.numbers) ?? readDetails(line, options);
  return cleanLine(entry.name) === '' ? literal : entry;
}

function readDetails(line: string, options: EntryOptions): Entry {
  const { rest, note } = splitNote(line);
  const pack = options.isKnownName(rest) ? null : splitPackSize(rest, note);
  if (pack !== null) return { ...NO_AMOUNT, ...pack };
  const { name, amount, unit } = splitAmount(rest, options);
  // `flour (500 g)`, `apples (6)`: the text in parentheses is the amount, not a note. `beer (6 pack)` is a size, as `beer 6 pack` is.
  const inNote =
    amount === null && note !== null && !PACK_SIZE.test(note) ? readNoteAmount(note, options.numbers) : null;
  return { name, amount, unit, note, ...(inNote && { ...inNote, note: null }) };
}

/** `500 g`, `6`, `x6` or `6x`. */
function readNoteAmount(note: string, numbers: NumberFormat): Amount | null {
  const pieces = readPieces(note.replace(/^[x×]\s?|\s?[x×]$/giu, ''), numbers);
  return readAmount(note, numbers) ?? (pieces !== null && isCount(pieces.amount) ? pieces : null);
}

const SIZE = String.raw`(?<size>(?!1\P{Nd})\p{Nd}{1,3}(?:er(?:[\s-]?(?:pack|packung|pck|pk))?|[\s-]?(?:pack|pk|ct|count))\.?)`;
const PACK_SIZE = new RegExp(`^${SIZE}$`, 'iu');
const PACK_SIZES = [
  `^${SIZE}\\s(?:of\\s)?(?<name>.*\\p{L}.*)$`,
  `^(?<name>.*\\p{L}.*?)[,:]?\\s(?:[-–—]\\s)?${SIZE}$`,
].map((form) => new RegExp(form, 'iu'));

/** `12 pack coke`, `toilet paper 9-pack`: the size of a pack, and not how many. `3 packs` are three. */
function splitPackSize(rest: string, note: string | null): Pick<Entry, 'name' | 'note'> | null {
  const form = PACK_SIZES.find((pattern) => pattern.test(rest));
  const { name, size } = form?.exec(rest)?.groups ?? {};
  if (name === undefined || size === undefined || startsWithAmount(name)) return null;
  return joinNote(cleanLine(name), note === null ? size : `${size}, ${note}`);
}

/** Null if the note is too long. */
function joinNote(name: string, text: string): Pick<Entry, 'name' | 'note'> | null {
  const clean = cleanName(text);
  return clean.ok ? { name, note: clean.value } : null;
}

const startsWithAmount = (name: string): boolean => /^\p{N}/u.test(name) && !isNumericName(name);

/** Removes the spaces that only separate groups of digits, because a clean text has only plain spaces. */
const joinGroups = (text: string, numbers: NumberFormat): string =>
  hasSpacedGroups(numbers) ? text.replace(/(?<=\p{Nd})[\u00A0\u202F](?=\p{Nd}{3}(?!\p{Nd}))/gu, '') : text;

/** An entry whose name is the whole text. */
export const literalEntry = (text: string): Entry => ({ ...NOTHING, name: cleanLine(text) });

/** Whether the text is more than a name. */
export const hasDetails = ({ amount, note }: Entry): boolean => amount !== null || note !== null;

/**
 * Writes an entry: `2 l Milk (lactose-free)`. A name that would be read as something else is in quotation marks. So is a unit
 * of another client that the app does not know: `2 "crate" "Milk"`.
 * @returns a text from which `parseEntry` reads the same entry
 */
export function formatEntry(entry: Entry, numbers: NumberFormat): string {
  const { name, note, amount, unit } = entry;
  const shown = formatAmount(entry, numbers.write);
  const options = { numbers, isKnownName: () => false };
  const isRead = (text: string): boolean => isSameEntry(parseEntry(text, options), entry);
  const plain = joinParts([shown, name, note && `(${note})`]);
  if (isRead(plain)) return plain;
  const quoted = joinParts([quote(name), note && `(${quote(note)})`]);
  const withAmount = joinParts([shown, quoted]);
  return isRead(withAmount) ? withAmount : joinParts([String(amount ?? ''), unit && quote(unit), quoted]);
}

const joinParts = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' ');

/** Room for a name and a note, each in quotation marks. The time to read a text grows with the square of its length. */
export const LINE_LIMIT = 4 * NAME_UNITS_LIMIT;

/** A fast test, because most names are plain. */
const mayHaveDetails = (line: string): boolean => line.length <= LINE_LIMIT && /[\p{N}("]|^(?:an?|one)\s/iu.test(line);

const NO_AMOUNT = { amount: null, unit: null } as const;
const NOTHING = { ...NO_AMOUNT, note: null } as const;

const cleanLine = (text: string): string => {
  const clean = cleanName(text);
  return clean.ok ? clean.value : text.trim();
};

const isSameEntry = (a: Entry, b: Entry): boolean =>
  a.name === b.name && a.amount === b.amount && a.unit === b.unit && a.note === b.note;

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const unquote = (text: string): string => text.replaceAll('""', '"');

/** What `formatEntry` writes for a name or note that would be read as something else: `2 l "7 Up" ("diet (1)")`. */
const QUOTED =
  /^(?<amount>[^"]*?) ?(?:(?<=\d )"(?<unit>(?:[^"]|"")+)" )?"(?<name>(?:[^"]|"")+)"(?: \("(?<note>(?:[^"]|"")+)"\))?$/u;

function readQuoted(line: string, numbers: NumberFormat): Entry | null {
  const { amount: amountText = '', ...texts } = QUOTED.exec(line)?.groups ?? {};
  const name = cleanQuoted(texts['name']);
  const note = cleanQuoted(texts['note']);
  const amount = readQuotedAmount(amountText, cleanQuoted(texts['unit']), numbers);
  // A note that is too long stays in the name, which is then refused with a message.
  const isNoteLost = note === null && texts['note'] !== undefined;
  return name === null || amount === null || isNoteLost ? null : { ...amount, name, note };
}

/** @param unit in quotation marks: not read, and stored unchanged */
function readQuotedAmount(text: string, unit: string | null, numbers: NumberFormat) {
  if (text === '') return NO_AMOUNT;
  const read = unit === null ? (readAmount(text, numbers) ?? readPieces(text, numbers)) : null;
  const amount = /^\d+(?:\.\d+)?(?:e-\d+)?$/u.test(text) ? Number(text) : null;
  return read ?? (isAmount(amount) ? { amount, unit } : null);
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
