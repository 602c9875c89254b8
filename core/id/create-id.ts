/** Creates ids that are unique across devices (product L4). */

/** Returns 64 random bits as 16 hexadecimal digits. */
export type RandomHex = () => string;

/**
 * Creates an id: the time in milliseconds, as the spec requires, followed by 64 random bits.
 * @param now milliseconds since 1970
 */
export const createId = (now: number, randomHex: RandomHex): string => `${now}-${randomHex()}`;

/**
 * Whether an id begins with a timestamp. The ids of all rows that shoppers create do; those of the default list and of the
 * default categories do not (product L2, L3).
 */
export const isCreatedId = (id: string): boolean => /^\d{13}/.test(id);
