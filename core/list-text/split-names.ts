/** Splits a line that has several items: `milk, 6 eggs and bread`, or a message that asks for them (product Q4). */
import type { Entry } from '#core/amount/parse-entry.ts';
import type { EntryOptions } from '#core/amount/split-amount.ts';
import { findUnit } from '#core/amount/units.ts';
import { readLine } from './line/read-line.ts';
import { isThing } from './line/split-remarks.ts';
import { isKissAlone, messagePatterns, readRequest, splitClosing, splitThanks } from './read-request.ts';
import { isKnownName, JOINT, splitDictated, splitItems, splitListed, type SplitNames } from './split-items.ts';

/**
 * Splits a line at commas and `and`. A line without a request is split only if the app knows all of its names, because
 * `tofu, extra firm` is one item.
 * @param isAlone whether the line is the whole text. Then it is also split without commas, because dictation has none. In a recipe,
 *   `salt and black pepper` is one line.
 * @returns null for a line that is one item
 */
export function splitNames(text: string, options: EntryOptions, isAlone = false): SplitNames | null {
  if (text.length > MESSAGE_LIMIT || isKnownName(text, options)) return null;
  return splitMessage(text, options) ?? splitListed(text, options) ?? (isAlone ? splitDictated(text, options) : null);
}

/** Also splits words that may be one thing, such as `milk bread butter`, but `ham cheese sandwich`, too: the shopper decides. */
export const splitOffered = (text: string, options: EntryOptions): SplitNames | null =>
  splitNames(text, options, true) ??
  (text.length > MESSAGE_LIMIT || isKnownName(text, options) ? null : splitDictated(text, options, true));

/**
 * Reads a message about one thing that the app knows: `oh and toilet paper pls`.
 * @returns null for several things, a thing that the app does not know, and a word that matters: `maybe chips`
 */
export function readMessage({ entries, before }: SplitNames, options: EntryOptions): Entry | null {
  const [only, ...others] = entries;
  const isCertain =
    only !== undefined && others.length === 0 && isKnownName(only.name, options) && !/\bmaybe\b/iu.test(before);
  return isCertain ? only : null;
}

/** Longer than a message that asks for several things. The time to split a text grows with the square of its length. */
const MESSAGE_LIMIT = 1000;

/** A message is split without knowing the names. `mac and cheese` is one item if the app knows it. */
function splitMessage(text: string, options: EntryOptions): SplitNames | null {
  const request = readRequest(text, options);
  if (request === null) return splitPolite(text, options);
  const { rest, after } = splitClosing(request.said);
  const read = readSentences(rest, options);
  return { ...read, before: request.before, after: joinSaid(read.after, after) };
}

/** `2 avocados please`: one item, or several, without a request. A kiss may be a part of a name that the app does not know: `Hennessy XO`. */
function splitPolite(text: string, options: EntryOptions): SplitNames | null {
  const polite = splitThanks(text);
  if (polite === null) return null;
  const listed = splitListed(polite.rest, options) ?? splitDictated(polite.rest, options);
  const entries = listed?.entries ?? [readLine(polite.rest, options)];
  const isName = isKissAlone(polite.after) && !entries.every(({ name }) => isThing({ options }, name));
  return isName ? null : { entries, before: '', after: polite.after };
}

type Read = Omit<SplitNames, 'before'>;

/** Reads the items of a sentence, and of the next one if it continues the list: `We need milk. And eggs.` */
function readSentences(text: string, options: EntryOptions): Read {
  const { items, thanks, rest } = endSentence(text, options);
  const entries = splitItems(items, options);
  const next = rest === '' ? null : readNext(rest, options);
  if (next === null) return { entries, after: `${thanks} ${rest}`.trim() };
  return { entries: [...entries, ...next.entries], after: `${thanks} ${next.after}`.trim() };
}

/** Null if the text is not about more items, such as `love you`. It may be another request: `We're out of eggs. Oh and 2 beers`. */
function readNext(text: string, options: EntryOptions): Read | null {
  const { rest, said, isMore } = startNext(text, options);
  const next = readSentences(rest, options);
  const hasItems = isMore ? next.entries.length > 0 : next.entries.some(({ name }) => isKnownName(name, options));
  return hasItems ? { ...next, after: joinSaid(...said, next.after) } : null;
}

type NextStart = { readonly rest: string; readonly said: readonly string[]; readonly isMore: boolean };

/** What the sentence says before its items, and whether it thereby asks for more. */
function startNext(text: string, options: EntryOptions): NextStart {
  const { 0: joint, groups } = JOINT.exec(text) ?? { 0: '' };
  const rest = text.slice(joint.length);
  const request = readRequest(rest, options) ?? { before: '', said: rest };
  const said = [groups?.['word'] ?? '', request.before];
  return { rest: request.said, said, isMore: joint !== '' || request.before !== '' };
}

const joinSaid = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

type Sentence = { readonly items: string; readonly thanks: string; readonly rest: string };

function endSentence(text: string, options: EntryOptions): Sentence {
  for (const { index, groups, 0: mark } of text.matchAll(messagePatterns().sentenceEnd)) {
    const items = text.slice(0, index);
    const rest = text.slice(index + mark.length).replace(/^[\s?!.,]+/u, '');
    const isPeriodInName = mark === '.' && isAbbreviation(items, rest, options);
    if (!isPeriodInName && items.trim() !== '') return { items, thanks: groups?.['thanks'] ?? '', rest };
  }
  return { items: text, thanks: '', rest: '' };
}

/** Titles, and other short words with a capital: `Dr. Pepper`, `St. Louis ribs`, `No. 5 pasta`. */
const SHORT_WORD = /^(?:\p{Lu}\p{Ll}{0,2}|dr|mrs?|mt|st)\.|^n[or]\.\s\p{Nd}/u;

/** Short forms of units: `2 lbs. beef`. A unit that is a whole word ends a sentence. */
const SHORT_UNIT = /^(?:[^aeiou]+|oz|doz|gal)$/iu;

/** Whether the period after the first text ends an abbreviation, and not the sentence. */
function isAbbreviation(before: string, after: string, options: EntryOptions): boolean {
  const word = /\p{L}+$/u.exec(before)?.[0] ?? '';
  if (after === '' || /^(?:and|also)\b/iu.test(after) || options.isKnownName(word)) return false;
  const isUnit = SHORT_UNIT.test(word) && findUnit(word) !== undefined;
  return isUnit || SHORT_WORD.test(`${word}. ${after}`);
}
