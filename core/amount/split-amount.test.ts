/** Amounts in other languages: their units, words between the amount and the name, and spaces between groups of digits. */
import { expect, test } from 'vitest';
import { showAmount } from './format-amount.ts';
import { createNumberFormat } from './numbers.ts';
import { parseEntry } from './parse-entry.ts';

const parseIn = (locale: string, text: string, known: readonly string[] = []): string => {
  const numbers = createNumberFormat(locale);
  const { name, amount, unit, note } = parseEntry(text, { numbers, isKnownName: (typed) => known.includes(typed) });
  return [name, amount, unit, note].filter((part) => part !== null).join(' | ');
};

test.each([
  ['1 Prise Salz', 'Salz | 1 | Prise'],
  ['2 Prisen Salz', 'Salz | 2 | Prise'],
  ['2 EL Öl', 'Öl | 2 | EL'],
  ['1 TL. Zucker', 'Zucker | 1 | TL'],
  ['1 TL frischer Thymian', 'frischer Thymian | 1 | TL'],
  ['2 Esslöffel Öl', 'Öl | 2 | EL'],
  ['2 Stück Butter', 'Butter | 2'],
  ['1 Bund Petersilie', 'Petersilie | 1 | Bund'],
  ['2 Dosen Tomaten', 'Tomaten | 2 | Dose'],
  ['1 Päckchen Backpulver', 'Backpulver | 1 | Pck.'],
  ['1 Pck. Vanillezucker', 'Vanillezucker | 1 | Pck.'],
  ['1 Pfund Hackfleisch', 'Hackfleisch | 1 | Pfund'],
  ['2 c. à s. d’huile', 'huile | 2 | c. à s.'],
  ['1 c.à.c. de sel', 'sel | 1 | c. à c.'],
  ['2 cuillères à soupe de miel', 'miel | 2 | c. à s.'],
  ['1 càs miel', 'miel | 1 | c. à s.'],
  ['1 pincée de sel', 'sel | 1 | pincée'],
  ['2 boîtes de thon', 'thon | 2 | boîte'],
  ['2 gousses d’ail', 'ail | 2 | gousse'],
  ['2 cdas de aceite', 'aceite | 2 | cda'],
  ['1 cdta. de sal', 'sal | 1 | cdta'],
  ['2 cucharadas de aceite', 'aceite | 2 | cda'],
  ['1 y 1/2 tazas de harina', 'harina | 1.5 | taza'],
  ['1 et ½ boîte de thon', 'thon | 1.5 | boîte'],
  ['1 und 1/2 Bund Petersilie', 'Petersilie | 1.5 | Bund'],
  ['1 lata del monte', 'del monte | 1 | lata'],
  ['1 lata de atún', 'atún | 1 | lata'],
  ['500 g de cecco spaghetti', 'de cecco spaghetti | 500 | g'],
  ['1 El Paso taco kit', 'El Paso taco kit | 1'],
  ['2 Zitronen', 'Zitronen | 2'],
  ['1 de cecco', 'de cecco | 1'],
])('[Q2] units of German, French and Spanish are read from %s', (text, entry) => {
  expect(parseIn('en-US', text)).toBe(entry);
});

test('[Q2] in the languages that say so, de is no part of the name', () => {
  expect(parseIn('fr', '500 g de farine')).toBe('farine | 500 | g');
  expect(parseIn('fr-CA', "1 l d'huile")).toBe('huile | 1 | l');
  expect(parseIn('es', '500 g de harina')).toBe('harina | 500 | g');
  expect(parseIn('it', '500 g di farina')).toBe('farina | 500 | g');
  expect(parseIn('es', '200 g del queso')).toBe('queso | 200 | g');
  expect(parseIn('fr', '2 dés à coudre')).toBe('dés à coudre | 2');
});

test('[Q2] a brand that begins with De, Del or Di keeps it', () => {
  expect(parseIn('es', '500 g Del Monte melocotón')).toBe('Del Monte melocotón | 500 | g');
  expect(parseIn('fr', '500 g De Cecco')).toBe('De Cecco | 500 | g');
  expect(parseIn('it', '500 g Di Martino pasta')).toBe('Di Martino pasta | 500 | g');
  expect(parseIn('en-US', "2 sachets D'Angelico")).toBe("D'Angelico | 2 | sachet");
  expect(parseIn('es', '500 g del monte melocotón')).toBe('del monte melocotón | 500 | g');
  expect(parseIn('fr', '2 kg del monte')).toBe('del monte | 2 | kg');
  expect(parseIn('fr', '500 g de cecco', ['de cecco'])).toBe('de cecco | 500 | g');
});

test('[Q2] on a German device, TL and EL are spoons before lower-case names too, but not before a brand', () => {
  expect(parseIn('de-AT', '2 TL salz')).toBe('salz | 2 | TL');
  expect(parseIn('de', '1 EL FUDGE cookies')).toBe('EL FUDGE cookies | 1');
  expect(parseIn('nl', '2 TL lampen')).toBe('TL lampen | 2');
});

