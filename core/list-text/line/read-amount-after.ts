/** Reads an amount after the name: `Penne: 450 g | 16 oz`, `Garlic (3-5 cloves), minced`, `eggs 12`. */
import { isCount, isCountOf, isOneOf, isOtherWord, readAmount } from '#core/amount/split-amount.ts';
import { PIECES } from '#core/amount/units.ts';
import type { Unit } from '#core/language/unit.ts';
import { skipAll, skipPackSize } from './amount-part.ts';
import { readRange, type Range, readBracket, readMeasure, skipMeasures } from './read-count.ts';
import { isThing } from './split-remarks.ts';
import {
  isAdjacent,
  isCode,
  isColonInNumber,
  isKind,
  isPhrase,
  isText,
  readUnit,
  skipPhrase,
  sliceOf,
  toLine,
  type Line,
} from './tokens.ts';

export type AmountAfter = {
  readonly name: string;
  readonly amount: number;
  readonly unit: Unit | undefined;
  readonly notes: readonly string[];
};

type Found = Omit<AmountAfter, 'name'> & {
  /** Whether it has a unit. A number alone needs a mark before it. */
  readonly isMeasured: boolean;
  readonly next: number;
};

/** Reads the last amount that only remarks follow; null if there is none. */
export function readAmountAfter(line: Line): AmountAfter | null {
  for (let at = 1; at < line.tokens.length; at += 1) {
    const found = isText(line, at, '(') ? readInBracket(line, at) : readAt(line, at);
    const after = found === null ? null : finish(line, at, found);
    if (after !== null) return after;
  }
  return null;
}

/** An amount that fills a bracket, alone. */
function readInBracket(line: Line, at: number): Found | null {
  const bracket = readBracket(line, at);
  if (bracket === null || bracket.inside.length > LENGTH_LIMIT) return null;
  const inside = toLine(bracket.inside, line.options);
  const found = readWhole(inside, 0);
  return found?.next === inside.tokens.length ? { ...found, isMeasured: true, next: bracket.next } : null;
}

function readAt(line: Line, at: number): Found | null {
  const isMarked = isText(line, at - 1, ':', '*', '-') || isTimesAlone(line, at - 1);
  if (isAdjacent(line, at) && (!isMarked || isColonInNumber(line, at - 1))) return null;
  const before = isText(line, at - 1, '.', '°', 'º') && isAdjacent(line, at - 1) ? at - 2 : at - 1;
  return joinsNumber(line, before) ? null : readWhole(line, at);
}

/** Whether the number after a token is not the first one, or is said of something else. */
const joinsNumber = (line: Line, at: number): boolean =>
  isPhrase(line, at, 'prepositions', 'plus', 'range', 'times') ||
  isKind(line, at, 'number') ||
  (isTimes(line, at) && isKind(line, at - 1, 'number'));

const isTimes = (line: Line, at: number): boolean => isText(line, at, 'x', '×', '*');

/** The `x` of `milk x 2 pints` or `coke x6 cans`. Between numbers, it is the mark of a size. */
const isTimesAlone = (line: Line, at: number): boolean =>
  isTimes(line, at) && !isAdjacent(line, at) && !isKind(line, at - 1, 'number');

/** A count, its unit, and second measures: `1L | 4 cups`. */
function readWhole(line: Line, from: number): Found | null {
  const about = skipAbout(line, from);
  const count = isKind(line, about, 'number') ? readRange(line, about) : null;
  if (count === null || isSizeOfPack(line, count) || isSizeName(line, count)) return null;
  const counted = { from, about, count, sized: skipSizes(line, count.next) };
  const read = readUnit(line, counted.sized);
  if (read === null) return readCounted(line, counted);
  if (isOneOf({ amount: count.value }, sliceOf(line, counted.sized, read.next))) return null;
  return readPack(line, from, read) ?? readMeasured(line, counted, read);
}

/** In `Pepsi Max 24 x 330 ml`, `Max` is a part of the name. */
const skipAbout = (line: Line, at: number): number =>
  /^\p{Lu}/u.test(line.tokens[at]?.text ?? '') ? at : skipPhrase(line, at, 'about');

/** The token after `medium-sized`. In German, `gr` is a size and a unit. */
const skipSizes = (line: Line, at: number): number =>
  readUnit(line, at) === null ? skipAll(line, at, 'sizes', 'heaps') : at;

/** `Seltzer 8 pack`. */
const isSizeOfPack = (line: Line, { value, next }: Range): boolean => value > 1 && skipPackSize(line, next) > next;

/** `t-shirt 2XL`, `Pampers 4+ (72)`. */
const isSizeName = (line: Line, { next }: Range): boolean =>
  isCode(line, next - 1) || (isText(line, next, '+') && isAdjacent(line, next));

type Read = { readonly unit: Unit; readonly next: number };

