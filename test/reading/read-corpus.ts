/** Reads the corpus of lines and compares what the app makes of them with what a shopper means: `npm run score:reading` prints it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { literalEntry, type Entry } from '#core/amount/parse-entry.ts';
import { CATALOGUE } from '#core/catalogue/catalogue.ts';
import { readCommonNames } from '#core/catalogue/common-names.ts';
import { parseListText } from '#core/list-text/parse-list-text.ts';
import type { TextLine } from '#core/list-text/text-line.ts';
import type { TextOptions } from '#core/list-text/read-heading.ts';
import { looseKey, nameKey } from '#core/name/name-key.ts';

const FOLDER = join(import.meta.dirname, 'corpus');
const KNOWN = new Set([...readCommonNames(), ...CATALOGUE.items].map(({ name }) => nameKey(name)));
const CATEGORIES = new Set(CATALOGUE.categories.map(({ name }) => nameKey(name)));

/** What the app knows on a device of a language. Its known names are English. */
export const createTextOptions = (language: string): TextOptions => ({
  numbers: createNumberFormat(language),
  hasDetails: true,
  isKnownName: (name) => KNOWN.has(nameKey(name)),
  isCategoryName: (name) => CATEGORIES.has(nameKey(name)),
});

export type Verdict = 'right' | 'other' | 'harmful' | 'hidden' | 'lost';

export type Judged = { readonly line: string; readonly read: string; readonly verdict: Verdict };

/** The files of the corpus, such as `en-1`. */
export const listCorpora = (): readonly string[] =>
  readdirSync(FOLDER)
    .map((name) => name.replace('.txt', ''))
    .toSorted();

/** Judges each line of a file: `line > amount | unit | name`, with `/` between what is right, `;` between items and `-` for no item. */
export function judgeCorpus(name: string): readonly Judged[] {
  const options = createTextOptions(name.replace(/-.*/u, ''));
  return readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const at = line.lastIndexOf(' > ');
      const text = line.slice(0, at);
      const { lines } = parseListText(text, options);
      return { line: text, read: lines.map(show).join(' ; '), verdict: judge(text, lines, line.slice(at + 3)) };
    });
}

const show = ({ entry: { amount, unit, name, note }, isTitle }: TextLine): string =>
  isTitle ? `- (${name})` : `${amount ?? ''} | ${unit ?? ''} | ${name}${note === null ? '' : ` (${note})`}`;

type Expected = {
  readonly amount: number | null;
  readonly units: readonly string[];
  readonly names: readonly string[];
};

const toList = (text = ''): readonly string[] => text.split('/').map((part) => part.trim());

function toExpected(text: string): Expected {
  const [amount = '', unit, names] = text.split('|');
  return {
    amount: amount.trim() === '' ? null : Number(amount),
    units: toList(unit).map((one) => (one === '-' ? '' : one)),
    names: toList(names).map(looseKey),
  };
}

function judge(text: string, lines: readonly TextLine[], expected: string): Verdict {
  const parts = expected.split(' ; ').filter((part) => part.trim() !== '-');
  const items = lines.filter(({ isTitle }) => !isTitle);
  if (hasLostWord(text, lines)) return 'lost';
  if (items.length < parts.length) return lines.length > items.length ? 'hidden' : 'other';
  if (items.length > parts.length) return parts.length > 0 ? 'harmful' : 'other';
  const verdicts = parts.map((part, at) => judgeItem(items[at]?.entry ?? literalEntry(''), toExpected(part)));
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'right';
}

const WORST_FIRST: readonly Verdict[] = ['harmful', 'other'];

/** A wrong amount, or a name without the thing to buy, is harmful. An amount that stays in the name is not. */
function judgeItem(entry: Entry, { amount, units, names }: Expected): Verdict {
  const name = looseKey(entry.name);
  const isAmountRight = entry.amount === amount && units.includes(entry.unit ?? '');
  if (isAmountRight) return names.includes(name) ? 'right' : sharesWord(name, names) ? 'other' : 'harmful';
  return entry.amount === null && sharesWord(name, names) ? 'other' : 'harmful';
}

const sharesWord = (name: string, names: readonly string[]): boolean =>
  names.some((one) => name.includes(one) || one.split(' ').some((word) => name.split(' ').includes(word)));

const wordsOf = (text: string): readonly string[] => looseKey(text).match(/[\p{L}]{3,}/gu) ?? [];

/** Whether a long word of the text is nowhere in what was read, and is no unit, number or joint. */
function hasLostWord(text: string, lines: readonly TextLine[]): boolean {
  const kept = looseKey(
    lines.map(({ entry, heading }) => `${entry.name} ${entry.note ?? ''} ${heading ?? ''}`).join(' '),
  );
  return wordsOf(text).some(
    (word) => word.length > 4 && !kept.includes(word) && lines.every(({ entry }) => entry.amount === null),
  );
}

export type JudgedList = {
  readonly items: number;
  readonly right: number;
  /** Items with another amount or unit. */
  readonly wrong: readonly string[];
  /** Items that are not selected. */
  readonly hidden: readonly string[];
  readonly lost: readonly string[];
  /** Lines that are selected and no items, such as a heading. */
  readonly extra: readonly string[];
};

/** Judges the pasted lists of a file: `=== language`, the text, and a line `> amount | unit | name` for each item. */
export const judgeLists = (name: string): readonly JudgedList[] =>
  readFileSync(join(import.meta.dirname, 'lists', `${name}.txt`), 'utf8')
    .split(/^=== /mu)
    .slice(1)
    .map(judgeList);

function judgeList(block: string): JudgedList {
  const [language = '', ...rows] = block.split('\n');
  const text = rows.filter((row) => !/^> \S* ?\|/u.test(row)).join('\n');
  const expected = rows.filter((row) => /^> \S* ?\|/u.test(row)).map((row) => toExpected(row.slice(2)));
  const { lines } = parseListText(text, createTextOptions(language));
  const find = ({ names }: Expected): TextLine | undefined =>
    lines.find(({ entry }) => names.includes(looseKey(entry.name)));
  const isRead = (item: Expected): boolean => {
    const { entry } = find(item) ?? {};
    return entry?.amount === item.amount && item.units.includes(entry.unit ?? '');
  };
  const nameOf = ({ names: [first = ''] }: Expected): string => first;
  const isHidden = (item: Expected): boolean => find(item)?.isTitle === true;
  const names = new Set(expected.flatMap((item) => item.names));
  return {
    items: expected.length,
    right: expected.filter((item) => isRead(item) && !isHidden(item)).length,
    wrong: expected.filter((item) => find(item) !== undefined && !isRead(item)).map(nameOf),
    hidden: expected.filter(isHidden).map(nameOf),
    lost: expected.filter((item) => find(item) === undefined).map(nameOf),
    extra: lines
      .filter(({ entry, isTitle }) => !isTitle && !names.has(looseKey(entry.name)))
      .map(({ entry }) => entry.name),
  };
}
