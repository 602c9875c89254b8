/** Creates ids that are unique across devices (product L4). */

/** Returns 64 random bits as 16 hexadecimal digits. */
export type RandomHex = () => string;

/**
 * Creates an id: the time in milliseconds, as the spec requires, followed by 64 random bits. The time has 13 digits, so that ids sort by
 * it even if a clock was once set to 1970.
 * @param now milliseconds since 1970
 */
export const createId = (now: number, randomHex: RandomHex): string =>
  `${String(now).padStart(13, '0')}-${randomHex()}`;

/**
 * Whether an id begins with a timestamp. The ids of all rows that shoppers create do; those of the default list and of the
 * default categories do not (product L2, L3).
 */
export const isCreatedId = (id: string): boolean => /^\d{13}/.test(id);

/**
 * Creates a random UUID (RFC 9562, version 4), the type of list ids on the backend. Browsers offer `crypto.randomUUID` only
 * on secure pages.
 */
export function createUuid(randomHex: RandomHex): string {
  const digits = randomHex() + randomHex();
  // The first two bits of the fourth group are 10.
  const variant = ((parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20, 32),
  ].join('-');
}
