/** Finds the known name that a misspelled name most likely means (product L8). */
import { NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';
import { looseKey } from '#core/name/name-key.ts';
import { isTypo } from './is-typo.ts';
import type { KnownName, KnownNames } from './known-names.ts';
import { wordFamilies } from './word-family.ts';

/** In shorter names, one typo often makes another word: bean and bear. */
const SHORTEST = 5;
/** From this number of letters, two typos are allowed instead of one. */
const LONG = 8;

/**
 * The known name that differs from the typed one by one or two typos. Whole names are compared, ignoring singular and plural.
 * To avoid wrong guesses, the first letters must agree, names with digits resemble nothing, and a word of any known name is
 * not a misspelling: `chops` is in Pork Chops, so it does not resemble Chips.
 *
 * @param known the names to search
 * @param name the typed text, clean or not
 * @returns the closest name, or of equally close ones the last used; undefined if the name is known or resembles none
 */
export function findResembling(known: KnownNames, name: string): KnownName | undefined {
  if (name.length > NAME_UNITS_LIMIT) return undefined;
  const typed = wordFamilies(looseKey(name)).join(' ');
  if (typed.length < SHORTEST || /\p{N}/u.test(typed) || isPartOfAny(known, typed)) return undefined;
  return findWithin(known, typed, 1) ?? (typed.length >= LONG ? findWithin(known, typed, 2) : undefined);
}

/** Returns the most recently used name within the given number of typos. */
function findWithin(known: KnownNames, typed: string, typos: number): KnownName | undefined {
  let best: KnownName | undefined;
  for (const [families, name] of known.families()) {
    if (isClose(typed, families, typos) && (best === undefined || name.recency > best.recency)) best = name;
  }
  return best;
}

/** Whether a known name has these words. */
function isPartOfAny(known: KnownNames, typed: string): boolean {
  for (const [families] of known.families()) if (` ${families} `.includes(` ${typed} `)) return true;
  return false;
}

/** Whether two texts differ by at most the given number of typos. */
function isClose(typed: string, text: string, typos: number): boolean {
  const isFar = Math.abs(typed.length - text.length) > typos || text.length < SHORTEST;
  if (isFar || typed.charCodeAt(0) !== text.charCodeAt(0)) return false;
  // isTypo compares with the beginning of a text. An ending that is longer than the allowed typos makes it compare the whole.
  const end = '\n'.repeat(typos + 1);
  return isTypo({ loose: typed + end, typos }, text + end);
}
