/** Amounts in languages with a word between the amount and the name, and with spaces between groups of digits. */
import { expect, test } from 'vitest';
import { createNumberFormat } from './numbers.ts';
import { parseEntry } from './parse-entry.ts';

const parseIn = (locale: string, text: string, known: readonly string[] = []): string => {
  const numbers = createNumberFormat(locale);
  const { name, amount, unit, note } = parseEntry(text, { numbers, isKnownName: (typed) => known.includes(typed) });
  return [name, amount, unit, note].filter((part) => part !== null).join(' | ');
};

test('[Q2] in the languages that say so, de is no part of the name', () => {
  expect(parseIn('fr', '500 g de farine')).toBe('farine | 500 | g');
  expect(parseIn('fr-CA', "1 l d'huile")).toBe('huile | 1 | l');
  expect(parseIn('es', '500 g de harina')).toBe('harina | 500 | g');
  expect(parseIn('it', '500 g di farina')).toBe('farina | 500 | g');
  expect(parseIn('fr', '2 dés à coudre')).toBe('dés à coudre | 2');
});

test('[Q2] a brand that begins with De, Del or Di keeps it', () => {
  expect(parseIn('es', '500 g Del Monte melocotón')).toBe('Del Monte melocotón | 500 | g');
  expect(parseIn('fr', '500 g De Cecco')).toBe('De Cecco | 500 | g');
  expect(parseIn('it', '500 g Di Martino pasta')).toBe('Di Martino pasta | 500 | g');
  expect(parseIn('en-US', "2 sachets D'Angelico")).toBe("D'Angelico | 2 | sachet");
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