/** `potatoes 5 lb bag`: one bag. */
function readPack(line: Line, from: number, { unit, next }: Read): Found | null {
  const pack = unit.measure === undefined ? null : readUnit(line, next);
  return pack?.unit.isContainer === true
    ? { amount: 1, unit: pack.unit, notes: [sliceOf(line, from, next)], isMeasured: true, next: pack.next }
    : null;
}

function readMeasured(line: Line, counted: Counted, read: Read): Found {
  const next = skipSeconds(line, read.next);
  const second = sliceOf(line, isText(line, read.next, ...MARKS) ? read.next + 1 : read.next, next);
  const notes = [...listSaid(line, counted), second].filter((note) => note !== '');
  const unit = read.unit.id === PIECES.id ? undefined : read.unit;
  return { amount: counted.count.value, unit, notes, isMeasured: true, next };
}

type Counted = { readonly from: number; readonly about: number; readonly count: Range; readonly sized: number };

/** A number without a unit: `6`, `6x`, `6 x 330 ml`, `2 medium-sized`. A package may follow the size of each: `6 x 330 ml cans`. */
function readCounted(line: Line, counted: Counted): Found {
  const { count, sized } = counted;
  const next = skipTimes(line, sized);
  const size = sliceOf(line, sized + 1, next);
  const pack = size === '' ? null : readUnit(line, next);
  const notes = [...listSaid(line, counted), size].filter((note) => note !== '');
  const isMeasured = Math.max(sized, next) > count.next;
  return pack?.unit.isContainer === true
    ? { amount: count.value, unit: pack.unit, notes, isMeasured, next: pack.next }
    : { amount: count.value, unit: undefined, notes, isMeasured, next };
}

/** The token after `x`, or after the size of each in `x 330 ml`; `at` itself for none. A length is no size: `pan 9 x 13 inch`. */
function skipTimes(line: Line, at: number): number {
  if (!isTimes(line, at)) return at;
  if (readMeasure(line, at + 1)?.unit !== undefined) return skipMeasures(line, at + 1);
  return isAdjacent(line, at) && !isText(line, at, '*') ? at + 1 : at;
}

/** What the line says about the number. */
const listSaid = (line: Line, { from, about, count, sized }: Counted): readonly string[] =>
  [
    isKind(line, from, 'word') ? sliceOf(line, from, about) : '',
    count.range ?? '',
    sliceOf(line, count.next, sized),
  ].filter((note) => note !== '');

const MARKS = ['/', '|', '=', '-', '–', '~'];

/** The token after measures that say the same. */
function skipSeconds(line: Line, at: number): number {
  const start = isText(line, at, ...MARKS) ? at + 1 : skipPhrase(line, at, 'range');
  const next = start > at ? skipMeasures(line, start) : start;
  return next > start ? next : at;
}

/** Null if more of the name follows, or the number is one of the name. */
function finish(line: Line, at: number, found: Found): AmountAfter | null {
  const isMark = isText(line, at - 1, ...SEPARATORS) || isTimesAlone(line, at - 1);
  const mark = isMark && !isText(line, at, '(') ? at - 1 : at;
  const name = sliceOf(line, 0, mark);
  const rest = readRest(line, found.next);
  if (
    !/\p{L}/u.test(name) ||
    name.length > LENGTH_LIMIT ||
    rest === null ||
    !isAmountOf(line, name, { ...found, isMarked: mark < at })
  )
    return null;
  return { name, amount: found.amount, unit: found.unit, notes: [...found.notes, ...rest] };
}

/** Longer than a name, so that the number is in a sentence. */
const LENGTH_LIMIT = 80;

const SEPARATORS = [':', '-', '–', '—', '=', ',', '~', '*'];

/** What the line says after the amount; null if it may be more of the name. */
function readRest(line: Line, at: number): readonly string[] | null {
  if (line.tokens[at] === undefined) return [];
  const bracket = readBracket(line, at);
  if (bracket !== null && bracket.next === line.tokens.length) return [bracket.inside];
  const start = isText(line, at, ',') ? at + 1 : at;
  const isRemark = start > at || isPhrase(line, at, 'prepared', 'endings', 'plus');
  return isRemark && !isKind(line, start, 'number') ? [sliceOf(line, start, line.tokens.length)] : null;
}

type Checked = Found & { readonly isMarked: boolean };

/** A number alone needs a mark, or a name that the app knows: `eggs 12`, but not `omega 3` or `nappies 4`. */
function isAmountOf(line: Line, name: string, { amount, isMeasured, isMarked, next }: Checked): boolean {
  const written = sliceOf(line, next - 1, next);
  const { numbers } = line.options;
  if (isOtherWord(written, name, numbers) || readAmount(name, numbers) !== null) return false;
  if (isMeasured) return true;
  if (isMarked) return isCount(amount);
  return Number.isInteger(amount) && isCountOf(name, amount) && /\p{Ll}{3,}$/u.test(name) && isThing(line, name);
}
