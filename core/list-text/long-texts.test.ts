/** The time to read long texts, such as a whole article that was pasted by mistake. */
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { literalEntry } from '#core/amount/parse-entry.ts';
import { hasLinearGrowth } from '#core/testing/growth.ts';
import { splitRemarks } from './line/split-remarks.ts';
import { toLine } from './line/tokens.ts';
import { parseListText } from './parse-list-text.ts';
import type { ListText } from './text-line.ts';

const numbers = createNumberFormat('en-US');
const read = (text: string): ListText =>
  parseListText(text, { numbers, hasDetails: true, isKnownName: () => false, isCategoryName: () => false });

test('[Q4] a line that is much longer than an item is a name, because reading it would take long', () => {
  const long = `${'salt '.repeat(2000)}to taste`;
  expect(read(long).lines.map(({ entry }) => entry)).toEqual([literalEntry(long)]);
});

test.each([
  '1 ',
  '(',
  '()',
  'a, ',
  'a (',
  '*',
  '# ',
  'cup of ',
  '[12:30, ',
  '[12:30] ',
  'A, [1.2.26 10:02]\n',
  '10:',
  '🍎',
  '🍎 ',
  '"',
  ' ',
  '\t',
  'a\t\t',
  'serves 1 ',
  '\n',
  ' \n',
  'a\n\n',
  '# a\n',
  '- [ ] ',
  'a:\n',
  'x3 ',
  '1 lb ',
  '1 kg 000 g ',
])('[Q4] the time to read a text grows in proportion to its length: %j', (part) => {
  const write = (length: number): string => `# 2 ${part.repeat(length / part.length)}a`;
  expect(hasLinearGrowth(write, read, () => performance.now())).toBe(true);
  const writeWithoutMark = (length: number): string => write(length).slice(2);
  expect(hasLinearGrowth(writeWithoutMark, read, () => performance.now())).toBe(true);
});

test.each([
  ['a message with invisible characters', '[12:30] Anna: milk', '\u200B'],
  ['a word with numbers', 'a', ' 1'],
])('[Q4] the time to read %s grows in proportion to its length', (_text, start, part) => {
  const write = (length: number): string => `${start}${part.repeat(length / part.length)}a`;
  expect(hasLinearGrowth(write, read, () => performance.now())).toBe(true);
});

test('[Q4] the time to read a long line above a price grows in proportion to its length', () => {
  const write = (length: number): string => `a${'('.repeat(length)}b\n2 @ 1.50`;
  expect(hasLinearGrowth(write, read, () => performance.now())).toBe(true);
});

test.each([', ', '; ', 'sliced, '])(
  '[Q4] the steps to find the remarks in a line grow in proportion to its length: %j',
  (part) => {
    const countSteps = (times: number): number => {
      let steps = 0;
      const isKnownName = (name: string): boolean => {
        steps += 1;
        return name === 'milk';
      };
      const line = toLine(`${part.repeat(times)}milk`, { numbers, isKnownName });
      const tokens = new Proxy(line.tokens, {
        get(target, key) {
          steps += 1;
          const value: unknown = Reflect.get(target, key);
          return value;
        },
      });
      splitRemarks({ ...line, tokens }, 0, true);
      return steps;
    };
    expect(countSteps(800)).toBeLessThan(3 * countSteps(400));
  },
);
