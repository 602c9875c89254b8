/** Reads one line of a recipe or a list: an amount, what to buy, and what is said about it (product Q4, Q7). */
import { LINE_LIMIT, literalEntry, parseEntry, type Entry } from '#core/amount/parse-entry.ts';
import { isNumericName, type EntryOptions } from '#core/amount/split-amount.ts';
import type { Unit } from '#core/language/unit.ts';
import { isPhraseOf } from '#core/language/words.ts';
import { cleanDetails } from '#core/name/clean-details.ts';
import type { AmountPart } from './amount-part.ts';
import { readAmountAfter } from './read-amount-after.ts';
import { readAmountPart, readOnePiece } from './read-amount.ts';
import { splitUnitAfter } from './read-units.ts';
import { endsWithThing, isThing, splitRemarks } from './split-remarks.ts';
import { skipPhrase, sliceOf, toLine, type Line } from './tokens.ts';

/**
 * Reads an entry. An amount at the beginning may be a range, a spoken number or the number of packages of a size; what the line adds
 * to it, and to the name, becomes the note: `2 cloves garlic, minced`, `1 (14 oz) can tomatoes`, `250g/9oz flour`, `2-3 carrots`. Any
 * other line is read as in the add field. Nothing is lost: what is not understood stays in the name.
 */
export function readLine(text: string, options: EntryOptions): Entry {
  if (text.length > LINE_LIMIT) return parseEntry(text, options);
  // Only the last characters, so that the time to read a line grows in proportion to its length.
  const trimmed = text.slice(0, -END_LENGTH) + text.slice(-END_LENGTH).replace(ENDS, '');
  if (trimmed === '') return literalEntry(text);
  if (QUOTED.test(trimmed) || options.isKnownName(trimmed)) return parseEntry(trimmed, options);
  const { said, rest } = splitBefore(trimmed);
  const entry = readPriced(rest, options) ?? readRest(rest, options);
  return said === '' ? entry : (withNote(entry, said) ?? parseEntry(trimmed, options));
}

/** The price at the end is a note; null without one. */
function readPriced(text: string, options: EntryOptions): Entry | null {
  const { rest, price } = (PRICE.exec(text) ?? RECEIPT_PRICE.exec(text))?.groups ?? {};
  return rest === undefined || price === undefined ? null : withNote(readRest(rest, options), price);
}

function readRest(rest: string, options: EntryOptions): Entry {
  const written = /^\p{N}/u.test(rest) ? rest.replace(PLURALS, '') : rest;
  const line = toLine(written, options);
  return (
    readMeasuredAndCounted(toLine(written.replace(COUNT_WITH_X, '$<count> x '), options)) ??
    readWithoutAmount(line) ??
    parseEntry(written, options)
  );
}

/** `2xmilk` are two. A clothing size is part of the name, and some words begin with an x: `2xl shirt`, `2xmas cards`. */
const COUNT_WITH_X = /^(?<count>\p{Nd}{1,3})x(?=\p{L})(?!(?:x*(?:l|s|large|small)|mas|anthan|ylitol)(?!\p{L}))/iu;

/** `7xl socks`, `3xs`, `2xlarge shirts`. */
const CLOTHING_SIZE = /^\p{Nd}+x+(?:l|s|large|small)(?!\p{L})/iu;

/** `2 l coke x3` is read as `3 x 2 l coke`. */
function readMeasuredAndCounted(line: Line): Entry | null {
  const entry = readWithAmount(line);
  const counted = entry === null || entry.unit === null ? null : withCountFirst(line.text);
  if (counted === null) return entry;
  const read = readWithAmount(toLine(counted, line.options)) ?? parseEntry(counted, line.options);
  return read.amount === null ? entry : read;
}

function withCountFirst(text: string): string | null {
  const found = COUNT_AFTER.exec(text);
  if (found === null) return null;
  const { after = '', before = after } = found.groups ?? {};
  return `${before} x ${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`;
}

/** The end of `2 lb pan 9 x 13` is a size. */
const COUNT_AFTER =
  /(?<=[^\p{Nd}\s])\s(?:[x×]\s?(?<after>[1-9]\p{Nd}{0,2})|(?<before>[1-9]\p{Nd}{0,2})\s?[x×])(?=$|,|\s?\()/iu;

const END_LENGTH = 10;

/** `Milk £1.45`, `Brot - 1,20 €`, `strawberries 2 for £3`, `batteries https://example.com` */
const PRICE =
  /^(?<rest>.*?\p{L}\S*(?:\s[x×]\s?\p{Nd}{1,3})?)(?:\s?[-–:])?\s(?<price>(?:\p{Nd}\s(?:for|für|pour|por)\s)?(?:[£$€]\s?\p{Nd}+(?:[.,]\p{Nd}\p{Nd})?|\p{Nd}+[.,]\p{Nd}\p{Nd}\s?[£$€])(?:\s?(?:\/|per\s)?(?:kg|each|ea))?|https?:\/\/\S+)$/iu;

/** `BREAD 1.10` on a receipt, with the letter of its tax: `BREAD 1.10 F`. No unit is among these letters. With a comma alone, it may be a decimal. */
const RECEIPT_PRICE =
  /^(?<rest>.*?\p{L}\S*(?:\s[xX×]\s?\p{Nd}{1,3})?)(?<!\p{Nd}\s?[xX×]|[,;:]|\s(?:at|by|um|size))\s(?<price>(?:\p{Nd}\s(?:for|für|pour|por)\s)?\p{Nd}+(?:\.\p{Nd}\p{Nd}|,\p{Nd}\p{Nd}(?=\s\p{Lu}))(?:\s[ABDEFNX])?)$/u;

/** Commas and the period of a sentence, but not that of `etc.` or `lbs.` */
const ENDS = /(?:[\s,;]|(?<=\s)[-–—|/]|(?<=\p{L})!+|(?<=\p{L}{4}|\))\.)+$/u;

