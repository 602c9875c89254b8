/** Ids that two devices never draw twice (product L4). */

/** Draws 64 random bits and writes them as 16 hexadecimal digits. */
export type RandomHex = () => string;

/**
 * A new id: the time in milliseconds, which the spec's ids begin with, and 64 random bits.
 * @param now milliseconds since 1970
 */
export const createId = (now: number, randomHex: RandomHex): string => `${now}-${randomHex()}`;
