/** Word families: what singular and plural of a word have in common. */

/**
 * The words of a name, each reduced to the part that its singular and plural share: `Green Apples` gives `green`, `appl`.
 * The result need not be a word; it only has to be the same for tomato and tomatoes, berry and berries, loaf and loaves,
 * cookie and cookies. The endings are English, and work well enough for Spanish and French. If unrelated words share a family
 * (care, car), the guess may be wrong, and the shopper can change it.
 *
 * @param loose a loose key
 * @returns the families in the order of the words; empty if there are no letters or digits
 */
export function wordFamilies(loose: string): readonly string[] {
  return splitWords(loose).map(wordFamily);
}

/** The words of a text: its runs of letters and digits. */
export const splitWords = (text: string): readonly string[] => text.match(WORDS) ?? [];

// Marks count as letters: Indic vowels are marks.
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

function wordFamily(word: string): string {
  if (word.length < 3) return word;
  // No regular expressions, because the start does this for every word of 10,000 names.
  const one = word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  const bare = one.endsWith('e') ? one.slice(0, -1) : one;
  if (bare.endsWith('i')) return `${bare.slice(0, -1)}y`;
  return bare.endsWith('v') ? `${bare.slice(0, -1)}f` : bare;
}
