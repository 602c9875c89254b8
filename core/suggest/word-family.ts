/** Which words belong together whether there is one of a thing or many. */

/**
 * The words of a name, each cut down to what its singular and plural share: `Green Apples` gives `green`, `appl`.
 * What remains need not be a word; it only has to be the same for tomato and tomatoes, berry and berries, loaf and
 * loaves, cookie and cookies. The endings are English, and serve Spanish and French well enough. Where they make
 * two strangers kin (care, car) the cost is a wrong guess the shopper can overrule.
 *
 * @param loose a loose key
 * @returns the families in the order of the words; empty when there are no letters or digits
 */
export function wordFamilies(loose: string): readonly string[] {
  return (loose.match(WORDS) ?? []).map(wordFamily);
}

// Marks count as letters: Indic vowels are marks.
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

function wordFamily(word: string): string {
  if (word.length < 3) return word;
  // No patterns here: this runs for every word of 10,000 names at start.
  const one = word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  const bare = one.endsWith('e') ? one.slice(0, -1) : one;
  if (bare.endsWith('i')) return `${bare.slice(0, -1)}y`;
  return bare.endsWith('v') ? `${bare.slice(0, -1)}f` : bare;
}
