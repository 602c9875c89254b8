/** The form of a phone number, and the one form in which it is kept. */

/**
 * Gives the digits of a number in E.164 without the plus sign, or undefined where it is none. As GoTrue reads it (phone.go):
 * the plus sign may be missing, and spaces do not count.
 */
export function parsePhoneNumber(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const digits = text.replaceAll(' ', '').replace(/^\+/, '');
  return /^[1-9]\d{1,14}$/.test(digits) ? digits : undefined;
}

/** Fifteen digits, with room for spaces. */
const MAX_LENGTH = 40;
