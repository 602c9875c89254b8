/** The order in which a shopper reads names. */

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
