/** Lines with several items, and messages that ask for them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount } from '#core/amount/format-amount.ts';
import { createNumberFormat, readNumber } from '#core/amount/numbers.ts';
import { nameKey } from '#core/name/name-key.ts';
import { splitNames } from './split-names.ts';

const numbers = createNumberFormat('en-US');
const KNOWN: ReadonlySet<string> = new Set(
  ['milk', 'eggs', 'bread', 'mac and cheese', 'half and half', 'salt', 'ham'].map(nameKey),
);

/** The items as texts, amount | name, and then what follows them, after a ?. */
function readAll(text: string, isAlone = false): readonly string[] {
  const read = splitNames(text, { numbers, isKnownName: (name) => KNOWN.has(nameKey(name)) }, isAlone);
  const items = (read?.entries ?? []).map((entry) =>
    [formatAmount(entry, numbers.write), entry.name, entry.note].filter(Boolean).join(' | '),
  );
  return [...items, ...(read?.after ? [`?${read.after}`] : [])];
}

test('[Q4] names with commas are separate items if the app knows all of them', () => {
  expect(readAll('milk, eggs and bread')).toEqual(['milk', 'eggs', 'bread']);
  expect(readAll('2 l milk, 6 eggs, and bread')).toEqual(['2 l | milk', '6 | eggs', 'bread']);
});

test('[Q4] a list of things may have brackets, also with commas and amounts', () => {
  expect(readAll('milk, eggs, 2 breads, ham (1 lb), salt')).toEqual([
    'milk',
    'eggs',
    '2 | breads',
    '1 lb | ham',
    'salt',
  ]);
  expect(readAll('sea salt (fine, 250 g), rock ham, milk')).toEqual(['sea salt | fine, 250 g', 'rock ham', 'milk']);
  expect(readAll('milk (2%, cold), bread')).toEqual(['milk | 2%, cold', 'bread']);
  expect(readAll('we need ham (smoked, 250 g), eggs :)')).toEqual(['ham | smoked, 250 g', 'eggs :)']);
});

test.each([
  'ham (smoked), in cubes, in a bowl',
  'ham (smoked), chopped, salt',
  '1 ham (smoked), salt, milk crust',
  'salt (fine), to taste',
])('[Q4] what follows brackets may be a remark: %s', (line) => {
  expect(readAll(line)).toEqual([]);
});

test('[Q4] a dictated text, alone and without commas, is separate items if the app knows all of them', () => {
  expect(readAll('milk and an egg and two breads', true)).toEqual(['milk', '1 | egg', '2 | breads']);
  expect(readAll('mac and cheese and milk', true)).toEqual(['mac and cheese', 'milk']);
  expect(readAll('milk and eggs')).toEqual([]);
  for (const text of ['milk and cookies', 'salt and chopped ham', 'half and half', 'milk'])
    expect(readAll(text, true)).toEqual([]);
});

test.each([
  ['we need milk, and some of those eggs', ['milk', 'eggs']],
  [
    "can you get milk? also we're out of ham. oh and 2 bottles of wine x",
    ['milk', 'ham', '2 bottles | wine', "?also we're out of oh and x"],
  ],
  ['we need 1,5 l milk and eggs', ['1.5 l | milk', 'eggs']],
  ['we need 1,000 g flour, eggs', ['1000 g | flour', 'eggs']],
  ['1,5 l milk, eggs and bread', ['1.5 l | milk', 'eggs', 'bread']],
  ['could you buy 2% milk, Dr. Pepper and eggs', ['2% milk', 'Dr. Pepper', 'eggs']],
  ['we need 2 lbs. beef and milk', ['2 lb | beef', 'milk']],
  ['we need a lb. of butter and milk', ['1 lb | butter', 'milk']],
  ['we need St. Louis ribs and No. 5 pasta', ['St. Louis ribs', 'No. 5 pasta']],
  ['We need milk. And eggs.', ['milk', 'eggs']],
  ['We need Ham. Love you', ['Ham', '?Love you']],
  ['We need a can. Love you', ['can', '?Love you']],
  ['Can you get some milk? And eggs', ['milk', 'eggs']],
  ['we need milk. Eggs, bread and tofu too', ['milk', 'Eggs', 'bread', 'tofu', '?too']],
  ['we need milk please and eggs', ['milk', 'eggs', '?please']],
  ['we need milk please, eggs and tofu. Love you', ['milk', 'eggs', 'tofu', '?please Love you']],
  ['we need half & half and milk', ['half & half', 'milk']],
  ["we need Ben & Jerry's, eggs & milk", ["Ben & Jerry's", 'eggs', 'milk']],
  ['we need milk and salt & vinegar chips', ['milk', 'salt & vinegar chips']],
  ['half & half, milk and eggs', ['half & half', 'milk', 'eggs']],
  ['we need 1 and 1/2 cups flour and eggs', ['1.5 cups | flour', 'eggs']],
  ['we need omega 3 and 2 milk', ['omega 3', '2 | milk']],
  ['we need milk and 1 & ½ l beer', ['milk', '1.5 l | beer']],
])('[Q4] the message %j has these items', (message, items) => {
  expect(readAll(message)).toEqual(items);
});

test('[Q4] a message is split with few look-ups for each word, and one over the length limit is not split', () => {
  let count = 0;
  const isUnknown = (): boolean => {
    count += 1;
    return false;
  };
  const write = (words: number): string => `we need ${'a and '.repeat(words)}b`;
  expect(splitNames(write(150), { numbers, isKnownName: isUnknown })?.entries).toHaveLength(151);
  expect(count).toBeLessThan(25 * 151);
  expect(splitNames(write(170), { numbers, isKnownName: isUnknown })).toBeNull();
});

test('[Q4] each number of a message is in one item', () => {
  const part = fc.record({
    number: fc.constantFrom('1,5', '1.5', '1,250', '2', '12', '1/2', ''),
    unit: fc.constantFrom(' ml', ' oz.', ' g', 'x', ''),
    name: fc.constantFrom('milk', 'tofu', 'Dr. Pepper', 'salt & vinegar chips', 'No. 5 pasta'),
  });
  const joint = fc.constantFrom(', ', ' and ', ', and ', ' & ', '. And ');
  fc.assert(
    fc.property(fc.array(fc.tuple(part, joint), { minLength: 1, maxLength: 4 }), (parts) => {
      const shown = parts.map(([{ number, unit, name }, mark]) =>
        number === '' ? `${name}${mark}` : `${number}${unit} ${name}${mark}`,
      );
      const kept = readAll(`we need ${shown.join('')}`).join('\n');
      for (const [{ number, name }] of parts) {
        const written = number === '' ? '' : numbers.write(readNumber(number, numbers) ?? 0);
        expect(kept).toMatch(new RegExp(`(?:${number.replace('.', '\\.')}|${written}).*${name}`, 'u'));
      }
    }),
  );
});
