/** Splits a line into numbers, words and marks, and finds phrases and units among them. */
import { NUMBER_PATTERN } from '#core/amount/numbers.ts';
import type { EntryOptions } from '#core/amount/split-amount.ts';
import { findUnit } from '#core/amount/units.ts';
import type { WordKind } from '#core/language/text-words.ts';
import type { Unit } from '#core/language/unit.ts';
import { firstWordsOf, phrasesOf } from '#core/language/words.ts';
import { looseKey } from '#core/name/name-key.ts';

export type Token = {
  readonly kind: 'number' | 'word' | 'mark';
  readonly text: string;
  /** Its loose key, as the tables have it. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
};

export type Line = {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The closing bracket of each opening one that has one, as positions among the tokens. */
  readonly brackets: ReadonlyMap<number, number>;
  readonly options: EntryOptions;
};

const TOKEN = new RegExp(String.raw`(?<number>${NUMBER_PATTERN})|(?<word>[\p{L}\p{M}]+)|\S`, 'gu');

/** Splits a text, in time that grows in proportion to its length. */
export function toLine(text: string, options: EntryOptions): Line {
  const tokens = [...text.matchAll(TOKEN)].map(({ 0: found, index, groups }): Token => {
    const { number, word } = groups ?? {};
    const kind = number !== undefined ? 'number' : word === undefined ? 'mark' : 'word';
    return { kind, text: found, key: looseKey(found), start: index, end: index + found.length };
  });
  return { text, tokens, brackets: pairBrackets(tokens), options };
}

/** Round and square brackets close each other, because people mix them up. */
function pairBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { text }] of tokens.entries()) {
    if (text === '(' || text === '[') open.push(at);
    if (text !== ')' && text !== ']') continue;
    const opened = open.pop();
    if (opened !== undefined) pairs.set(opened, at);
  }
  return pairs;
}

export const isKind = (line: Line, at: number, kind: Token['kind']): boolean => line.tokens[at]?.kind === kind;

/** Whether the token is one of these marks or words, in lower case. */
export const isText = (line: Line, at: number, ...texts: readonly string[]): boolean =>
  texts.includes(line.tokens[at]?.text.toLowerCase() ?? '');

/** The text from one token to before another one. */
export function sliceOf(line: Line, from: number, to: number): string {
  const first = line.tokens[from];
  const last = line.tokens[to - 1];
  return first === undefined || last === undefined || to <= from ? '' : line.text.slice(first.start, last.end);
}

/** Whether no space is between a token and the one before it. */
export const isAdjacent = (line: Line, at: number): boolean => {
  const before = line.tokens[at - 1];
  return before !== undefined && before.end === line.tokens[at]?.start;
};

/** Whether the token is the colon of a clock time or a ratio: `14:30`, `2:1`. */
export const isColonInNumber = (line: Line, at: number): boolean =>
  isText(line, at, ':') &&
  isAdjacent(line, at) &&
  isAdjacent(line, at + 1) &&
  isKind(line, at - 1, 'number') &&
  isKind(line, at + 1, 'number');

/** The longest phrase of a table, such as `don't forget to`, in tokens. */
const PHRASE_TOKENS = 8;
const PHRASE_LENGTH = 40;

/** The keys of the slices that begin at a token, shortest first. */
function listKeys(line: Line, at: number): readonly string[] {
  const keys: string[] = [];
  let key = '';
  for (let to = at; to < Math.min(at + PHRASE_TOKENS, line.tokens.length) && key.length <= PHRASE_LENGTH; to += 1) {
    key += `${to > at && !isAdjacent(line, to) ? ' ' : ''}${line.tokens[to]?.key ?? ''}`;
    keys.push(key);
  }
  return keys;
}

/** Looks up the longest slice that begins at a token. */
function findLongest<T>(line: Line, at: number, find: (key: string) => T | undefined) {
  const keys = listKeys(line, at);
  for (let size = keys.length; size > 0; size -= 1) {
    const found = isWhole(line, at + size) ? find(keys[size - 1] ?? '') : undefined;
    if (found !== undefined) return { found, next: at + size };
  }
  return null;
}

/** Whether a slice ends before a token. Not in the middle of a word, such as the first part of `bone-in` or of `T-shirt`. */
function isWhole(line: Line, to: number): boolean {
  const next = line.tokens[to];
  return next === undefined || !isAdjacent(line, to) || next.kind === 'mark' || line.tokens[to - 1]?.kind === 'mark';
}

/** The token after the longest phrase of these kinds that begins at a token; `at` itself for none. */
export function skipPhrase(line: Line, at: number, ...kinds: readonly WordKind[]): number {
  const first = line.tokens[at]?.key ?? '';
  const sets = kinds.filter((kind) => firstWordsOf(kind).has(first)).map((kind) => phrasesOf(kind));
  if (sets.length === 0) return at;
  const phrase = findLongest(line, at, (key) => sets.some((set) => set.has(key)) || undefined);
  return phrase === null ? at : skipPeriod(line, phrase.next);
}

/** The period of an abbreviation within the line, such as `ca.`. */
function skipPeriod(line: Line, at: number): number {
  const isPeriod = isText(line, at, '.') && isAdjacent(line, at);
  return isPeriod && line.tokens[at + 1] !== undefined && !isAdjacent(line, at + 1) ? at + 1 : at;
}

export const isPhrase = (line: Line, at: number, ...kinds: readonly WordKind[]): boolean =>
  skipPhrase(line, at, ...kinds) > at;

/** The value that a table has for the longest slice. */
export function findValue<T>(line: Line, at: number, values: ReadonlyMap<string, T>) {
  return findLongest(line, at, (key) => values.get(key));
}

/** The unit that begins at a token, and the token after it. A unit before a hyphen is the beginning of a word, such as `T-shirt`. */
export function readUnit(line: Line, at: number): { readonly unit: Unit; readonly next: number } | null {
  if (line.tokens[at]?.kind === 'number') return null;
  const read = findLongestUnit(line, at);
  if (read === null) return null;
  const isBeforeHyphen = isText(line, read.next, '-', '‑', "'", '’', '&') && isAdjacent(line, read.next);
  return isBeforeHyphen ? null : read;
}

/** The most tokens of a unit, as in `c. à s.`. */
const UNIT_TOKENS = 5;

function findLongestUnit(line: Line, at: number) {
  for (let next = Math.min(at + UNIT_TOKENS, line.tokens.length); next > at; next -= 1) {
    const slice = sliceOf(line, at, next);
    const mayBeUnit = isWhole(line, next) && /^[\p{L}#](?:.*[\p{L}\p{M}.])?$/u.test(slice);
    const unit = mayBeUnit ? findUnit(slice) : undefined;
    if (unit !== undefined) return { unit, next };
  }
  return null;
}

/** Whether a number is a part of a code, such as that of `2XL`, `2B` or `5w30`: letters that are no unit are directly after it. */
export function isCode(line: Line, at: number): boolean {
  const letters = at + 1;
  const isJoined = isKind(line, letters, 'word') && isAdjacent(line, letters) && !isText(line, letters, 'x');
  if (!isJoined || readUnit(line, letters) !== null || isPhrase(line, letters, 'packSizes')) return false;
  const isBetween = isKind(line, letters + 1, 'number') && isAdjacent(line, letters + 1);
  return isBetween || /^\p{Lu}{1,3}$/u.test(sliceOf(line, letters, letters + 1));
}
