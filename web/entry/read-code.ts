/** Reads a code of digits as people type, paste and speak it. */

/** So many digits a code of the second step has (RFC 6238, GoTrue). */
export const CODE_LENGTH = 6;

/** Where the digits of other keyboards begin: Arabic, Persian and Urdu, Devanagari, Bengali, full width. */
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0xff_10];

/** The digits in what was typed, as 0 to 9; blanks, dashes and all else goes. */
export const readCode = (typed: string): string => Array.from(typed, toDigit).join('').slice(0, CODE_LENGTH);

function toDigit(character: string): string {
  if (/^\d$/u.test(character)) return character;
  const point = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => point >= start && point <= start + 9);
  return zero === undefined ? '' : String(point - zero);
}