test('[Q2] a name that ends with a number keeps it where a space separates groups of digits', () => {
  for (const locale of ['fr', 'sv', 'pl', 'en-US']) {
    expect(parseIn(locale, 'omega 3 500 g')).toBe('omega 3 | 500 | g');
    expect(parseIn(locale, 'Formula 1 200 g', ['Formula 1'])).toBe('Formula 1 | 200 | g');
  }
  for (const locale of ['fr', 'sv', 'ru', 'pl']) {
    expect(parseIn(locale, 'WD 40 200 ml')).toBe('WD 40 | 200 | ml');
    expect(parseIn(locale, 'Heinz 57 500 g')).toBe('Heinz 57 | 500 | g');
    expect(parseIn(locale, 'spaghetti n° 5 500 g')).toBe('spaghetti n° 5 | 500 | g');
    expect(parseIn(locale, 'vitamine B 12 500 mg')).toBe('vitamine B 12 | 500 | mg');
    expect(parseIn(locale, 'vitamine D 3 500 mg')).toBe('vitamine D 3 | 500 | mg');
    expect(parseIn(locale, '6 330 ml coca')).toBe('330 ml coca | 6');
  }
  expect(parseIn('fr', 'farine 1 500 g')).toBe('farine | 1500 | g');
  expect(parseIn('fr', 'farine 10 000 g')).toBe('farine | 10000 | g');
  expect(parseIn('fr', 'farine 12\u202F500 g')).toBe('farine | 12500 | g');
  expect(parseIn('fr', '6\u00A0330 ml coca')).toBe('coca | 6330 | ml');
});

test('[Q2] a number with an x before a name counts, also if an amount is after the name', () => {
  expect(parseIn('en', '2x coke 2 l')).toBe('coke 2 l | 2');
  expect(parseIn('en', 'x6 water 1.5 l')).toBe('water 1.5 l | 6');
  expect(parseIn('en', '6 x 330 ml coke')).toBe('330 ml coke | 6');
});

test.each([
  ['2l coke x3', '2l coke | 3'],
  ['500 ml milk x2', '500 ml milk | 2'],
  ['1.5l water 6x', '1.5l water | 6'],
  ['400g tin tomatoes x 3', '400g tin tomatoes | 3'],
  ['2l coke ×3 (zero)', '2l coke | 3 | zero'],
  ['coke 2l x3', 'coke 2l | 3'],
  ['2 lb pan 9 x 13', 'pan 9 x 13 | 2 | lb'],
  ['2 l coke x0', 'coke x0 | 2 | l'],
  ['500 ml x2', 'x2 | 500 | ml'],
])('[Q2] in %j, a number with an x after a size in front and a name counts', (text, expected) => {
  expect(parseIn('en', text)).toBe(expected);
});

test.each([
  ['2 lbs 4 oz beef', 'beef | 2.25 | lb'],
  ['1 lb 8 oz chicken', 'chicken | 1.5 | lb'],
  ['1 lb, 5 oz of beef', 'beef | 21 | oz'],
  ['1kg 500g potatoes (waxy)', 'potatoes | 1.5 | kg | waxy'],
])('[Q2] the two amounts of %j are added up', (text, expected) => {
  expect(parseIn('en', text)).toBe(expected);
});

test.each([
  ['1 kg 000 g', '1 kg 000 g'],
  ['1 kg 000 g flour', '1 kg 000 g flour'],
  ['2 l 4 oz', '2 l 4 oz'],
  ['2 l 4 oz beef', '2 l 4 oz beef'],
  ['250 g 9 oz flour', '250 g 9 oz flour'],
  ['1 lb 16 oz can beans', '1 lb 16 oz can beans'],
  ['1 lb of 8 oz steaks', '8 oz steaks | 1 | lb'],
  ['1 can 14 oz tomatoes', '14 oz tomatoes | 1 | can'],
])('[Q7] the two amounts of %j are not added up', (text, expected) => {
  expect(parseIn('en', text)).toBe(expected);
});

test('[Q2] in a language without spaces between groups of digits, 1 000 g is not one thing of 000 g', () => {
  expect(parseIn('en', '1 000 g flour')).toBe('1 000 g flour');
  expect(parseIn('en', '2 007 films')).toBe('007 films | 2');
});

test('[Q2] a count after a known name is its amount, and any other number at the end belongs to the name', () => {
  const known: readonly string[] = ['eggs', 'omega', 'vitamin d'];
  const read = (text: string): unknown => {
    const { name, amount } = parseEntry(text, {
      numbers: createNumberFormat('en'),
      isKnownName: (typed) => known.includes(typed),
    });
    return [name, amount];
  };
  expect(read('eggs 12')).toEqual(['eggs', 12]);
  expect(read('soup 2')).toEqual(['soup 2', null]);
  expect(read('vitamin d 3')).toEqual(['vitamin d 3', null]);
  expect([read('eggs 24'), read('eggs 25')]).toEqual([
    ['eggs', 24],
    ['eggs 25', null],
  ]);
  expect(read('eggs 1664')).toEqual(['eggs 1664', null]);
});

test('[Q2] ½ stays ½ on screen, and scales and bottles keep their decimals', () => {
  const show = (amount: number, unit: string | null = null): string => showAmount({ amount, unit }, String);
  expect([show(0.5), show(0.5, 'l'), show(1.5, 'cup'), show(0.333), show(2.75, 'dozen')]).toEqual([
    '½',
    '½ l',
    '1½ cups',
    '⅓',
    '2¾ dozen',
  ]);
  expect([show(1.5, 'l'), show(2), show(0.4), show(1250.5, 'ml')]).toEqual(['1.5 l', '2', '0.4', '1250.5 ml']);
});
