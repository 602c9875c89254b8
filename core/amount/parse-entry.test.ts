/** Reading typed text as entries, and writing entries as text. */
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanName } from '#core/name/clean-name.ts';
import { hasLinearGrowth } from '#core/testing/growth.ts';
import { formatAmount, writeAmount } from './format-amount.ts';
import { createNumberFormat, readNumber } from './numbers.ts';
import { formatEntry, literalEntry, parseEntry, type Entry } from './parse-entry.ts';
import { ALL_UNITS, PIECES } from './units.ts';

const parseIn = (locale: string, text: string, known: readonly string[] = []): string => {
  const numbers = createNumberFormat(locale);
  const { name, amount, unit, note } = parseEntry(text, { numbers, isKnownName: (typed) => known.includes(typed) });
  return [name, amount, unit, note].filter((part) => part !== null).join(' | ');
};
const parse = (text: string, known?: readonly string[]): string => parseIn('en-US', text, known);

describe('an entry', () => {
  test.each([
    ['2 milk', 'milk | 2'],
    ['milk x2', 'milk | 2'],
    ['milk ×2', 'milk | 2'],
    ['2 x milk', 'milk | 2'],
    ['2x milk', 'milk | 2'],
    ['x2 milk', 'milk | 2'],
    ['500 g flour', 'flour | 500 | g'],
    ['flour 500g', 'flour | 500 | g'],
    ['flour, 500 grams', 'flour | 500 | g'],
    ['flour (500 g)', 'flour | 500 | g'],
    ['1,5 l milk', 'milk | 1.5 | l'],
    ['1.5 L milk', 'milk | 1.5 | l'],
    ['½ lemon', 'lemon | 0.5'],
    ['¼ cup sugar', 'sugar | 0.25 | cup'],
    ['2¾ tsp. salt', 'salt | 2.75 | tsp'],
    ['⅛ tsp salt', 'salt | 0.125 | tsp'],
    ['a pinch of salt', 'salt | 1 | pinch'],
    ['a dozen eggs', 'eggs | 1 | dozen'],
    ['one bottle of wine', 'wine | 1 | bottle'],
    ['12 fl. oz. cola', 'cola | 12 | fl oz'],
    ['1½ cups of sugar', 'sugar | 1.5 | cup'],
    ['1 1/2 cups sugar', 'sugar | 1.5 | cup'],
    ['⅓ cup oil', 'oil | 0.333 | cup'],
    ['1 and 1/2 cups flour', 'flour | 1.5 | cup'],
    ['flour 1 and ½ cups', 'flour | 1.5 | cup'],
    ['99 plates', 'plates | 99'],
    ['100 x plates', 'plates | 100'],
    ['plates x100', 'plates | 100'],
    ['100 sachets yeast', 'yeast | 100 | sachet'],
    ['2 fl. oz. vanilla', 'vanilla | 2 | fl oz'],
    ['3 packs of butter', 'butter | 3 | pack'],
    ['2 dozen eggs', 'eggs | 2 | dozen'],
    ['3 pcs leek', 'leek | 3'],
    ['milk (lactose-free)', 'milk | lactose-free'],
    ['2 l milk (lactose-free)', 'milk | 2 | l | lactose-free'],
    ['1,000 g rice', 'rice | 1000 | g'],
    ['4 AA batteries', 'AA batteries | 4'],
    ['7 Up 500 ml', '7 Up | 500 | ml'],
    ['7 Up x2', '7 Up | 2'],
    ['0,500 kg flour', 'flour | 0.5 | kg'],
    ['1,500.5 g rice', 'rice | 1500.5 | g'],
    ['Milk: 2 l', 'Milk | 2 | l'],
    ['milk - 2 l', 'milk | 2 | l'],
    ['2 l - milk', 'milk | 2 | l'],
    ['milk: x2', 'milk | 2'],
    ['2 m&ms', 'm&ms | 2'],
    ['6 330 ml colas', '330 ml colas | 6'],
    ['2 x 7 Up', '7 Up | 2'],
    ['2 x 400 g tomatoes', '400 g tomatoes | 2'],
    ['2 A1 steak sauce', 'A1 steak sauce | 2'],
    ['2.25 onions', 'onions | 2.25'],
    ['1 dose cough syrup', 'dose cough syrup | 1'],
    ['1 EL FUDGE cookies', 'EL FUDGE cookies | 1'],
    ['2 TL bulbs', 'TL bulbs | 2'],
    ['2 EL wire', 'EL wire | 2'],
    ['2 TL Philips bulbs', 'TL Philips bulbs | 2'],
    ['1 box cutters', 'box cutters | 1'],
    ['100 napkins', 'napkins | 100'],
    ['Apples (6)', 'Apples | 6'],
    ['Avocats (2x)', 'Avocats | 2'],
    ['Eggs: 12', 'Eggs | 12'],
    ['Milk - 2', 'Milk | 2'],
    ['1,125 kg flour', 'flour | 1.125 | kg'],
    ['12 pack coke', 'coke | 12 pack'],
    ['bog roll 9 pack', 'bog roll | 9 pack'],
    ['24-ct water', 'water | 24-ct'],
    ['１２ eggs', 'eggs | 12'],
    ['٣ apples', 'apples | 3'],
  ])('[Q2] is read from %s', (text, entry) => {
    expect(parse(text)).toBe(entry);
  });

  test.each([
    '7 Up',
    '7up',
    'Omega 3',
    'Vitamin B12',
    '3-in-1 oil',
    '5 spice powder',
    '2% milk',
    '80/20 ground beef',
    '00 flour',
    'WD 40',
    'Size 4 diapers',
    '500 g',
    '2',
    '(ripe)',
    '0 sugar',
    '2 % milk',
    '3,5 % Milch',
    '2 - 3 apples',
    '2 + 1 milk',
    '1 / 2 milk',
    '2 °C gel',
    '1 ½',
    'milk 2 - 3 l',
    'cola 6 x 330 ml',
    'milk 2 x 1 l',
    '6 x 330 ml',
    '5 cm tape',
    '10 m rope',
    '9 V battery',
    '60 W bulb',
    '3/4 inch pipe',
    '2 to 3 carrots',
    '½ to 1 tsp cinnamon',
    '2 tbsp plus 1 tsp sugar',
    'a cup',
    'a bag tag',
    '1 1/2 inch pipe',
    '1 1/2 to 2 cups milk',
    '2 and 3 apples',
    '1 and 1/2 inch pipe',
    '2 tbsp and 1/2 tsp sugar',
    '1800 Tequila',
    '1664 beer',
    '365 olive oil',
    '3 bis 4 Möhren',
    '2 à 3 carottes',
    '2 o 3 zanahorias',
    '9 x 13 pan',
    '8 x 10 frame',
    '2 × 4 lumber',
    '12.30 train',
    'onion stuck with 2 cloves',
    'chicken cut into 12 pieces',
  ])('[Q2] is a name only: %s', (text) => {
    expect(parse(text)).toBe(text);
  });

  test('[Q2] known names win, with and without an amount or a note', () => {
    const known = ['4 cheese pizza', 'Rice (brown)'];
    expect(parse('4 cheese pizza', known)).toBe('4 cheese pizza');
    expect(parse('Rice (brown)', known)).toBe('Rice (brown)');
    expect(parse('4 cheese pizza (frozen)', known)).toBe('4 cheese pizza | frozen');
    expect(parse('1 can opener', ['can opener'])).toBe('can opener | 1');
    expect(parse('1 can opener')).toBe('can opener | 1');
  });

  test('[Q2] a number after a known name is its count, unless it may be a size', () => {
    expect(parse('eggs 12', ['eggs'])).toBe('eggs | 12');
    expect(parse('nappies 4', ['nappies'])).toBe('nappies 4');
    expect(parse('batteries 9', ['batteries'])).toBe('batteries 9');
  });

  test("[Q2] numbers have the decimal mark, the groups and the digits of the shopper's language", () => {
    expect(parseIn('de', '1.500 g Mehl')).toBe('Mehl | 1500 | g');
    expect(parseIn('de', '1,500 kg Mehl')).toBe('Mehl | 1.5 | kg');
    expect(parseIn('en', '1,500 g flour')).toBe('flour | 1500 | g');
    expect(parseIn('de', '0.250 l Sahne')).toBe('Sahne | 0.25 | l');
    expect(parseIn('de', '0,250 l Sahne')).toBe('Sahne | 0.25 | l');
    expect(parseIn('fr', '1 500 g farine')).toBe('farine | 1500 | g');
    expect(parseIn('fr', '1\u202F500 g farine')).toBe('farine | 1500 | g');
    expect(parseIn('fr', 'farine 1 500,5 g')).toBe('farine | 1500.5 | g');
    expect(parseIn('fr', '1 1/2 l lait')).toBe('lait | 1.5 | l');
    expect(parseIn('sv', '1 000 ml mjölk')).toBe('mjölk | 1000 | ml');
    expect(parseIn('pl', '2 mleko')).toBe('mleko | 2');
    expect(readNumber('1 500', createNumberFormat('fr'))).toBe(1500);
    expect(readNumber('1 50', createNumberFormat('fr'))).toBeNull();
    expect(parseIn('ar-EG', '٢ لبن')).toBe('لبن | 2');
    expect(parseIn('ar-EG', '١٫٥ l لبن')).toBe('لبن | 1.5 | l');
    expect(parseIn('en', '𝟯 eggs')).toBe('eggs | 3');
    expect(parseIn('en', '３ eggs')).toBe('eggs | 3');
    expect(formatAmount({ amount: 1.5, unit: 'kg' }, createNumberFormat('de').write)).toBe('1,5 kg');
    expect(formatAmount({ amount: 2, unit: 'box' }, createNumberFormat('not_a_locale').write)).toBe('2 boxes');
  });

  test('[Q1] a row shows an amount without groups of digits, and the smallest amount of another client', () => {
    expect([0.0004, 0.5, 2, 1.125, 1250.5, 1_000_000].map(writeAmount)).toEqual([
      '0.0004',
      '0.5',
      '2',
      '1.125',
      '1250.5',
      '1000000',
    ]);
  });

  test('[Q2] units of packages are shown in the plural of their language, and a unit of another client gets no wrong plural', () => {
    const show = (unit: string): string => formatAmount({ amount: 2, unit }, String);
    expect(['grams', 'Bottle', 'crate'].map(show)).toEqual(['2 grams', '2 Bottle', '2 crates']);
    expect(['boîte', 'pincée', 'Prise', 'Dose', 'Bund', 'EL', 'Pck.', 'c. à s.', 'cda', 'lata'].map(show)).toEqual([
      '2 boîtes',
      '2 pincées',
      '2 Prisen',
      '2 Dosen',
      '2 Bund',
      '2 EL',
      '2 Pck.',
      '2 c. à s.',
      '2 cdas',
      '2 latas',
    ]);
  });

  test('[Q2] a name in quotation marks is taken literally', () => {
    expect(parse('"2 milk"')).toBe('2 milk');
    expect(parse('3 l "2 milk"')).toBe('2 milk | 3 | l');
    expect(literalEntry(' 2  milk ')).toEqual({ name: '2 milk', amount: null, unit: null, note: null });
  });

  test.each(['1 ', 'a ', '(', '"', 'b(', '1/2 and '])(
    '[Q2] a long text is a name, and does not slow down the field: %j',
    (part) => {
      const write = (length: number): string => `a ${part.repeat(length / part.length)}`;
      expect(parse(write(4000))).toBe(write(4000).trim());
      expect(hasLinearGrowth(write, parse, () => performance.now())).toBe(true);
    },
  );
});

