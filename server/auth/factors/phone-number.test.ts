/** Valid phone numbers and their stored form. */
import { expect, test } from 'vitest';
import { parsePhoneNumber } from '#server/auth/factors/enrollment.ts';

test('[A3] an E.164 number is stored as digits, with or without plus sign and spaces', () => {
  for (const text of ['+15550100', '15550100', '+1 555 0100', ' +1 5550100 ']) {
    expect(parsePhoneNumber(text)).toBe('15550100');
  }
  expect(parsePhoneNumber('+999999999999999')).toBe('999999999999999');
});

test('[A3] other texts are not phone numbers', () => {
  for (const text of [
    '',
    '+',
    '+1',
    '0555',
    '+0555123',
    '++15550100',
    '+9999999999999999',
    '+1555-0100',
    '+1555abc',
    '+1555\n0100',
    '+١٥٥٥',
    '+1555;drop',
    '1'.repeat(100_000),
    `${' '.repeat(100_000)}+15550100`,
  ]) {
    expect([text.slice(0, 20), parsePhoneNumber(text)]).toEqual([text.slice(0, 20), undefined]);
  }
});
