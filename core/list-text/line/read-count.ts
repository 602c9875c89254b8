/**
 * Reads numbers within a line: how many (a number, a spoken number, an article, or a range of two of them), and measures, which have a unit:
 * a size such as `14-ounce` or `5cm`, or a second amount such as `9oz`.
 */
import { BEGINS_WITH_GROUPS, readNumber } from '#core/amount/numbers.ts';
import { spokenNumbers } from '#core/language/words.ts';
import { findValue, isAdjacent, isKind, isPhrase, isText, readUnit, skipPhrase, sliceOf, type Line } from './tokens.ts';
import type { Unit } from '#core/language/unit.ts';

export type Count = {
  readonly value: number;
  /** As it is written. */
  readonly text: string;
  readonly next: number;
  /** Whether it is a number in digits. */
  readonly isDigits: boolean;
};

export type Range = Count & {
  /** The range as a note; null for one count. */
  readonly range: string | null;
};

/** Reads one count at a token; null if there is none. */
export function readCount(line: Line, at: number): Count | null {
  if (isKind(line, at, 'number')) return readDigits(line, at);
  return readSpoken(line, at) ?? readArticle(line, at);
}

function readSpoken(line: Line, at: number): Count | null {
  const spoken = findValue(line, at, spokenNumbers());
  if (spoken === null) return null;
  const { found: value, next: end } = spoken;
  // `demi-citron`
  const next = value < 1 && isText(line, end, '-') ? end + 1 : end;
  // `half and half` is a name.
  const isCount = (next > end || isFollowedByWord(line, next)) && !(value < 1 && isText(line, next, 'and', '&'));
  return isCount ? { value, text: sliceOf(line, at, end), next, isDigits: false } : null;
}

/** `a`, and `einer halben` for a half. */
function readArticle(line: Line, at: number): Count | null {
  const next = skipPhrase(line, at, 'articles');
  if (next === at || !isFollowedByWord(line, next)) return null;
  const half = readSpoken(line, next);
  if (half !== null && half.value < 1) return half;
  return { value: 1, text: sliceOf(line, at, next), next, isDigits: false };
}

/** Not in a name such as `A & W` or `Half & half`, nor in a hyphenated word. */
const isFollowedByWord = (line: Line, at: number): boolean =>
  !isAdjacent(line, at) && (isKind(line, at, 'word') || isKind(line, at, 'number') || isText(line, at, '('));

function readDigits(line: Line, at: number): Count | null {
  const grouped = readGroups(line, at);
  if (grouped !== null) return grouped;
  const text = sliceOf(line, at, at + 1);
  const value = readNumber(text, line.options.numbers);
  if (value === null) return null;
  return readMixed(line, at, value) ?? { value, text, next: at + 1, isDigits: true };
}

/** `1-1/2` for one and a half, and `1 demi-citron` for a half. */
function readMixed(line: Line, at: number, whole: number): Count | null {
  const next = at + 1;
  const half = whole === 1 && isText(line, next, 'demi', 'demie') ? readSpoken(line, next) : null;
  if (half !== null) return { ...half, text: sliceOf(line, at, half.next), isDigits: true };
  const isDashed = Number.isInteger(whole) && isText(line, next, '-') && isKind(line, next + 1, 'number');
  const part = isDashed ? readFractionPart(line, next + 1) : null;
  return part === null
    ? null
    : { value: whole + part, text: sliceOf(line, at, next + 2), next: next + 2, isDigits: true };
}

function readFractionPart(line: Line, at: number): number | null {
  const text = sliceOf(line, at, at + 1);
  const value = /^(?:[¼-¾⅐-⅞]|\p{Nd}+[/⁄]\p{Nd}+)$/u.test(text) ? readNumber(text, line.options.numbers) : null;
  return value !== null && value < 1 ? value : null;
}

/** Reads a number with a space between its groups of digits: `1 500 g` is 1500 g. In `1 400 g can` the space separates a count from a size. */
function readGroups(line: Line, at: number): Count | null {
  const text = sliceOf(line, at, at + 2);
  if (!BEGINS_WITH_GROUPS.test(text) || !isKind(line, at + 1, 'number')) return null;
  const unit = readUnit(line, at + 2);
  if (unit === null || !['g', 'ml', 'mg'].includes(unit.unit.id)) return null;
  if (readUnit(line, unit.next)?.unit.isContainer === true) return null;
  const value = readNumber(text.replace(/\s/u, ''), line.options.numbers);
  return value === null ? null : { value, text, next: at + 2, isDigits: true };
}

