/** Reads a line of a recipe: an amount, what to buy, and how to prepare it (product Q4). */
import { LINE_LIMIT, parseEntry } from '#core/amount/parse-entry.ts';
import { readNumber } from '#core/amount/numbers.ts';
import type { Entry } from '#core/amount/parse-entry.ts';
import type { EntryOptions } from '#core/amount/split-amount.ts';
import { findUnit } from '#core/amount/units.ts';
import type { Unit } from '#core/amount/units.ts';
import { cleanDetails } from '#core/name/clean-details.ts';

/**
 * Reads an entry as the add bar does. If it has an amount, what a recipe adds to it becomes the note: `2 cloves garlic, minced`,
 * `1 (14 oz) can tomatoes`, `2 x 400g tins tomatoes`, `250g/9oz flour`, `2-3 carrots`. Nothing is lost: what is not understood stays in the name.
 */
export function parseRecipeLine(line: string, options: EntryOptions): Entry {
  const text = STARTS_WITH_NUMBER.test(line) && !options.isKnownName(line) ? line.replace(PLURALS, '') : line;
  const plain = parseEntry(text, options);
  const mayHaveRemarks = text.length <= LINE_LIMIT && !text.includes('"') && !options.isKnownName(plain.name);
  return (mayHaveRemarks ? readRemarks(text, options) : null) ?? plain;
}

/** `1 Zwiebel(n)`, `2 Zehe/n`: a plural for another amount. */
const PLURALS = /(?<=\p{Ll}{2})(?:\((?:n|en|e|s)\)|\/n(?!\p{L}))/gu;

/** Null if there are no remarks, or no amount before them. */
function readRemarks(text: string, options: EntryOptions): Entry | null {
  const start = splitRemarks(text, BEGINNINGS, options);
  const hasNumber = STARTS_WITH_NUMBER.test(start.rest);
  const end = splitRemarks(start.rest, hasNumber ? REMARKS : [splitEnding], options);
  const read = parseEntry(end.rest, options);
  const { entry, size } = splitSizeWord(read, options);
  const notes = [size, ...start.notes, ...end.notes, entry.note].filter((part) => part !== null);
  const isRead = entry.amount !== null || !hasNumber;
  const isNew = entry !== read || start.notes.length + end.notes.length > 0;
  return isRead && isNew && cleanDetails({ note: notes.join(', ') }).ok ? { ...entry, note: notes.join(', ') } : null;
}

const STARTS_WITH_NUMBER = /^\p{N}/u;

const SIZE_WORD = /^(?<size>small|medium(?:-sized)?|(?:extra[\s-])?large)\s(?<name>.+)$/iu;

/** `2 medium onions`: onions, if the app knows them, so that the amounts of two recipes add up. */
function splitSizeWord(
  entry: Entry,
  { isKnownName }: EntryOptions,
): { readonly entry: Entry; readonly size: string | null } {
  const { size, name } = SIZE_WORD.exec(entry.name)?.groups ?? {};
  const isSplit = entry.amount !== null && size !== undefined && name !== undefined && isKnownName(name);
  return isSplit && !isKnownName(entry.name) ? { entry: { ...entry, name }, size } : { entry, size: null };
}

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

const ABOUT = /^(?<note>about|around|approx\.?|approximately|roughly|circa|ca\.?)\s+(?<rest>\p{N}.*)$/iu;
const PART_OF_FRUIT =
  /^(?<note>(?:(?:the|finely|freshly|grated|squeezed)\s)*(?:juice|zest|rind)(?:\sand\s(?:juice|zest|rind))?)\sof\s(?<rest>\p{N}.*)$/iu;

/** `about 2 pounds potatoes` and `juice of 1 lemon`: what is said before the amount. */
function splitBeginning(text: string): Remark | null {
  const { rest, note } = (ABOUT.exec(text) ?? PART_OF_FRUIT.exec(text))?.groups ?? {};
  return rest === undefined || note === undefined ? null : { rest, note };
}

