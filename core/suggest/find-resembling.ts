/** Finds the known name that a misspelled name most likely means (product L8, L13). */
import { NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';
import { looseKey } from '#core/name/name-key.ts';
import { type KnownName, type KnownNames, splitWords, wordFamilies } from './known-names.ts';

/** What a misspelled name most likely means. */
export type Resemblance = {
  /** The correct name: a known name, or the first or last word of known names (Cheddar for Cheddar Cheese). */
  readonly name: string;
  /** The id of its category. */
  readonly category: string;
};

/** In shorter names, not counting a plural s, one typo often makes another word: bean and bear. */
const SHORTEST = 5;
/** A word of a name is a less likely match than a whole name, so it must be longer and may have only one typo. */
const SHORTEST_PART = 6;
/** From this number of letters, whole names may differ by two typos. */
const LONG = 8;
/** A slip in a shorter name makes another word more often than not. */
const SHORTEST_SLIP = 3;

/**
 * The name that differs from the typed one by one or two typos, ignoring singular and plural: a known name or, for a single
 * word with one typo, the first or last word of known names that share a category. To avoid wrong guesses, the first letters
 * must agree, names with digits resemble nothing, and a word of any known name is not a misspelling: `chops` is in Pork
 * Chops, so it does not resemble Chips, and `baby lotion` is not Body Lotion.
 *
 * @param known the names to search
 * @param name the typed text, clean or not
 * @returns the closest name. A whole name wins over a word, and of equally close names, the one used last wins. Undefined if
 * the name is known or resembles no known name
 */
export function findResembling(known: KnownNames, name: string): Resemblance | undefined {
  if (name.length > NAME_UNITS_LIMIT) return undefined;
  const loose = looseKey(name);
  const typed = wordFamilies(loose).join(' ');
  if (isShort(loose) || /\p{N}/u.test(typed) || isPartOfAny(known, typed)) return undefined;
  return (
    findWhole(known, typed, 1) ??
    findPart(known, typed) ??
    (typed.length >= LONG ? findWhole(known, typed, 2) : undefined)
  );
}

/**
 * Like `findResembling`, and for a plural that a known name spells otherwise, such as `tomatos`. Also for short names, if a letter
 * is missing, doubled, too many or swapped with the next one: `bred` may mean Bread, and `mlik` Milk. That is enough for an offer,
 * but not for a guess.
 *
 * @param known the names to search
 * @param name the typed text, clean or not
 */
export function findNearName(known: KnownNames, name: string): Resemblance | undefined {
  return findResembling(known, name) ?? findPlural(known, name) ?? findSlip(known, name);
}

/** The known name that is another form of the same words: Lemons for `lemon`. */
export function findOtherForm(known: KnownNames, name: string): KnownName | undefined {
  const loose = name.length > NAME_UNITS_LIMIT ? '' : looseKey(name);
  const same = known.find('families', wordFamilies(loose).join(' '));
  return same === undefined || same.loose === loose ? undefined : same;
}

/** The known plural of the same word. A singular is no mistake, nor is a name without its hyphens. */
function findPlural(known: KnownNames, name: string): KnownName | undefined {
  const loose = name.length > NAME_UNITS_LIMIT ? '' : looseKey(name);
  if (!loose.endsWith('s') || known.find('loose', loose) !== undefined) return undefined;
  const plural = findOtherForm(known, name);
  const isOther = plural !== undefined && splitWords(plural.loose).join(' ') !== splitWords(loose).join(' ');
  return isOther && plural.loose.endsWith('s') ? plural : undefined;
}

function findSlip(known: KnownNames, name: string): KnownName | undefined {
  if (name.length > NAME_UNITS_LIMIT) return undefined;
  const loose = looseKey(name);
  const typed = wordFamilies(loose).join(' ');
  if (/\p{N}/u.test(typed) || isPartOfAny(known, typed)) return undefined;
  // Without its plural, `egs` would be too short.
  const slips = [...known.families()].filter(
    ([families, slipped]) =>
      (isSlip(typed, families) || isSlip(loose, slipped.loose)) && canMisspell(known, typed, families),
  );
  return slips.map(([, slipped]) => slipped).toSorted((a, b) => b.recency - a.recency)[0];
}

/** Whether two texts that begin alike differ by one letter that only one of them has, or by two swapped neighbors. */
function isSlip(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SHORTEST_SLIP || a.charCodeAt(0) !== b.charCodeAt(0)) return false;
  let same = 1;
  while (same < a.length && a.charCodeAt(same) === b.charCodeAt(same)) same += 1;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  return restA.slice(1) === restB || restB.slice(1) === restA || isSwap(restA, restB);
}

const isSwap = (a: string, b: string): boolean =>
  a.slice(2) === b.slice(2) && a.charAt(0) === b.charAt(1) && a.charAt(1) === b.charAt(0);

const isShort = (loose: string): boolean => loose.length - (loose.endsWith('s') ? 1 : 0) < SHORTEST;

/** Whether a known name has these words. */
function isPartOfAny(known: KnownNames, typed: string): boolean {
  for (const [families] of known.families()) if (` ${families} `.includes(` ${typed} `)) return true;
  return false;
}