const cleanText = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'Milk',
      '7 Up',
      '2 milk',
      'x2',
      '500 g',
      'a (b)',
      '"',
      'a "b" (c)',
      '1/2',
      'Bio-Äpfel',
      'חלב',
      '牛乳',
    ),
    fc
      .array(fc.constantFrom('2', 'x', 'g', 'l', 'milk', '(', ')', '"', '½', '1,5', 'of', ','), {
        minLength: 1,
        maxLength: 6,
      })
      .map((parts) => parts.join(' ')),
  )
  .map((text) => cleanName(text))
  .filter((clean) => clean.ok)
  .map((clean) => clean.value);

const locale = fc.constantFrom('en-US', 'de', 'fr', 'ar-EG', 'hi-IN-u-nu-deva', 'sv');

const amountOf = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }),
  fc.integer({ min: 1, max: 5_000_000 }).map((thousandths) => thousandths / 1000),
);

const entry: fc.Arbitrary<Entry> = fc
  .record({
    name: cleanText,
    note: fc.option(cleanText),
    amount: fc.option(amountOf),
    unit: fc.option(fc.constantFrom(...ALL_UNITS.map(({ id }) => id))),
  })
  .map((fields) => (fields.amount === null ? { ...fields, unit: null } : fields));

test('[Q2] reading what was written gives the same entry, for any name, number and language', () => {
  fc.assert(
    fc.property(entry, locale, (wanted, language) => {
      const numbers = createNumberFormat(language);
      expect(parseEntry(formatEntry(wanted, numbers), { numbers, isKnownName: () => false })).toEqual(wanted);
    }),
    { numRuns: 2000 },
  );
});

