/** Compares names: keys that decide whether two are equal and whether a search finds one, and the order in which a shopper reads them. */

/**
 * The key of equal names: it ignores case, white space, invisible characters, the shape of an apostrophe and compatibility
 * forms (full width, ligatures). It keeps accents: pâte is not pâté. Lowercasing ignores the locale, so that all devices of an
 * account agree (product L9).
 *
 * @param name any string, clean or not
 * @returns the key; empty only for a name without visible characters
 */
export function nameKey(name: string): string {
  // Almost all names are plain, and the start computes 10,000 keys.
  if (PLAIN.test(name)) return collapseSpace(name.toLowerCase());
  // Normalized a second time, because lowercasing and removing can leave letters that compose.
  return collapseSpace(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(INVISIBLE, '')
      .replace(SAME_LETTERS, (letter) => SAME_LETTER[letter] ?? letter)
      .normalize('NFKC'),
  );
}

/**
 * The search key: the name key without accents, so that `creme` finds Crème and `smor` finds Smør (product L8). Vowel signs of
 * Indic scripts and Thai and Japanese sound marks are letters, not accents, and stay.
 *
 * @param name any string, clean or not
 * @returns the key; the same as `nameKey(name)` for plain names
 */
export function looseKey(name: string): string {
  const key = nameKey(name);
  if (PLAIN.test(key)) return key;
  return collapseSpace(
    key
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .replace(BARRED_LETTERS, (letter) => BARE_LETTER[letter] ?? letter),
  );
}

const PLAIN = /^[ -~]*$/u;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

// Capitals of ß are SS, sigma has a second shape at the end of a word, phones type curly apostrophes.
const SAME_LETTER: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', '‘': "'", '’': "'" };
const SAME_LETTERS = /[ßς‘’]/gu;

// The general combining marks, then Hebrew points and Arabic vowel and hamza signs, which shoppers rarely type.
const ACCENTS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu;

// Unicode does not decompose these, though an ordinary keyboard writes them without their stroke.
const BARE_LETTER: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe' };
const BARRED_LETTERS = /[øłđıæœ]/gu;

function collapseSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Replaces `&` or `n` between words with `and`: `half & half`, `mac n cheese`. */
export const andForSign = (name: string): string => name.replace(/(?<=\s)(?:&|n)(?=\s)/gu, 'and');

/** Negative if `a` comes first, positive if `b` does, 0 if they differ only in case or accents. */
export type NameOrder = (a: string, b: string) => number;

/**
 * Creates the order of names: by the shopper's language, ignoring case and accents, with numbers as numbers, so that
 * `Soup 2` comes before `Soup 10` (product L5). Names that differ only in case or accents are equal: a stable sort keeps their
 * order, and callers that need the same order on all devices break ties by id.
 *
 * @param locale the shopper's language tag; the device's language if it is missing or invalid
 * @returns a comparison for `sort`
 */
export function createNameOrder(locale: string | undefined): NameOrder {
  return createCollator(locale).compare;
}

function createCollator(locale: string | undefined): Intl.Collator {
  const options: Intl.CollatorOptions = { numeric: true, sensitivity: 'base' };
  try {
    return new Intl.Collator(locale, options);
  } catch {
    // Intl throws for tags such as `en_US`. A list in almost the right order is better than none.
    return new Intl.Collator(undefined, options);
  }
}