/** Returns the most recently used name within the given number of typos. */
function findWhole(known: KnownNames, typed: string, typos: number): KnownName | undefined {
  let best: KnownName | undefined;
  for (const [families, name] of known.families()) {
    if (isShort(name.loose) || !isClose(typed, families, typos) || !canMisspell(known, typed, families)) continue;
    if (best === undefined || name.recency > best.recency) best = name;
  }
  return best;
}

/** Whether each word of a close name of several words is the same or a misspelling. A space may be missing or too much: `cup cakes`. */
function canMisspell(known: KnownNames, typed: string, families: string): boolean {
  const [words, others] = [typed.split(' '), families.split(' ')];
  const areAlike = words.length > 1 && words.length === others.length;
  return !areAlike || words.every((word, at) => isMisspelled(known, word, others[at] ?? ''));
}

/** Not if it is another word of a known name. `bottle` may mean `bottled`. */
function isMisspelled(known: KnownNames, word: string, other: string): boolean {
  if (word.startsWith(other) || other.startsWith(word)) return true;
  const isLike = word.length <= SHORTEST_SLIP ? isSlip(word, other) : hasTypos(word, other, word.length < LONG ? 1 : 2);
  return isLike && !isPartOfAny(known, word);
}

/** Returns the first or last word of known names that differs by one typo, unless the categories of these names differ. */
function findPart(known: KnownNames, typed: string): Resemblance | undefined {
  if (typed.length < SHORTEST_PART || typed.includes(' ')) return undefined;
  const words: (Resemblance & Pick<KnownName, 'recency'>)[] = [];
  for (const [families, { name, category, recency }] of known.families()) {
    const position = findCloseEnd(typed, families);
    const word = position === undefined ? undefined : splitWords(name).at(position);
    if (word !== undefined) words.push({ name: word, category, recency });
  }
  const [last] = words.toSorted((a, b) => b.recency - a.recency);
  return words.every(({ category }) => category === last?.category) ? last : undefined;
}

/** Which end of a name of several words the typed word misspells: 0 for the first word, -1 for the last. */
function findCloseEnd(typed: string, families: string): 0 | -1 | undefined {
  const lastSpace = families.lastIndexOf(' ');
  if (lastSpace === -1) return undefined;
  // The first letters are compared before the words are cut out, because this runs for every known name at each key press.
  const first = typed.charCodeAt(0);
  if (families.charCodeAt(0) === first && isClose(typed, families.slice(0, families.indexOf(' ')), 1)) return 0;
  const last = lastSpace + 1;
  return families.charCodeAt(last) === first && isClose(typed, families.slice(last), 1) ? -1 : undefined;
}

/** Whether two families differ by at most the given number of typos. */
function isClose(typed: string, text: string, typos: number): boolean {
  const isFar = Math.abs(typed.length - text.length) > typos || Math.max(typed.length, text.length) < SHORTEST;
  return !isFar && typed.charCodeAt(0) === text.charCodeAt(0) && hasTypos(typed, text, typos);
}

/** Whether two whole texts differ by at most the given number of typos. */
function hasTypos(typed: string, text: string, typos: number): boolean {
  // isTypo compares with the beginning of a text. An ending that is longer than the allowed typos makes it compare the whole.
  const end = '\n'.repeat(typos + 1);
  return isTypo({ loose: typed + end, typos }, text + end);
}

/** The typed text as a loose key, and the number of tolerated typos: at most two. */
export type Typed = { readonly loose: string; readonly typos: number };

/**
 * Whether the typed text is the beginning of `text`, from `start` on, with at most the given number of typos: an extra letter,
 * a missing letter, a wrong letter, or two swapped neighbors (Damerau-Levenshtein distance, optimal string alignment). It
 * compares with the beginning only, so that it works while the shopper is typing (product L8).
 *
 * @param typed the loose key of the typed text
 * @param text the loose key of a known name
 * @param start the offset in `text` to start from, such as that of its second word
 */
export function isTypo(typed: Typed, text: string, start = 0): boolean {
  const { loose } = typed;
  // For at most two typos, trying them out is faster than a table. Past the end, charCodeAt returns NaN, which equals nothing.
  const fits = (from: number, at: number, typos: number): boolean => {
    let same = 0;
    while (loose.charCodeAt(from + same) === text.charCodeAt(at + same)) same += 1;
    const wanted = from + same;
    const given = at + same;
    if (loose.length - wanted <= typos) return true;
    if (typos === 0) return false;
    return (
      fits(wanted + 1, given + 1, typos - 1) ||
      fits(wanted, given + 1, typos - 1) ||
      fits(wanted + 1, given, typos - 1) ||
      (areSwapped(wanted, given) && fits(wanted + 2, given + 2, typos - 1))
    );
  };
  const areSwapped = (wanted: number, given: number): boolean =>
    loose.charCodeAt(wanted) === text.charCodeAt(given + 1) && loose.charCodeAt(wanted + 1) === text.charCodeAt(given);
  return fits(0, start, typed.typos);
}
