/** Second-step and recovery codes: reads them from typed, pasted or dictated text, describes a refused code, and names the factor. */
import { isOutcomeUnknown, type Factor } from '#client/ports/accounts.ts';
import type { AccountApiFailure } from '#client/ports/account-api.ts';
import { messages } from '#web/messages/messages.ts';

/** The number of digits of a second-step code (RFC 6238, GoTrue). */
export const CODE_LENGTH = 6;

/** Code points of zero on other keyboards: Arabic, Persian and Urdu, Devanagari, Bengali, full width. */
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0xff_10];

/** Returns the digits of a text as 0 to 9 and drops all other characters. */
export const readCode = (typed: string): string => Array.from(typed, toDigit).join('').slice(0, CODE_LENGTH);

function toDigit(character: string): string {
  if (/^\d$/u.test(character)) return character;
  const point = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => point >= start && point <= start + 9);
  return zero === undefined ? '' : String(point - zero);
}

/** The number of characters of a recovery code, in four groups. */
export const RECOVERY_CODE_LENGTH = 16;

/** Returns the letters and digits of a recovery code in groups of four, as it was shown. */
export function readRecoveryCode(typed: string): string {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/gu, '')
    .slice(0, RECOVERY_CODE_LENGTH);
  return code.replaceAll(/.{4}(?=.)/gu, '$&-');
}

export type CodeAnswer = {
  readonly text: string;
  /** Whether the backend checked the code. If not, the same code can be sent again. */
  readonly isRefused: boolean;
};

/** @param sentence the error text; backend messages are shown as received */
export const codeAnswer = (failure: AccountApiFailure, text: string): CodeAnswer => ({
  text,
  isRefused: !isOutcomeUnknown(failure),
});

/** Returns the name and, for a phone, its number, without repeating either. */
export function describeFactor({ type, name, phone }: Pick<Factor, 'type' | 'name' | 'phone'>): string {
  const number = BARE_NUMBER.test(phone) ? `+${phone}` : phone;
  const title = name || { totp: messages.code.app, phone: messages.code.phone, recovery: messages.code.recovery }[type];
  return phone === '' || title.includes(phone) ? title : `${title} ${number}`;
}

/** GoTrue stores numbers without the plus sign. */
const BARE_NUMBER = /^\d{7,15}$/u;
