/** Reads a line of a recipe: an amount, what to buy, and how to prepare it (product Q4). */
import { LINE_LIMIT, parseEntry } from '#core/amount/parse-entry.ts';
import type { Entry, EntryOptions } from '#core/amount/parse-entry.ts';
import { findUnit } from '#core/amount/units.ts';
import type { Unit } from '#core/amount/units.ts';
import { cleanDetails } from '#core/name/clean-details.ts';

/**
 * Reads an entry as the add bar does. If it has an amount, what a recipe adds to it becomes the note: `2 cloves garlic, minced`,
 * `1 (14 oz) can tomatoes`, `2 x 400g tins tomatoes`, `250g/9oz flour`, `2-3 carrots`. Nothing is lost: what is not understood stays in the name.
 */
export function parseRecipeLine(text: string, options: EntryOptions): Entry {
  const plain = parseEntry(text, options);
  const mayHaveRemarks = text.length <= LINE_LIMIT && !text.includes('"') && !options.isKnownName(plain.name);
  return (mayHaveRemarks ? readRemarks(text, options) : null) ?? plain;
}

/** Null if there are no remarks, or no amount before them. */
function readRemarks(text: string, options: EntryOptions): Entry | null {
  const { rest, notes } = splitRemarks(text, STARTS_WITH_NUMBER.test(text) ? REMARKS : [splitEnding], options);
  if (notes.length === 0) return null;
  const entry = parseEntry(rest, options);
  const note = [...notes, entry.note].filter((part) => part !== null).join(', ');
  const isRead = entry.amount !== null || !STARTS_WITH_NUMBER.test(text);
  return isRead && cleanDetails({ note }).ok ? { ...entry, note } : null;
}

const STARTS_WITH_NUMBER = /^\p{N}/u;

type Split = { readonly rest: string; readonly notes: readonly string[] };

/** Removes one kind of remark after another. */
function splitRemarks(text: string, kinds: readonly SplitRemark[], options: EntryOptions): Split {
  const start: Split = { rest: text, notes: [] };
  return kinds.reduce(({ rest, notes }, split) => {
    const found = split(rest, options);
    return found === null ? { rest, notes } : { rest: found.rest, notes: [...notes, found.note] };
  }, start);
}

type SplitRemark = (text: string, options: EntryOptions) => Remark | null;

type Remark = { readonly rest: string; readonly note: string };

const RANGE = /^(?<low>\d+)\s?(?:[-–—]|to|or)\s?(?<high>\d+)(?=\s|\p{L})(?<rest>.+)$/u;

/** `2-3 carrots`: the larger amount, so that it is enough. */
function splitRange(text: string): Remark | null {
  const { low = '', high = '', rest = '' } = RANGE.exec(text)?.groups ?? {};
  return Number(low) < Number(high) ? { rest: `${high}${rest}`, note: `${low}–${high}` } : null;
}

/** A number and a word. Short, because a pattern with all units takes a tenth of a second to compile; `isSize` checks the unit. */
const SIZE = String.raw`[\p{N}.,]+\s?\p{L}{1,12}`;
const SECOND_SIZE = new RegExp(
  String.raw`^(?<first>${SIZE})\s?[/|]\s?(?<second>${SIZE}(?:\s${SIZE})?)(?<rest>\s.+)$`,
  'u',
);

/** `250g/9oz flour`: the same amount in two units. */
function splitSecondSize(text: string): Remark | null {
  const { first = '', second = '', rest = '' } = SECOND_SIZE.exec(text)?.groups ?? {};
  return isSize(first) && isSize(second) ? { rest: `${first}${rest}`, note: second } : null;
}

const PACKS = [
  new RegExp(String.raw`^(?<count>\d+)\s?[x×]\s?(?<size>${SIZE})(?<rest>\s.+)$`, 'u'),
  /^(?<count>\d+)\s(?<size>[\p{N}.,]+-\p{L}{1,12})(?<rest>\s.+)$/u,
];

/** `2 x 400g tins tomatoes` and `1 28-ounce can tomatoes`: how many, and the size of each. */
function splitPacks(text: string): Remark | null {
  const form = PACKS.find((pattern) => pattern.test(text));
  const { count = '', size = '', rest = '' } = form?.exec(text)?.groups ?? {};
  return isSize(size) ? { rest: `${count}${rest}`, note: size } : null;
}

const ONE_PACK = new RegExp(String.raw`^(?<size>${SIZE})(?<rest>\s(?<pack>\p{L}+)\s.+)$`, 'u');

/** `400g tin tomatoes`: one package, and its size. */
function splitOnePack(text: string): Remark | null {
  const { size = '', rest = '', pack = '' } = ONE_PACK.exec(text)?.groups ?? {};
  return isPackage(findUnit(pack)) && isMeasure(unitOf(size)) ? { rest: `1${rest}`, note: size } : null;
}

const isPackage = (unit: Unit | undefined): boolean => unit !== undefined && unit.measure === undefined;
const isMeasure = (unit: Unit | undefined): boolean => unit?.measure !== undefined;

const unitOf = (size: string): Unit | undefined => findUnit(/\p{L}+$/u.exec(size)?.[0] ?? '');

const isSize = (text: string): boolean => unitOf(text) !== undefined;

/** Not a bracket at the end of the line, which `parseEntry` reads. */
const BRACKET = /^(?<before>[^()]*[^()\s])\s*\((?<note>[^()]*[^()\s][^()]*)\)(?<after>\s*[^()\s][^()]*)$/u;

function splitBracket(text: string): Remark | null {
  const { before, note, after } = BRACKET.exec(text)?.groups ?? {};
  return before === undefined || note === undefined ? null : { rest: `${before}${after ?? ''}`, note: note.trim() };
}

/** Not a comma in brackets. */
const COMMA = /^(?<rest>[^,(]*\p{L}[^,(]*),\s+(?<note>.*\S)$/u;

/** `2 cloves garlic, minced`. Not `2 milk, eggs`, where other names follow, nor `2 milk, 3 eggs`. */
function splitComma(text: string, { isKnownName }: EntryOptions): Remark | null {
  const { rest, note } = COMMA.exec(text)?.groups ?? {};
  if (rest === undefined || note === undefined || STARTS_WITH_NUMBER.test(note)) return null;
  return note.split(/,|\band\b/u).some((part) => isKnownName(part.trim())) ? null : { rest, note };
}

const ENDING =
  /^(?<rest>.*[^\s,]),?\s+(?<note>to taste|to serve|to garnish|for (?:serving|garnish|frying)|as needed)$/iu;

function splitEnding(text: string): Remark | null {
  const { rest, note } = ENDING.exec(text)?.groups ?? {};
  return rest === undefined || note === undefined ? null : { rest, note };
}

const REMARKS: readonly SplitRemark[] = [
  splitRange,
  splitSecondSize,
  splitPacks,
  splitOnePack,
  splitBracket,
  splitComma,
  splitEnding,
];
