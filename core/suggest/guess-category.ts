/** Guesses the category and the capitals of a typed name from the known names, wherever it is typed (product L8). */
import type { Entry } from '#core/amount/parse-entry.ts';
import { andForSign, looseKey, nameKey } from '#core/name/name-key.ts';
import { NAME_UNITS_LIMIT } from '#core/name/clean-name.ts';
import { findResembling } from './find-resembling.ts';
import { KEPT } from '#core/language/en/kept-words.ts';
import type { Kept } from '#core/language/text-words.ts';
import { type KnownNames, splitWords, wordFamilies } from './known-names.ts';

/**
 * Guesses a category from the first known name that matches: the same name, the same name without accents, or with `and` for `&`, the same name
 * ignoring singular and plural (see `wordFamilies`), a known name at its end, a name that it misspells (see `findResembling`),
 * a known name at its beginning (longer ones first), known names of one category that begin or end with it (Cheese for
 * Cream Cheese), and a known name within it. The word for its package is left out first. Most languages name a thing at one end and its
 * kind at the other: Green Apples, Fudge Ice Cream; Pommes vertes. Do not call it if the shopper has chosen a category.
 *
 * @param name the typed text, clean or not
 * @returns the id of the category where the list has it now (see `KnownNames.place`), or which is created with its first
 *   item; null if no known name matches
 */
export function guessCategory(known: KnownNames, name: string): string | null {
  if (name.length > NAME_UNITS_LIMIT) return null;
  const category = findKnownCategory(known, name);
  return category && known.place(category);
}

/** Guesses the category of an entry: `2 cans tomatoes` are with other food in cans. */
export const guessEntryCategory = (known: KnownNames, { name, unit }: Pick<Entry, 'name' | 'unit'>): string | null =>
  guessCategory(known, unit === 'can' ? `${unit} ${name}` : name);

/** The category of the known name that matches. */
function findKnownCategory(known: KnownNames, name: string): string | null {
  const loose = looseKey(name);
  const exact =
    known.find('key', nameKey(name)) ?? known.find('loose', loose) ?? known.find('loose', andForSign(loose));
  if (exact !== undefined) return exact.category;
  const families = wordFamilies(loose);
  return (
    guessByFamilies(known, [families, wordFamilies(loose.replace(BRAND_NUMBER, '$& '))]) ??
    guessByThing(known, name) ??
    guessByPackage(known, splitWords(loose)) ??
    guessByWords(known, name, families)
  );
}

/** `7up` */
const BRAND_NUMBER = /^\p{Nd}+(?=\p{L})/u;

const guessByWords = (known: KnownNames, name: string, families: readonly string[]): string | null =>
  (families.length > 1 ? guessByTypo(known, name) : null) ??
  guessByFamilies(known, ends(families)) ??
  guessByTypo(known, name) ??
  guessByFamilies(known, starts(families)) ??
  guessByPart(known, families.join(' ')) ??
  guessByFamilies(known, middles(families));

/** Without the word for the package: `spring onions bunch`. Canned and frozen food is with other such food. */
function guessByPackage(known: KnownNames, words: readonly string[]): string | null {
  const [first = '', ...others] = words;
  const kept = KEPT.find((one) => one.words.includes(first) || one.words.includes(others.at(-1) ?? ''));
  if (kept === undefined || others.length === 0) return null;
  const rest = kept.words.includes(first) ? others : words.slice(0, -1);
  const thing = rest.join(' ');
  const families = wordFamilies(thing);
  const category =
    known.find('loose', thing)?.category ?? guessByFamilies(known, [...ends(families), ...starts(families)]);
  return category && placeKept(known, category, kept);
}

/** The category of things that are kept alike, unless what is in the tin is no food. */
function placeKept(known: KnownNames, category: string, { like, unlike }: Kept): string {
  const placeOf = (name: string): string | undefined => {
    const found = known.find('key', name);
    return found && known.place(found.category);
  };
  const isUnlike = unlike.some((name) => placeOf(name) === known.place(category));
  return (isUnlike ? placeOf(like) : undefined) ?? category;
}

/** The words after a comma are a remark about the thing: flour, for the cake. */
function guessByThing(known: KnownNames, name: string): string | null {
  const [thing, ...remarks] = name.split(REMARK);
  return thing === undefined || remarks.length === 0 ? null : findKnownCategory(known, thing);
}

/** Not in a number, such as 1,5. */
const REMARK = /[,;、،]\s+/u;

/** The category of the first of these word families that is a known name. */
function guessByFamilies(known: KnownNames, likenesses: readonly (readonly string[])[]): string | null {
  for (const likeness of likenesses) {
    const like = known.find('families', likeness.join(' '));
    if (like !== undefined) return like.category;
  }
  return null;
}

const guessByTypo = (known: KnownNames, name: string): string | null => findResembling(known, name)?.category ?? null;

/** The category of all known names that begin or end with the typed words; null if there are none or they differ. */
function guessByPart(known: KnownNames, typed: string): string | null {
  if (typed.length < SHORTEST_PART) return null;
  let shared: string | null = null;
  for (const [families, { category }] of known.families()) {
    if (!families.startsWith(`${typed} `) && !families.endsWith(` ${typed}`)) continue;
    const place = known.place(category);
    if (shared !== null && shared !== place) return null;
    shared = place;
  }
  return shared;
}

// Shorter words are too common in names.
const SHORTEST_PART = 3;

// Few names have more words, and a pasted paragraph must not take longer than a name.
const LONGEST = 6;

function ends(words: readonly string[]): readonly (readonly string[])[] {
  return words.slice(-LONGEST).map((_, at, last) => last.slice(at));
}

function starts(words: readonly string[]): readonly (readonly string[])[] {
  return words.slice(0, LONGEST).map((_, at, first) => first.slice(0, first.length - at));
}

/** The words within a name, the last and longest first: `Barilla Spaghetti No. 5`. */
function middles(words: readonly string[]): readonly (readonly string[])[] {
  return words.length > LONGEST
    ? []
    : words
        .map((_, at) => starts(words.slice(at, -1)))
        .toReversed()
        .flat();
}

/**
 * Gives a name the capitals of the known name that it matches: all of them for the same name, and the first one for a name that
 * ends or begins with a known one, such as `kale chips`. A name with a capital, one that only resembles a known name and one that
 * nothing is known about stay as they are typed.
 */
export function followCapitals(known: KnownNames, name: string): string {
  if (name.length > NAME_UNITS_LIMIT || name !== name.toLowerCase()) return name;
  const same = known.find('key', nameKey(name));
  if (same !== undefined) return same.name;
  const families = wordFamilies(looseKey(name));
  const alike = [families, ...ends(families), ...starts(families)]
    .map((words) => known.find('families', words.join(' ')))
    .find((found) => found !== undefined);
  return alike !== undefined && /^\p{Lu}/u.test(alike.name) ? capitalize(name) : name;
}

const capitalize = (name: string): string => name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
