/** Reading the text of the add bar with the names that the app knows. */
import { expect, test } from 'vitest';
import { createKnownNames } from '#core/suggest/known-names.ts';
import { createEntryReader } from './entry-reader.ts';

const draftOf = (text: string) => ({ text, isLiteral: false });

test('[Q2] a suggestion that begins with the typed text, number included, replaces the whole text', () => {
  const reader = createEntryReader(createKnownNames(), () => true);
  expect(reader.replaceName(draftOf('7 u'), '7 Up')).toBe('7 Up');
  expect(reader.replaceName(draftOf('4 che'), '4 cheese pizza')).toBe('4 cheese pizza');
  expect(reader.replaceName(draftOf('7 ud'), 'Udon')).toBe('7 Udon');
  expect(reader.replaceName(draftOf('500 g flou (fine)'), 'Flour')).toBe('500 g Flour (fine)');
  expect(reader.replaceName(draftOf('mil'), 'Milk')).toBe('Milk');
});

test('[Q2] the same text is read again when the app knows more names', () => {
  const names = createKnownNames();
  const reader = createEntryReader(names, () => true);
  expect(reader.read(draftOf('4 cheese pizza'))).toMatchObject({ name: 'cheese pizza', amount: 4 });
  names.remember('4 cheese pizza', 'frozen', 'catalogue');
  expect(reader.read(draftOf('4 cheese pizza'))).toMatchObject({ name: '4 cheese pizza', amount: null });
});

test('[Q4] a pasted text with several lines or several items is recognized', () => {
  const names = createKnownNames();
  const reader = createEntryReader(names, () => true);
  expect(reader.hasSeveral('milk\neggs')).toBe(true);
  expect(reader.hasSeveral('milk\n')).toBe(false);
  expect(reader.hasSeveral('can you get milk and 6 eggs? thx')).toBe(true);
  expect(reader.hasSeveral('milk, 6 eggs and bread')).toBe(false);
  for (const name of ['milk', 'eggs', 'bread']) names.remember(name, 'dairy', 'catalogue');
  expect(reader.hasSeveral('milk, 6 eggs and bread')).toBe(true);
  expect(reader.hasSeveral('flour, 500 g')).toBe(false);
  expect(createEntryReader(names, () => false).hasSeveral('milk, eggs, bread')).toBe(false);
});
