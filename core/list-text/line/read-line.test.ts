/** Recipes in German, French and Spanish, and names that contain a unit. */
import { expect, test } from 'vitest';
import { formatAmount } from '#core/amount/format-amount.ts';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { readCommonNames } from '#core/catalogue/common-names.ts';
import { nameKey } from '#core/name/name-key.ts';
import { parseListText } from '#core/list-text/parse-list-text.ts';
import { readLine } from './read-line.ts';

const options = { numbers: createNumberFormat('en-US'), isKnownName: (name: string) => name === 'Gnocchi(n)' };

test.each([
  ['3 bis 4 Möhren', '4 | Möhren | 3–4'],
  ['2 à 3 carottes', '3 | carottes | 2–3'],
  ['2 o 3 zanahorias', '3 | zanahorias | 2–3'],
  ['1 y 1/2 tazas de harina, tamizada', '1.5 tazas | harina | tamizada'],
  ['1 Zwiebel(n), gehackt', '1 | Zwiebel | gehackt'],
  ['1 Prise(n) Salz', '1 Prise | Salz'],
  ['2 Zehe/n Knoblauch', '2 Zehen | Knoblauch'],
  ['Vitamin B(e)', 'Vitamin B | e'],
  ['Gnocchi(n)', 'Gnocchi(n)'],
])('[Q4] the line %j of a recipe is read', (line, expected) => {
  const entry = readLine(line, options);
  const shown = [formatAmount(entry, options.numbers.write), entry.name, entry.note].filter(Boolean).join(' | ');
  expect(shown).toBe(expected);
});

test.each(['Zubereitung', 'Anleitung', 'Préparation', 'Preparación', 'Elaboración'])(
  '[Q4] the heading %j is above steps, which are probably no items',
  (steps) => {
    const text = `Zutaten\n2 Eier\n${steps}\nFry 2 Eier.`;
    const { lines } = parseListText(text, { ...options, hasDetails: true, isCategoryName: () => false });
    expect(lines.map(({ entry, isTitle }) => (isTitle ? `?${entry.name}` : entry.name))).toEqual([
      '?Zutaten',
      'Eier',
      `?${steps}`,
      '?Fry 2 Eier.',
    ]);
  },
);

test.each([
  ['cola 6 x 330 ml', '6 | cola | 330 ml'],
  ['yoghurt 4x125g', '4 | yoghurt | 125g'],
  ['spaghetti: 3 x 400g/14oz, dried', '3 | spaghetti | 400g/14oz, dried'],
  ['baking dish 9 x 13 in', 'baking dish 9 x 13 in'],
  ['screws 4 x 40 mm', 'screws 4 x 40 mm'],
])('[Q7] the size after a number and an x in %j is a note', (line, expected) => {
  const entry = readLine(line, options);
  const shown = [formatAmount(entry, options.numbers.write), entry.name, entry.note].filter(Boolean).join(' | ');
  expect(shown).toBe(expected);
});

const readShown = (line: string): string => {
  const entry = readLine(line, options);
  return [formatAmount(entry, options.numbers.write), entry.name, entry.note].filter(Boolean).join(' | ');
};

test.each([
  ['2l coke x3', '3 | coke | 2l'],
  ['500 ml milk x2', '2 | milk | 500 ml'],
  ['1.5l of water 6x', '6 | water | 1.5l'],
  ['400g tin tomatoes x 3', '3 cans | tomatoes | 400g'],
  ['2l coke x3, cold', '3 | coke | 2l, cold'],
  ['2l coke ×3 (zero)', '3 | coke | 2l, zero'],
  ['3 x 2l coke', '3 | coke | 2l'],
  ['coke 2l x3', '3 | coke 2l'],
  ['2 cans tomatoes x3, diced', '3 | 2 cans tomatoes, diced'],
  ['2 lb pan 9 x 13', '2 lb | pan 9 x 13'],
  ['2 l coke x0', '2 l | coke x0'],
  ['9 x 13 l can tomatoes x3', '9 cans | tomatoes x3 | 13 l'],
])('[Q7] in %j, a number with an x after a size in front and a name counts', (line, expected) => {
  expect(readShown(line)).toBe(expected);
});

