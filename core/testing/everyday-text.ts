/** For tests of everyday texts: reads a pasted text with the names that the app knows, and shows its lines. */
import { formatAmount } from '#core/amount/format-amount.ts';
import { createNumberFormat } from '#core/amount/numbers.ts';
import { CATALOGUE_CATEGORIES, CATALOGUE_ITEMS } from '#core/catalogue/catalogue.ts';
import { readCommonNames } from '#core/catalogue/common-names.ts';
import { parseListText } from '#core/list-text/parse-list-text.ts';
import type { TextLine } from '#core/list-text/text-line.ts';
import { nameKey } from '#core/name/name-key.ts';

const numbers = createNumberFormat('en-GB');
const KNOWN = new Set([...CATALOGUE_ITEMS, ...readCommonNames()].map(({ name }) => nameKey(name)));
const CATEGORIES = new Set(CATALOGUE_CATEGORIES.map(({ name }) => nameKey(name)));

/** Shows a line as `?reason amount | name | note @heading`. */
export const showLine = ({ entry, heading, reason }: TextLine): string =>
  [
    reason === null ? '' : `?${reason} `,
    [formatAmount(entry, numbers.write), entry.name, entry.note].filter(Boolean).join(' | '),
    heading === null ? '' : ` @${heading}`,
  ].join('');

/** @returns each line as `showLine` shows it */
export const readEverydayText = (text: string): readonly string[] =>
  parseListText(text, {
    numbers,
    hasDetails: true,
    isKnownName: (name) => KNOWN.has(nameKey(name)),
    isCategoryName: (name) => CATEGORIES.has(nameKey(name)),
  }).lines.map(showLine);
