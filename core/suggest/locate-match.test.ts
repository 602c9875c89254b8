import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looseKey } from '#core/name/name-key.ts';
import { locateMatch } from './suggest.ts';

const marked = (name: string, typed: string): string => {
  const at = looseKey(name).indexOf(looseKey(typed));
  return name.slice(...locateMatch(name, at, at + looseKey(typed).length));
};

test.each([
  ['Green Apples', 'app', 'App'],
  ['Crème Fraîche', 'fraiche', 'Fraîche'],
  ['Cre\u0300me', 'cre', 'Cre\u0300'],
  ['Süßkartoffel', 'kart', 'kart'],
  ['Süßkartoffel', 'sus', 'Süß'],
  ['  Oat   Milk ', 'milk', 'Milk'],
  ['👨‍👩‍👧 Milk', 'milk', 'Milk'],
  ['👨‍👩‍👧 Milk', '👩', '👨‍👩‍👧'],
  ['حَلِيب', 'لي', 'لِي'],
  ['有机牛奶', '牛奶', '牛奶'],
])('[L8] in %j, %j highlights %j', (name, typed, part) => {
  expect(marked(name, typed)).toBe(part);
});

test('[L8] the highlighted part is within the name and contains the typed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (name, a, b) => {
      const loose = looseKey(name);
      fc.pre(loose !== '');
      const from = a % loose.length;
      const to = from + 1 + (b % (loose.length - from));
      // A match never starts or ends inside a character.
      fc.pre(loose.slice(from, to).isWellFormed());
      const [start, end] = locateMatch(name, from, to);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(name.length);
      expect(looseKey(name.slice(start, end))).toContain(loose.slice(from, to).trim());
    }),
    { numRuns: 3000 },
  );
});
