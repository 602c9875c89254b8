/** Initials of people. */
import { expect, test } from 'vitest';
import { initialsOf } from './person-mark.tsx';

test.each([
  ['Anna', 'A'],
  ['anna', 'A'],
  ['Anna Maria Berg', 'AB'],
  ['anna.berg', 'AB'],
  ['  anna_b ', 'AB'],
  ['ünal', 'Ü'],
  ['u\u0308nal', 'U\u0308'],
  ['李小龍', '李'],
  ['דנה כהן', 'דכ'],
  ['7up', '7'],
  ['𝒜nna', '𝒜'],
  ['', '?'],
  ['…', '?'],
])('[H2] the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
