/** The capitals of names that were typed in small letters. */
import { expect, test } from 'vitest';
import { followCapitals } from './guess-category.ts';
import { createKnownNames } from './known-names.ts';

const known = createKnownNames();
for (const name of ['Apple Juice', 'Chips', 'Bread', 'Apples']) known.remember(name, 'any', 'catalogue');
known.remember('iPad case', 'any');
known.remember('ein brot', 'any');

test.each([
  ['apple juice', 'Apple Juice'],
  ['apple', 'Apple'],
  ['kale chips', 'Kale chips'],
  ['ipad case', 'iPad case'],
  ['ein brot', 'ein brot'],
])('[L8] %s takes the capitals of the name that it matches', (typed, written) => {
  expect(followCapitals(known, typed)).toBe(written);
});

test.each(['APPLE juice', 'Apple juice', 'zimtsterne', 'bred', '', 'x'.repeat(9000)])(
  '[L8] a name that has a capital, or matches no known one, stays as it is typed (%#)',
  (typed) => {
    expect(followCapitals(known, typed)).toBe(typed);
  },
);
