/** How well pasted lines are read, and what holds for any text: no word is lost or invented, and a long hostile text takes no longer than others. */
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatEntry, type Entry } from '#core/amount/parse-entry.ts';
import { findUnit } from '#core/amount/units.ts';
import { phrasesOf, spokenNumbers } from '#core/language/words.ts';
import { TEXT_NUMBERS } from '#core/list-text/format-list-text.ts';
import { parseListText } from '#core/list-text/parse-list-text.ts';
import type { TextLine } from '#core/list-text/text-line.ts';
import { readLine } from '#core/list-text/line/read-line.ts';
import { looseKey } from '#core/name/name-key.ts';
import { hasLinearGrowth } from '#core/testing/growth.ts';
import { createTextOptions, judgeCorpus, judgeLists, listCorpora } from './read-corpus.ts';

const options = createTextOptions('en-US');
const read = (text: string): readonly TextLine[] => parseListText(text, options).lines;

describe('the corpus', () => {
  test.each(listCorpora())('[Q7] in %s, lines are read as a shopper means them, and none is lost or hidden', (name) => {
    const judged = judgeCorpus(name);
    const shareOf = (verdict: string): number => judged.filter((one) => one.verdict === verdict).length / judged.length;
    expect(judged.filter(({ verdict }) => verdict === 'lost' || verdict === 'hidden')).toEqual([]);
    expect(shareOf('right')).toBeGreaterThanOrEqual(name.startsWith('en') ? 0.9 : 0.85);
    expect(shareOf('harmful')).toBeLessThanOrEqual(name.endsWith('fresh') ? 0.05 : 0.01);
  });

  test.each(listCorpora())('[Q7] in %s, an entry that is written and read again stays the same', (name) => {
    for (const { line } of judgeCorpus(name)) {
      const entry = readLine(line, options);
      expect(readLine(formatEntry(entry, options.numbers), options)).toEqual(entry);
    }
  });
});

test('[Q7] in pasted lists, items have their amounts, and none is hidden', () => {
  const judged = judgeLists('fresh-2');
  const countOf = (kind: 'items' | 'right'): number => judged.reduce((sum, one) => sum + one[kind], 0);
  expect(judged.flatMap(({ wrong, hidden }) => [...wrong, ...hidden])).toEqual([]);
  expect(countOf('right') / countOf('items')).toBeGreaterThanOrEqual(0.85);
});

const VOCABULARY =
  `2|1/2|½|3-4|1,5|(|)|,|;|:|/|-|x|*|[ ]|[x]|•|🥛|→|"|cups|cup|g|kg|oz|ml|EL|Dosen|gousses|tazas|large|heaping|small|of|de|d'|von|à|to|or|and|plus|about|milk|eggs|kimchi|onions|
  Zwiebeln|ail|queso|garlic|cloves|can|box|pack|12 pack|chopped|finely|for serving|to taste|cut into|juice|zest|a|one|half|dozen|a few|please|thanks|also|we need|can you get|For the sauce|To serve|
  Produce|Dairy|Snacks|Method|Serves|20 minutes|ok|COSTCO|Tools:|milk:|boneless|fresh|piece|2-inch|14-ounce|napkins|100|| \t |{break}|{break}{break}`
    .split('|')
    .map((word) => word.trim().replaceAll('{break}', '\n'));

const text = fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 14 }).map((words) => words.join(' '));

const wordsOf = (written: string): readonly string[] => looseKey(written).match(/\p{L}+/gu) ?? [];

/** Words that an amount may use up, and those around several items in a line. */
const JOINTS = ['of', 'range', 'plus', 'articles', 'about', 'pieces', 'packSizes', 'nameColumns'] as const;
const isJoint = (word: string): boolean =>
  JOINTS.some((kind) => [...phrasesOf(kind)].some((phrase) => wordsOf(phrase).includes(word))) ||
  [...spokenNumbers().keys()].some((phrase) => wordsOf(phrase).includes(word)) ||
  findUnit(word) !== undefined ||
  findUnit(word.toUpperCase()) !== undefined ||
  findUnit(word.replace(/^./u, (letter) => letter.toUpperCase())) !== undefined ||
  ['x', 'some', 'the', 'd'].includes(word);

test('[Q7] no word is lost and none is invented: each is in a name, a note or a heading, or is the amount', () => {
  fc.assert(
    fc.property(text, (pasted) => {
      const lines = read(pasted);
      const kept = lines.flatMap(({ entry, heading }) => wordsOf(`${entry.name} ${entry.note ?? ''} ${heading ?? ''}`));
      const written = wordsOf(pasted);
      expect(written.filter((word) => !kept.includes(word) && !isJoint(word))).toEqual([]);
      expect(kept.filter((word) => !written.includes(word))).toEqual([]);
    }),
    { numRuns: 1500 },
  );
});

/** What the app writes for items of one category. */
const writeText = (entries: readonly Entry[]): string =>
  `My List\n\nOther:\n${entries.map((entry) => `- [ ] ${formatEntry(entry, TEXT_NUMBERS)}\n`).join('')}`;

test('[Q7] what was read, written as text and read again, is the same', () => {
  fc.assert(
    fc.property(text, (pasted) => {
      const entries = read(pasted)
        .filter(({ isTitle }) => !isTitle)
        .map(({ entry }) => entry);
      const items = read(writeText(entries)).filter(({ isTitle }) => !isTitle);
      expect(items.map(({ entry }) => entry)).toEqual(entries);
    }),
    { numRuns: 1500 },
  );
});

const HOSTILE = [
  '1 ',
  '1/',
  '1-',
  '(',
  ')',
  '[',
  'a, ',
  'a; ',
  'a | ',
  '\t',
  '½',
  '🥛',
  '* ',
  '- ',
  'a (',
  'cup of ',
  'finely chopped ',
  'to taste ',
  'a few ',
  '12 pack ',
  '2 x ',
  'c. à s. ',
  'and ',
  'we need ',
  'please ',
  'For the ',
  'a: ',
  ':',
  '\n',
  'a\n',
  '1 a\n',
  'A\n',
  '| a |\n',
  "d'",
  '14-ounce ',
  ' / ',
  '、',
] as const;

test.each(HOSTILE)('[Q7] 20 kB of %j take about as long as 20 kB of other text', (part) => {
  for (const before of ['', '2 ']) {
    const write = (length: number): string => `${before}${part.repeat(length / part.length)}a`;
    expect(hasLinearGrowth(write, read, () => performance.now())).toBe(true);
  }
});

test('[Q7] 20 kB of brackets within brackets take about as long as 20 kB of other text', () => {
  for (const before of ['', '2 ', 'a']) {
    const write = (length: number): string => `${before}${'('.repeat(length / 2)}a${')'.repeat(length / 2)}`;
    expect(hasLinearGrowth(write, read, () => performance.now())).toBe(true);
  }
});
