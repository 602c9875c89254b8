/** Tells a slip of the thumb from another word. */

/** The typed text as a loose key, and the number of tolerated typos: at most two. */
export type Typed = { readonly loose: string; readonly slips: number };

/**
 * Whether some beginning of `text`, from `start` on, becomes what was typed by so many slips or fewer: a letter too
 * many, too few, wrong, or two neighbours swapped (Damerau-Levenshtein distance, optimal string alignment). Only a
 * beginning is asked for, so that it works while the shopper still types.
 *
 * @param typed the loose key of what was typed
 * @param text the loose key of a known name
 * @param start where in it to begin, such as at its second word
 * Rule: product L8.
 */
export function isTypo(typed: Typed, text: string, start = 0): boolean {
  const { loose } = typed;
  // Trying the slips out costs less than a table while they are two at most. Beyond an end charCodeAt is NaN, which
  // equals nothing.
  const fits = (from: number, at: number, slips: number): boolean => {
    let same = 0;
    while (loose.charCodeAt(from + same) === text.charCodeAt(at + same)) same += 1;
    const wanted = from + same;
    const given = at + same;
    if (loose.length - wanted <= slips) return true;
    if (slips === 0) return false;
    return (
      fits(wanted + 1, given + 1, slips - 1) ||
      fits(wanted, given + 1, slips - 1) ||
      fits(wanted + 1, given, slips - 1) ||
      (isSwap(wanted, given) && fits(wanted + 2, given + 2, slips - 1))
    );
  };
  const isSwap = (wanted: number, given: number): boolean =>
    loose.charCodeAt(wanted) === text.charCodeAt(given + 1) && loose.charCodeAt(wanted + 1) === text.charCodeAt(given);
  return fits(0, start, typed.slips);
}
