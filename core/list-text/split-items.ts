/** Splits text that is only items: `milk, 6 eggs and bread`, also without commas, as dictation writes it (product Q4). */
import { parseEntry, type Entry } from '#core/amount/parse-entry.ts';
import { readAmount, readPieces, type EntryOptions } from '#core/amount/split-amount.ts';
import { isPhraseOf } from '#core/language/words.ts';
import { andForSign, nameKey } from '#core/name/name-key.ts';
import { readLine } from './line/read-line.ts';
import { endsWithThing, isThing } from './line/split-remarks.ts';
import { isKind, isPhrase, toLine } from './line/tokens.ts';

export type SplitNames = {
  readonly entries: readonly Entry[];
  /** What the message says before the items, such as `can you get`; '' for none. */
  readonly before: string;
  /** What the message says after the items, such as `thx`; '' for none. */
  readonly after: string;
};

/** How many times `and` is tried as a part of a name: few names have more than two. */
const PLACES_LIMIT = 4;

/** `and` only joins items. `also` is part of the message, so it is kept. */
export const JOINT = /^(?:(?:and|plus|und|et|y)\b|(?<word>also|auch|aussi|también)\b|&)[\s,]*/iu;

/** A comma between two digits is a part of a number: `1,5 l milk`. */
const COMMA = /(?:(?<!\p{Nd}),|,(?!\p{Nd}))\s*(?:(?:and|&)\s)?/gu;

/** Not within brackets: `tomatoes (cherry, 250 g)`. */
function splitAtCommas(text: string): readonly string[] {
  const masked = text.replace(BRACKET, (bracket) => bracket.replaceAll(',', '.'));
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: comma } of masked.matchAll(COMMA)) {
    parts.push(text.slice(start, index));
    start = index + comma.length;
  }
  return [...parts, text.slice(start)];
}

const BRACKET = /\([^()]*\)/gu;

export const splitItems = (text: string, options: EntryOptions): readonly Entry[] =>
  splitAtCommas(text)
    .flatMap((part) => splitAnd(part, options))
    .flatMap((part) => splitSpoken(part, options))
    .filter((part) => nameKey(part) !== '')
    .map((part) => parsePart(part, options));

