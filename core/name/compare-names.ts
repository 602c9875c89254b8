/** The order in which a shopper reads names. */

/** Below zero when `a` comes first, above zero when `b` does, zero when only case or accents part them. */
export type NameOrder = (a: string, b: string) => number;

/**
 * Makes the order of names: by the shopper's language, ignoring case and accents, numbers read as numbers, so that
 * `Soup 2` comes before `Soup 10`. Names that differ only in case or accents are equal: a stable sort keeps their
 * order, and who needs one order on all devices breaks the tie by id.
 *
 * @param locale the shopper's language tag; where it is missing or no language tag at all, the device's own is used
 * @returns a comparison for `sort`
 * Rule: product L5.
 */
export function createNameOrder(locale: string | undefined): NameOrder {
  return createCollator(locale).compare;
}

function createCollator(locale: string | undefined): Intl.Collator {
  const options: Intl.CollatorOptions = { numeric: true, sensitivity: 'base' };
  try {
    return new Intl.Collator(locale, options);
  } catch {
    // A stored or foreign tag such as `en_US` makes Intl throw; a list in a nearly right order beats no list.
    return new Intl.Collator(undefined, options);
  }
}