/** A number as recipes write it: `2`, `1.5`, `1 1/2`, `1½`, `½`. */
const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?(?:\s?[¼-¾⅐-⅞]|(?:\s\d+)?[/⁄]\d+)?|[¼-¾⅐-⅞])`;

const RANGE = new RegExp(
  String.raw`^(?<low>${NUMBER})\s?(?:[-–—]|to|or|(?<=\s)(?:bis|oder|à|a|ou|o)(?=\s))\s?(?<high>${NUMBER})(?=\s|\p{L})(?<rest>.+)$`,
  'u',
);

/** `2-3 carrots`: the larger amount, so that it is enough. */
function splitRange(text: string, { numbers }: EntryOptions): Remark | null {
  const groups = RANGE.exec(text)?.groups;
  if (groups === undefined) return null;
  const { low = '', high = '', rest = '' } = groups;
  const [least, most] = [low, high].map((number) => readNumber(number, numbers) ?? 0);
  return Number(least) < Number(most) ? { rest: `${high}${rest}`, note: `${low}–${high}` } : null;
}

const SUM = new RegExp(
  String.raw`^(?<first>${NUMBER}\s?\p{L}{1,12}\.?)\s(?<note>(?:plus|and|[+&])\s(?<second>${NUMBER}\s?\p{L}{1,12}\.?))\s.+$`,
  'u',
);

/** `2 tbsp plus 1 tsp sugar`: two amounts that are added. */
function splitSum(text: string): Remark | null {
  const groups = SUM.exec(text)?.groups;
  if (groups === undefined) return null;
  const { first = '', second = '', note = '' } = groups;
  const rest = text.slice(`${first} ${note}`.length);
  return isSize(first) && isSize(second) ? { rest: `${first}${rest}`, note } : null;
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
  /^(?<count>\d+)\s(?<size>[\p{N}.,]+-\p{L}{1,12})\.?(?<rest>\s.+)$/u,
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

const unitOf = (size: string): Unit | undefined => findUnit(/\p{L}+(?=\.?$)/u.exec(size)?.[0] ?? '');

const isSize = (text: string): boolean => unitOf(text) !== undefined;

/** Not a bracket at the end of the line, which `parseEntry` reads. */
const BRACKET =
  /^(?<before>[^()]*[^()\s])\s*\((?<note>[^()]*[^()\s][^()]*)\)(?<after>\s*[^()\s][^()]*(?:\([^()]*\))?)$/u;

function splitBracket(text: string): Remark | null {
  const { before, note, after } = BRACKET.exec(text)?.groups ?? {};
  return before === undefined || note === undefined ? null : { rest: `${before}${after ?? ''}`, note: note.trim() };
}

/** Words that describe what follows after the comma: `boneless, skinless chicken`. */
const ADJECTIVE =
  /(?:^|\s)(?:boneless|skinless|bone-in|skin-on|fresh|dried|frozen|ripe|firm|lean|raw|cooked|small|medium|large|thick|thin|unsalted|salted)$/iu;

/** The first comma that is not in brackets, and has a name before it. */
function findComma(text: string): number {
  const end = text.includes('(') ? text.indexOf('(') : text.length;
  let at = text.indexOf(', ');
  while (at >= 0 && at < end) {
    const before = text.slice(0, at);
    if (/\p{L}/u.test(before) && !ADJECTIVE.test(before)) return at;
    at = text.indexOf(', ', at + 1);
  }
  return -1;
}

/** `2 cloves garlic, minced`. Not `2 milk, eggs`, where other names follow, nor `2 milk, 3 eggs`. */
function splitComma(text: string, { isKnownName }: EntryOptions): Remark | null {
  const at = findComma(text);
  const note = text.slice(at + 1).trim();
  if (at < 0 || note === '' || STARTS_WITH_NUMBER.test(note)) return null;
  return note.split(/,|\band\b/u).some((part) => isKnownName(part.trim())) ? null : { rest: text.slice(0, at), note };
}

/** How the item is used, or prepared, at the end of the line or before a bracket there. */
const ENDING =
  /^(?<rest>.*[^\s,]),?\s+(?<note>to taste|to serve|to garnish|to finish|for (?:serving|garnish|frying|dusting|greasing|brushing|drizzling)|(?:as|if) (?:needed|desired)|(?:finely|roughly|coarsely|thinly|freshly|lightly) (?:chopped|sliced|diced|minced|grated|ground|shredded|crushed|beaten|toasted))(?<bracket>\s*\([^()]*\))?$/iu;

function splitEnding(text: string): Remark | null {
  const { rest, note, bracket = '' } = ENDING.exec(text)?.groups ?? {};
  return rest === undefined || note === undefined ? null : { rest: `${rest}${bracket}`, note };
}

const BEGINNINGS: readonly SplitRemark[] = [splitBeginning];

const REMARKS: readonly SplitRemark[] = [
  splitRange,
  splitSum,
  splitSecondSize,
  splitPacks,
  splitOnePack,
  splitBracket,
  splitComma,
  splitEnding,
];
