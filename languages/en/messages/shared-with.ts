/** A sentence about the other members of a list. */

/** @param others their names; empty if they are not known */
export const sharedWith = (list: string, others: readonly string[]): string =>
  others.length === 0
    ? `“${list}” may be shared with other people.`
    : `You share “${list}” with ${new Intl.ListFormat('en').format(others)}.`;