const DASHES = ['-', '–', '—', '−', '‑', '~'];

/**
 * Reads a count, or a range of two: the larger one counts, so that it is enough.
 */
export function readRange(line: Line, at: number): Range | null {
  const low = readCount(line, at);
  if (low === null) return null;
  const isDash = isText(line, low.next, ...DASHES);
  const between = isDash ? low.next + 1 : skipPhrase(line, low.next, 'range');
  const high = between > low.next && isRangeEnd(line, between, low) ? readCount(line, between) : null;
  if (high === null || high.value <= low.value) return { ...low, range: null };
  return { ...high, range: `${low.text}–${high.text}` };
}

/** `2 to 3`, `two or three`, but not `1 a la carte` or `1 or a bunch`. */
const isRangeEnd = (line: Line, at: number, low: Count): boolean =>
  isKind(line, at, 'number') || (!low.isDigits && !isPhrase(line, at, 'articles'));

export type Measure = {
  /** Undefined for a length. */
  readonly unit: Unit | undefined;
  readonly next: number;
};

const HYPHENS = ['-', '–', '‑', '—'];

/** Reads a measure at a token: `400 g`, `14-ounce`, `14- to 16-ounce`, `2¾-3½oz`, `2-inch-thick`. Null if there is none. */
export function readMeasure(line: Line, at: number): Measure | null {
  const start = skipPhrase(line, at, 'about');
  const first = readCardinal(line, start);
  if (first === null) return null;
  const to = skipRange(line, first.next);
  const hyphen = isText(line, to, ...HYPHENS) ? to + 1 : to;
  const length = skipPhrase(line, hyphen, 'lengths');
  if (length > hyphen) return readLength(line, length);
  const unit = readUnit(line, hyphen);
  return unit === null || (unit.unit.measure === undefined && hyphen === to) ? null : unit;
}

/** A number in digits. In `1st class`, the `st` is no unit, as it is in German. */
const readCardinal = (line: Line, at: number): Count | null =>
  isKind(line, at, 'number') && !(isAdjacent(line, at + 1) && isText(line, at + 1, 'st', 'nd', 'rd', 'th'))
    ? readCount(line, at)
    : null;

/** A length, and the same one in inches: `5cm/2in`. */
function readLength(line: Line, next: number): Measure {
  const second = isText(line, next, '/') ? readMeasure(line, next + 1) : null;
  return second === null || second.unit !== undefined ? { unit: undefined, next: skipShape(line, next) } : second;
}

/** After `14- to` or `75-`, the token after the second number. */
function skipRange(line: Line, at: number): number {
  const dash = isText(line, at, ...HYPHENS) ? at + 1 : at;
  const joined = skipPhrase(line, dash, 'range');
  const isSecond = joined > at && isKind(line, joined, 'number');
  return isSecond ? (readCount(line, joined)?.next ?? at) : at;
}

/** `-thick` after a length. */
const skipShape = (line: Line, at: number): number =>
  isText(line, at, '-') && isAdjacent(line, at) && isKind(line, at + 1, 'word') ? at + 2 : at;

/** More would take long to read from each token of a line, and say no size. */
const MOST_IN_A_ROW = 8;

/** Several measures in a row, such as `1lb 2oz` or `400g/14oz`; `at` itself for none. */
export function skipMeasures(line: Line, at: number, most = MOST_IN_A_ROW): number {
  const measure = most === 0 ? null : readMeasure(line, at);
  if (measure === null) return at;
  const next = isText(line, measure.next, '/', '|') ? measure.next + 1 : measure.next;
  const after = skipMeasures(line, next, most - 1);
  return after > next ? after : measure.next;
}

/** The token after the words of a piece, such as `piece` after `2-inch`. */
export const skipPiece = (line: Line, at: number): number => {
  const dashed = isText(line, at, '-') && isPhrase(line, at + 1, 'pieces') ? at + 1 : at;
  return skipPhrase(line, dashed, 'pieces');
};

/** The token after a bracket that begins at a token, and its text; null without one. */
export function readBracket(line: Line, at: number): { readonly inside: string; readonly next: number } | null {
  const close = line.brackets.get(at);
  return close === undefined ? null : { inside: sliceOf(line, at + 1, close), next: close + 1 };
}
