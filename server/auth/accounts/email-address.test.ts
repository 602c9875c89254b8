/** Valid email addresses and their normalized form. */
import { expect, test } from 'vitest';
import { parseEmailAddress } from './users.ts';

test('[wire] an address is trimmed and converted to lower case', () => {
  expect(parseEmailAddress('  Ann.O+list@Example.ORG\n')).toBe('ann.o+list@example.org');
  expect(parseEmailAddress('root@localhost')).toBe('root@localhost');
  expect(parseEmailAddress("o'neil@example.org")).toBe("o'neil@example.org");
});

test('[wire] an invalid address, or one that could be several, is refused', () => {
  const texts = [
    '',
    '@',
    'ann',
    'ann@',
    '@example.org',
    'a b@example.org',
    'a@b@c.org',
    'ann@example..org',
    'a@-x.org',
  ];
  const hostile = [
    'a@x.org\r\nBcc: b@x.org',
    'a@x.org,b@x.org',
    '"a"@x.org',
    '<a@x.org>',
    'a@x.org\0',
    'ann@exampIe\u212A.org',
  ];
  for (const text of [...texts, ...hostile]) expect([text, parseEmailAddress(text)]).toEqual([text, undefined]);
});

test('[wire] an address that is too long is refused at once', () => {
  expect(parseEmailAddress(`${'a'.repeat(64)}@example.org`)).toBeDefined();
  expect(parseEmailAddress(`${'a'.repeat(65)}@example.org`)).toBeUndefined();
  expect(parseEmailAddress(`a@${'b.'.repeat(126)}b`)).toBeUndefined();
  expect(parseEmailAddress(`a@${'b.'.repeat(500_000)}`)).toBeUndefined();
});
