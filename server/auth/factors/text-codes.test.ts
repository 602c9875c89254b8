/** The codes of text messages. */
import { expect, test } from 'vitest';
import { createTextCode, hashTextCode, isTextCode, writeTextCode } from './challenge-factor.ts';

test('[A3] a code has six digits, may start with zero, and is random', () => {
  const codes = Array.from({ length: 2000 }, createTextCode);
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(1900);
  expect(writeTextCode('012345')).toBe('012345 is your Checklist code.');
});

test('[A3] a code matches only its challenge, and equal codes have different hashes', () => {
  const hash = hashTextCode('one', '012345');
  expect(isTextCode('one', '012345', hash)).toBe(true);
  expect(isTextCode('two', '012345', hash)).toBe(false);
  expect(hashTextCode('two', '012345').equals(hash)).toBe(false);
  for (const code of ['', '12345', '٠١٢٣٤٥', 'x'.repeat(10_000)]) expect(isTextCode('one', code, hash)).toBe(false);
});