test.each([
  ['2xmilk', '2 | milk'],
  ['3xBread, sliced', '3 | Bread | sliced'],
  ['12XEggs', '12 | Eggs'],
  ['4xAA batteries', '4 | AA batteries'],
  ['3xcans tomatoes', '3 cans | tomatoes'],
  ['2×milk', '2 | milk'],
  ['2x milk', '2 | milk'],
  ['2xmas cards', '2 | xmas cards'],
])('[Q7] in %j, the x after the number is no letter of the name', (line, expected) => {
  expect(readShown(line)).toBe(expected);
});

test.each(['7xl socks', '2xl shirt', '3XXL shirt', '2xs gloves', '2xlarge shirt', '4x4 tires'])(
  '[Q7] %j begins with a size and stays a name',
  (line) => {
    expect(readShown(line)).toBe(line);
  },
);

test.each([
  ['2 lbs 4 oz beef', '2.25 lb | beef'],
  ['1 lb 8 oz chicken, diced', '1.5 lb | chicken | diced'],
  ['1 kg 500 g potatoes', '1.5 kg | potatoes'],
  ['1lb 2oz/510g flour', '1.125 lb | flour | 510g'],
  ['1 lb 12 oz can tomatoes', '1 can | tomatoes | 1 lb 12 oz'],
])('[Q7] the two amounts of %j are added up', (line, expected) => {
  expect(readShown(line)).toBe(expected);
});

test.each([
  ['1 kg 000 g', '1 kg 000 g'],
  ['1 kg 000 g flour', '1 kg 000 g flour'],
  ['2 l 4 oz', '2 l 4 oz'],
  ['2 l 4 oz beef', '2 l 4 oz beef'],
  ['250 g 9 oz flour', '250 g 9 oz flour'],
  ['1 lb of 8 oz steaks', '1 lb | steaks | of 8 oz'],
  ['1-2 lb 4 oz beef', '2 lb | 4 oz beef | 1–2'],
  ['1 can 14 oz tomatoes', '1 can | tomatoes | 14 oz'],
])('[Q7] the two amounts of %j are not added up', (line, expected) => {
  expect(readShown(line)).toBe(expected);
});

test.each(['2 tin foil', '2 cup noodles', '1 bottle brush', '2 pound cakes', '1 can opener'])(
  '[Q2] in %j, the unit is part of a common name',
  (text) => {
    const common = new Set(readCommonNames().map(({ name }) => nameKey(name)));
    const entry = readLine(text, { ...options, isKnownName: (name) => common.has(nameKey(name)) });
    expect(entry).toEqual({ name: text.slice(2), amount: Number(text[0]), unit: null, note: null });
  },
);

test.each([
  ['lb of bacon', '1 lb | bacon'],
  ['gallon milk', '1 gal | milk'],
  ['6 * bananas', '6 | bananas'],
  ['l of milk', 'l of milk'],
  ['gallon freezer bags', 'gallon freezer bags'],
  ['gallon paint', 'gallon paint'],
  ['pound cake', 'pound cake'],
  ['9 * 13 pan', '9 * 13 pan'],
  ['5* hotel', '5* hotel'],
])(
  '[Q2] a measure without a number counts as one before a known item, and a spaced asterisk means “times”: %j',
  (line, expected) => {
    const isKnownName = (name: string): boolean => ['milk', 'bacon', 'bananas', 'freezer bags', 'cake'].includes(name);
    const entry = readLine(line, { ...options, isKnownName });
    expect([formatAmount(entry, options.numbers.write), entry.name].filter(Boolean).join(' | ')).toBe(expected);
  },
);
