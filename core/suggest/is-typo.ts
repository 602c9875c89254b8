/** Detects typos. */

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
      (isSwap(wanted, given) && fits(wanted + 2, given + 2, typos - 1))
    );
  };
  const isSwap = (wanted: number, given: number): boolean =>
    loose.charCodeAt(wanted) === text.charCodeAt(given + 1) && loose.charCodeAt(wanted + 1) === text.charCodeAt(given);
  return fits(0, start, typed.typos);
}
