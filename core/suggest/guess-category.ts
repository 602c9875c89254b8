/** Picks the category of a name the shopper types, from the names known (product L8). */
import { NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';
import { looseKey, nameKey } from '#core/name/name-key.ts';
import { findResembling } from './find-resembling.ts';
import type { KnownNames } from './known-names.ts';
import { wordFamilies } from './word-family.ts';

/**
 * Guesses a category: that of the very name, else of the name but for accents, else but for singular and plural
 * (see `wordFamilies`), else of a known name it ends with, else of one it begins with, longer ones first. Most
 * languages put what a thing is at one end and what kind at the other: Green Apples, Fudge Ice Cream; Pommes vertes.
 * Last comes the name that it misspells (see `findResembling`).
 *
 * @param known the names to learn from
 * @param name what was typed, clean or not
 * @returns the id of the category, or null where nothing known is like it; the caller sees whether it is in the list
 * Rule: product L8; a category the shopper chose stands, so do not ask then.
 */
export function guessCategory(known: KnownNames, name: string): string | null {
  if (name.length > NAME_UNITS_LIMIT) return null;
  const loose = looseKey(name);
  const exact = known.find('key', nameKey(name)) ?? known.find('loose', loose);
  if (exact !== undefined) return exact.category;
  const families = wordFamilies(loose);
  const likenesses = [families, ...ends(families), ...starts(families)];
  for (const likeness of likenesses) {
    const like = known.find('families', likeness.join(' '));
    if (like !== undefined) return like.category;
  }
  return findResembling(known, name)?.category ?? null;
}

// Hardly a known name has more words, and a pasted paragraph must not cost more than a name.
const LONGEST = 6;

function ends(words: readonly string[]): readonly (readonly string[])[] {
  return words.slice(-LONGEST).map((_, at, last) => last.slice(at));
}

function starts(words: readonly string[]): readonly (readonly string[])[] {
  return words.slice(0, LONGEST).map((_, at, first) => first.slice(0, first.length - at));
}