/** `1 Zwiebel(n)`, `2 Zehe/n`: a plural for another amount. */
const PLURALS = /(?<=\p{L}\p{Ll})(?:\((?:n|en|e|er|s|es)\)|\/(?:n|e|en|er)(?!\p{L}))/gu;

/** `(optional) 1 cup milk`, `Optional: butter`. */
function splitBefore(text: string): { readonly said: string; readonly rest: string } {
  const { bracket, before, rest } = BEFORE.exec(text)?.groups ?? {};
  const said = bracket ?? (before !== undefined && isPhraseOf(before, 'endings') ? before : '');
  return said === '' || rest === undefined ? { said: '', rest: text.replace(SOME, '') } : { said: said.trim(), rest };
}

const BEFORE = /^(?:\((?<bracket>[^()]*\p{L}[^()]*)\)|(?<before>\p{L}{4,20}):)\s+(?<rest>\S.*)$/u;

/** French has an article before what has no number: `du pain`. */
const SOME = /^(?:(?:du|des|de\sla)\s|de\sl[’'])(?=\p{Ll}{3})/iu;

const withNote = (entry: Entry, said: string): Entry | null =>
  toEntry(entry, entry.note === null ? [said] : [said, entry.note]);

/** Names in quotation marks are literal. Alone, the mark is one of inches. */
const QUOTED = /(?:^|\s|\()".*"/u;

function readWithAmount(line: Line): Entry | null {
  const part = beginsWithName(line) ? null : readAmountPart(line);
  if (part === null) return null;
  const remarks = splitRemarks(line, part.next, true);
  const { name, unit, size } = splitName(line, remarks.name, part);
  const notes = [...size, ...part.notes, ...remarks.notes];
  // A note has 200 characters. A longer one stays in the name, and the amount is the one that the line says.
  const rest = { name: sliceOf(line, part.next, line.tokens.length), amount: part.amount, unit: unitOf(part.unit) };
  return toEntry({ name, amount: part.amount, unit: unitOf(unit) }, notes) ?? toEntry(rest, part.notes);
}

const unitOf = (unit: Unit | undefined): string | null => unit?.id ?? null;

/** `9 V battery`, but not `2-inch piece of ginger`. */
const beginsWithName = (line: Line): boolean =>
  CLOTHING_SIZE.test(line.text) ||
  (isNumericName(line.text) && readOnePiece(line, 0) === null && !COUNTED_LENGTH.test(line.text));

/** `1 2-inch piece`: one, and its length. */
const COUNTED_LENGTH = /^\p{Nd}+\s\p{Nd}+-\p{L}/u;

type Name = { readonly name: string; readonly unit: Unit | undefined; readonly size: readonly string[] };

/** Takes the unit after the name, and a size before a name that the app knows. */
function splitName(line: Line, name: string, { unit, amount }: AmountPart): Name {
  if (amount === null) return { name, unit, size: [] };
  const after = unit === undefined ? splitUnitAfter(name) : null;
  const named = after === null || isThing(line, name) ? { name, unit } : after;
  const size = splitSizeWord(named.name, line.options);
  if (size === null || isThing(line, named.name)) return { ...named, size: [] };
  return { ...named, name: size.name, size: [size.size] };
}

/** `2 medium onions`: onions, if the app knows them, so that the amounts of two recipes add up. German nouns have a capital. */
function splitSizeWord(name: string, options: EntryOptions): { readonly name: string; readonly size: string } | null {
  const line = toLine(name, options);
  const next = skipPhrase(line, 0, 'sizes');
  const start = line.tokens[next]?.start ?? 0;
  const rest = name.slice(start);
  const isNoun = /^\p{Lu}/u.test(rest) && /^\p{Ll}/u.test(name);
  return start > 0 && /^\p{L}/u.test(rest) && (isNoun || endsWithThing(line, rest))
    ? { name: rest, size: name.slice(0, start).trim() }
    : null;
}

/** Without an amount before the name, it may be after it. Otherwise only a remark is split: `salt to taste`. The rest is read as in the add field. */
function readWithoutAmount(line: Line): Entry | null {
  const after = readAmountAfter(line);
  if (after !== null) return toEntry({ ...after, unit: after.unit?.id ?? null }, after.notes);
  const remarks = splitRemarks(line, 0, false);
  if (remarks.notes.length === 0) return null;
  const entry = parseEntry(remarks.name, line.options);
  const notes = entry.note === null ? remarks.notes : [...remarks.notes, entry.note];
  return toEntry(entry, notes);
}

/** Null if the notes are too long for one. */
function toEntry({ name, amount, unit }: Omit<Entry, 'note'>, notes: readonly string[]): Entry | null {
  const said = notes.filter((one) => one.trim() !== '');
  const note = said.length === 0 ? null : said.join(', ').replace(/\s+/gu, ' ');
  const clean = literalEntry(name).name;
  return /\p{L}/u.test(clean) && cleanDetails({ note }).ok ? { name: clean, amount, unit, note } : null;
}