/** An amount of a brand, or of a thing with `de` before it. */
const brand = fc
  .tuple(
    fc.constantFrom('500 g', '2', '1 l', '2 sachets'),
    fc.constantFrom(
      'De Cecco',
      'Del Monte',
      "D'Angelico",
      'Di Martino',
      'de farine',
      "d'huile",
      'di farina',
      'del mar',
    ),
  )
  .map((parts) => parts.join(' '));

test('[Q2] no letter of a text is lost: what is not in the name or the note is the amount', () => {
  const lettersOf = (text: string | null): string => (text ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '');
  const units = [...ALL_UNITS, PIECES].flatMap(({ id, aliases }) => [id, ...aliases]).map(lettersOf);
  const amountWords = new RegExp(`^(?:\\p{N}|x|of|de|del|d|di|an?|one|dozen|${units.join('|')}|s|n)*$`, 'iu');
  fc.assert(
    fc.property(fc.oneof(cleanText, brand), fc.constantFrom('en-US', 'fr', 'es', 'it'), (text, language) => {
      const { name, amount, note } = parseEntry(text, {
        numbers: createNumberFormat(language),
        isKnownName: () => false,
      });
      const rest = lettersOf(text).replace(lettersOf(name), '').replace(lettersOf(note), '');
      expect(rest).toMatch(amount === null ? /^$/u : amountWords);
      expect(rest).not.toMatch(/D/u);
    }),
    { numRuns: 2000 },
  );
});