const ARTICLE =
  /^\s*(?:some\sof\s(?:the|those|these|that|this)|some|the|an?|du|des|de\sla|de\sl[’'](?=\p{L})|les|las|los|el|la|den|die|das|etwas|noch)\s+(?=\S)/u;

/** `a can of beans` has an amount, and `some milk` does not. */
function parsePart(part: string, options: EntryOptions): Entry {
  const text = part.trim();
  const entry = readLine(text, options);
  const bare = text.replace(ARTICLE, '');
  return entry.amount === null && bare !== text && !isKnownName(text, options) ? readLine(bare, options) : entry;
}

/** Splits after each known name, and otherwise at the first `and`. */
function splitAnd(text: string, options: EntryOptions): readonly string[] {
  if (isKnown(text, options)) return [text];
  const places = placesOfAnd(text)
    .slice(0, PLACES_LIMIT)
    .filter(
      (place) =>
        !isInPair(text, place) && (!/^(?:\P{L}|n)$/iu.test(place.mark) || isBetweenKnown(text, place, options)),
    );
  const [first] = places;
  if (first === undefined) return [text];
  const place = places.find(({ start }) => isKnown(text.slice(0, start), options)) ?? first;
  return [text.slice(0, place.start), ...splitAnd(text.slice(place.end), options)];
}

type Place = { readonly start: number; readonly end: number; readonly mark: string };

/** Not in a number, such as `1 and 1/2`. */
const placesOfAnd = (text: string): readonly Place[] =>
  [...text.matchAll(/(?!(?<=\p{Nd})\s\S+\s(?:\p{No}|\p{Nd}+[/⁄]))\s(?:and|&|\+|n|plus|und|et|y)\s/gu)].map(
    ({ index, 0: mark }) => ({
      start: index,
      end: index + mark.length,
      mark: mark.trim(),
    }),
  );

/** `milk and [salt and vinegar] crisps`, `fish and chips`: two words that are one name, or that are the flavor of the word after them. */
function isInPair(text: string, { start, end, mark }: Place): boolean {
  const joint = mark === '&' || mark === 'n' ? 'and' : mark;
  const before = splitWords(text.slice(0, start)).slice(-2);
  const after = splitWords(text.slice(end)).slice(0, 3);
  return before.some((_, from) =>
    [1, 2].some((to) => {
      const pair = [...before.slice(from), joint, ...after.slice(0, to)].join(' ');
      return isPhraseOf(pair, 'pairs') || (isPhraseOf(pair, 'flavors') && isNameWord(after[to]));
    }),
  );
}

const splitWords = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '');

const isNameWord = (word: string | undefined): boolean =>
  word !== undefined && /^\p{L}/u.test(word) && !JOINT.test(word);

/** An `&` is often in a name, such as `Ben & Jerry's`, and so is an `n`. */
function isBetweenKnown(text: string, { start, end }: Place, options: EntryOptions): boolean {
  const after = text.slice(end).replace(ARTICLE, '');
  const next = placesOfAnd(after).slice(0, PLACES_LIMIT);
  const names = [after, ...next.map((place) => after.slice(0, place.start))];
  const isNamed = endsWithThing({ options }, parseEntry(text.slice(0, start), options).name);
  return isNamed && (ARTICLE.test(text.slice(end)) || names.some((name) => isKnown(name, options)));
}

const isKnown = (text: string, options: EntryOptions): boolean => isKnownName(parseEntry(text, options).name, options);

/** Whether the app knows the name, also with `and` for `&`: `half & half`. A pair is one name: `gin and tonic`. */
export const isKnownName = (name: string, options: EntryOptions): boolean =>
  options.isKnownName(name) || options.isKnownName(andForSign(name)) || isPhraseOf(andForSign(nameKey(name)), 'pairs');

/** Splits a list without a request; null for a line that is one item. */
export function splitListed(text: string, options: EntryOptions): SplitNames | null {
  if (!text.includes(',')) return splitMarked(text, options);
  const listed = joinAmounts(splitAtCommas(text), options);
  const parts = listed
    .flatMap((part, at) => (at < listed.length - 1 ? splitBetweenKnown(part, options) : splitAnd(part, options)))
    .filter((part) => nameKey(part) !== '');
  const entries = parts.map((part) => readLine(part.trim(), options));
  const areKnown = entries.length > 1 && entries.every(({ name }) => isKnownName(name, options));
  const isKnownList = areKnown && !(isCounted(text) && entries.some(isSaidOfFirst));
  const isPlainOne = isPlainList(listed, options) || isJoinedList(parts, options);
  return isKnownList || isPlainOne ? { entries, before: '', after: '' } : null;
}

/** All are capitalized, as in `Milch, Eier und Brot`. Otherwise the last two may be a remark, or all one name: `Ham, Leek and Mushroom Pie`. */
const isJoinedList = (parts: readonly string[], options: EntryOptions): boolean =>
  isPlainList(parts, options) &&
  !parts.some((part) => isPhraseOf(part, 'needs')) &&
  parts.every((part) => /^\p{Lu}\S*(?:\s\p{Lu}\S*)?$/u.test(part.trim())) &&
  !/\s/u.test((parts.at(-1) ?? '').trim());

/** In `milk, 2 litres, eggs`, the amount belongs to the milk. */
function joinAmounts(parts: readonly string[], { numbers }: EntryOptions): readonly string[] {
  const joined: string[] = [];
  for (const part of parts.filter((one) => one.trim() !== '')) {
    const amount = readAmount(part.trim(), numbers) ?? readPieces(part.trim(), numbers);
    const before = amount === null ? undefined : joined.pop();
    joined.push(before === undefined ? part : `${before}, ${part}`);
  }
  return joined;
}

/** `milk / eggs / bread`, `Milk. Two pints of cream.`, if the app knows every part: other names have such marks, too. */
function splitMarked(text: string, options: EntryOptions): SplitNames | null {
  const parts = text.split(MARKS.find((mark) => mark.test(text)) ?? '\n');
  if (parts.length < 2 || (parts.length < 3 && !text.includes('.'))) return null;
  const entries = parts.map((part) => parsePart(part, options));
  return entries.every((entry) => isPlain(entry, options)) ? { entries, before: '', after: '' } : null;
}

const MARKS = [/\s\/\s/u, /\s\|\s/u, /\s[-–—]\s/u, /(?<=\p{L}{3})\.\s/u];

/** `crisps x2, cola x1`, `4 x AA, 2 x AAA` */
const COUNTED = [/\p{L}.*\s(?:[x×]\s?\p{Nd}{1,3}|\p{Nd}{1,3}\s?[x×])\s*$/iu, /^\s*\p{Nd}{1,3}\s?[x×]\s\p{L}/iu];

/** Only before the last comma, because the last `and` joins two items: `milk, beef and onion pie, eggs and bread`. */
function splitBetweenKnown(text: string, options: EntryOptions): readonly string[] {
  const place = placesOfAnd(text)
    .slice(0, PLACES_LIMIT)
    .find((one) => one.end === text.length || (!isInPair(text, one) && isBetweenKnown(text, one, options)));
  return place === undefined || isKnown(text, options)
    ? [text]
    : [text.slice(0, place.start), ...splitBetweenKnown(text.slice(place.end), options)];
}

/** `milk and eggs and a lemon`, `milk bread eggs`; null for a line that is one item, such as `salt and freshly ground black pepper`. */
export function splitDictated(text: string, options: EntryOptions, isOffered = false): SplitNames | null {
  const joined = splitAnd(text, options);
  // Two words alone are more often one thing, such as `cheese pizza`.
  const least = isOffered ? (joined.length > 1 ? 2 : 3) : Infinity;
  const parts = joined.flatMap((part) => splitSpoken(part, options, least));
  if (parts.length === 1) return null;
  const entries = parts.map((part) => parsePart(part, options));
  return entries.every((entry) => isPlain(entry, options)) ? { entries, before: '', after: '' } : null;
}

const isPlain = ({ name, note }: Entry, options: EntryOptions): boolean =>
  note === null && (isThing({ options }, name) || isKnownName(name, options));

/** More words than people dictate at once, and than a known name has with its amount. */
const SPOKEN_LIMIT = 40;
const NAME_LIMIT = 5;

/**
 * Splits `milk bread some eggs` into the longest known names, if the app knows all of it. Any other text, a brand, or a text with a size
 * such as `6 x 25 g` is one part.
 * @param least the number of names from which they are split even if they may be one thing
 */
function splitSpoken(text: string, options: EntryOptions, least = Infinity): readonly string[] {
  const parts = /\s\p{Lu}|\p{Nd}\s?[x×]\s?\p{Nd}/u.test(text) ? [] : listSpoken(splitWords(text), options);
  return parts.length >= least || areSeparate(parts, options) ? parts : [text];
}

/** The names that the words are; none if the app does not know all of them. */
function listSpoken(words: readonly string[], options: EntryOptions): readonly string[] {
  const parts: string[] = [];
  if (words.length < 2 || words.length > SPOKEN_LIMIT) return [];
  for (let at = 0; at < words.length;) {
    const said = words.slice(at, at + NAME_LIMIT);
    const size = said.findLastIndex((_, last) => isSpokenItem(said.slice(0, last + 1).join(' '), options)) + 1;
    if (size === 0) return [];
    parts.push(said.slice(0, size).join(' '));
    at += size;
  }
  return parts;
}

/** Longer than the words of one thing. */
const MANY = 4;

/** Whether names are several things, and not one such as `chicken noodle soup`: by an amount or a plural before the last of them. */
function areSeparate(parts: readonly string[], options: EntryOptions): boolean {
  const isCountedPart = (part: string): boolean => ARTICLE.test(part) || parsePart(part, options).amount !== null;
  const hasPlural = parts.slice(0, -1).some((part) => /[^su]s$/u.test(part));
  return parts.length > 2
    ? parts.length >= MANY || hasPlural || parts.slice(1).some(isCountedPart)
    : parts.length > 1 && parts.every(isCountedPart);
}

/** A number at the end counts what follows: `bread 6 eggs`. */
const isSpokenItem = (text: string, options: EntryOptions): boolean =>
  /\p{L}\S*$/u.test(text) && isPlain(parsePart(text, options), options);

/** `2 heads of garlic, cloves separated` is one item. */
const isSaidOfFirst = ({ amount, note }: Entry, at: number): boolean => at > 0 && amount === null && note !== null;

/** Three items or more, short, and none of them says how another one is prepared: `Milch, Eier, Brot`. Or two with their counts. */
function isPlainList(parts: readonly string[], options: EntryOptions): boolean {
  if (parts.length < 3) return parts.length > 1 && COUNTED.some((form) => parts.every((part) => form.test(part)));
  const [first = ''] = parts;
  const bare = parts.map((part) => part.replace(BRACKET_AT_END, ''));
  const areShort = bare.every((part, at) => isShortItem(part, at, options));
  const isCertain = bare.every((part, at) => part === parts[at]) || areThings(bare, options);
  return areShort && isCertain && (!isCounted(first) || parts.filter(isCounted).length > 1);
}

/** A remark may also be in brackets, or follow them: `1 onion (red), sweet, in rings`. */
const areThings = (parts: readonly string[], options: EntryOptions): boolean =>
  parts.every((part) => endsWithThing({ options }, readLine(part.trim(), options).name));

const BRACKET_AT_END = /\s\([^()]*\)\s*$/u;

const isCounted = (part: string): boolean => /^\s*\p{N}/u.test(part);

const WORDS_LIMIT = 4;

function isShortItem(part: string, at: number, options: EntryOptions): boolean {
  const line = toLine(part.trim(), options);
  // `2 limes, 1 juiced, 1 cut into wedges`
  const first = isKind(line, 0, 'number') ? 1 : 0;
  const isRemark = at > 0 && isPhrase(line, first, 'prepared', 'adjectives', 'adverbs', 'endings');
  const { name, amount } = readLine(part.trim(), options);
  const named = amount === null ? line : toLine(name, options);
  const words = named.tokens.filter(({ kind }) => kind === 'word').length;
  return !isRemark && words > 0 && words <= WORDS_LIMIT + (/^\p{N}/u.test(part.trim()) ? 2 : 1) && !/[()"]/u.test(part);
}
