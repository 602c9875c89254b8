/** Tells a slip of the thumb from another word. */

/**
 * Whether some beginning of `text` becomes `typed` by at most `slips` slips: a letter too many, too few, wrong, or two
 * neighbours swapped (Damerau-Levenshtein distance, optimal string alignment). Only a beginning is asked for, so that
 * it works while the shopper still types. Trying the slips out costs less than a table while they are two at most.
 *
 * @param typed the loose key of what was typed
 * @param text the loose key of a known name, or its end from some word on
 * @param slips how many slips are forgiven; keep it at two or below
 * Rule: product L8.
 */
export function isTypo(typed: string, text: string, slips: number): boolean {
  const same = sharedStart(typed, text);
  const wanted = typed.slice(same);
  const given = text.slice(same);
  if (wanted.length <= slips) return true;
  if (slips === 0) return false;
  return (
    isTypo(wanted.slice(1), given.slice(1), slips - 1) ||
    isTypo(wanted, given.slice(1), slips - 1) ||
    isTypo(wanted.slice(1), given, slips - 1) ||
    (wanted[0] === given[1] && wanted[1] === given[0] && isTypo(wanted.slice(2), given.slice(2), slips - 1))
  );
}

function sharedStart(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}
