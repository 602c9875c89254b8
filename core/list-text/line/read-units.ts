/** Reads the unit of an amount, and what stands between it and the name: `/4fl oz`, `plus 1 tsp`, `of`. */
import { addPart, isMeasured } from '#core/amount/add-amounts.ts';
import { readMeasuredNumber, roundAmount } from '#core/amount/numbers.ts';
import { isCount, isOtherWord } from '#core/amount/split-amount.ts';
import { findUnit, isPartOfName, PIECES } from '#core/amount/units.ts';
import type { Unit } from '#core/language/unit.ts';
import { skipAll, withNote, type AmountState, readBracketNote } from './amount-part.ts';
import { readCount, readRange, skipMeasures } from './read-count.ts';
import { isAdjacent, isKind, isPhrase, isText, readUnit, skipPhrase, sliceOf, type Line } from './tokens.ts';

/** `1/2 a`, `16-`, `1/4 de`: what stands before the unit. */
export function readUnitPart(line: Line, state: AmountState): AmountState | null {
  if (state.amount === null) return state;
  const half = state.amount < 1 ? skipHalf(line, state.next) : state.next;
  const unitAt = skipPhrase(line, skipSign(line, half), 'of');
  const read = readOwnUnit(line, half, unitAt);
  if (read === null) return mayBeCount(line, state, unitAt) ? { ...state, next: half } : null;
  return { ...state, ...measure(line, state, { ...read, unitAt }), next: skipSign(line, read.next) };
}

/** The hyphen of `16-ounce`, and the plus of `40g+ butter`. */
const skipSign = (line: Line, at: number): number =>
  isText(line, at, '-', '‑', '+') && isAdjacent(line, at) ? at + 1 : at;

/** `a` after `1/2`, and `of a`. */
function skipHalf(line: Line, at: number): number {
  const of = isText(line, at, 'of') ? at + 1 : at;
  const article = skipPhrase(line, of, 'articles');
  return article > of || isText(line, of, 'the') ? Math.max(article, of + 1) : at;
}

type Found = { readonly unit: Unit; readonly next: number };

/** A unit that is not a part of the name. */
function readOwnUnit(line: Line, from: number, unitAt: number): Found | null {
  const read = readUnit(line, unitAt);
  const isName = line.options.isKnownName(sliceOf(line, from, line.tokens.length));
  return read === null || isName || isOwnName(line, read) || isInName(line, unitAt, read) ? null : read;
}

/** In `6 rolls`, the unit is the name. */
const isOwnName = (line: Line, { unit, next }: Found): boolean =>
  line.tokens[next] === undefined && unit.measure === undefined && isKind(line, 0, 'number');

/** The unit is a part of what follows. So is the `#` of `#2 can`, which is no pound. */
function isInName(line: Line, unitAt: number, { unit, next }: Found): boolean {
  const name = sliceOf(line, next, line.tokens.length);
  const isSign = isText(line, next - 1, '#') && isKind(line, next, 'number');
  return isSign || isPartOfName(unit, name) || isOtherWord(sliceOf(line, unitAt, next), name, line.options.numbers);
}

/** Without a unit, a large number is a brand, such as `1800 Tequila`, and so is a spoken one before a capital: `One A Day`. */
function mayBeCount(line: Line, { amount, count }: AmountState, at: number): boolean {
  if (amount === null || !isCount(amount) || count.text === '') return false;
  return !/^\p{Lu}/u.test(count.text) || /^\p{Ll}/u.test(sliceOf(line, at, at + 1));
}

/** The amount in its unit. In Spanish, cc are cubic centimeters, and in French spoons. */
function measure(
  line: Line,
  { amount, count, notes }: AmountState,
  { unit, unitAt }: Found & { readonly unitAt: number },
) {
  const isCubic = Number(amount) >= 20 && isText(line, unitAt, 'cc');
  const own = (isCubic ? findUnit('ml') : undefined) ?? unit;
  const isWritten = count.isDigits && notes.length === 0;
  const exact = isWritten ? readMeasuredNumber(count.text, own.id, line.options.numbers) : null;
  return { amount: exact ?? amount, unit: own.id === PIECES.id ? undefined : own };
}

/** Adds up `2 lb 4 oz beef`. Null if the second amount is no part of the first one: `2 l 4 oz`, `1 kg 000 g`. */
export function readPart(line: Line, state: AmountState): AmountState | null {
  const mayHavePart = isMeasured(state.unit?.id) && state.count.range === null;
  const at = isText(line, state.next, ',') ? state.next + 1 : state.next;
  const part = mayHavePart && isKind(line, at, 'number') ? readPartAt(line, at) : null;
  return part === null ? state : withPart(state, part);
}

type Part = Found & {
  /** Null for a number that is none, such as 000. */
  readonly amount: number | null;
};

function readPartAt(line: Line, at: number): Part | null {
  const count = readCount(line, at);
  const read = readUnit(line, count?.next ?? at + 1);
  return read !== null && isMeasured(read.unit.id) ? { ...read, amount: count?.value ?? null } : null;
}

function withPart(state: AmountState, { amount, unit, next }: Part): AmountState | null {
  if (amount === null || state.amount === null || state.unit === undefined) return null;
  const sum = addPart({ amount: state.amount, unit: state.unit.id }, { amount, unit: unit.id });
  return sum && { ...state, amount: sum.amount, unit: findUnit(sum.unit ?? ''), next };
}

const KITCHEN: readonly string[] = ['cup', 'tsp', 'tbsp', 'pt', 'dozen'];

/** Whether packages of this many are sold: `400 g tin`, but not `2 cups can`. */
const isSizeOfPackage = (unit: Unit | undefined): boolean =>
  unit?.measure !== undefined && unit.isKitchenMeasure !== true && !KITCHEN.includes(unit.id);

/** `400g tin tomatoes`: one package, and its size. */
export function shiftToPackage(line: Line, state: AmountState): AmountState {
  if (!isSizeOfPackage(state.unit) || state.notes.length > 0) return state;
  const second = isText(line, state.next, '/') ? skipMeasures(line, state.next + 1) : state.next;
  const size = skipAll(line, second, 'sizes', 'heaps');
  const read = readPackage(line, size);
  return read === null
    ? state
    : { ...state, amount: 1, unit: read.unit, notes: [sliceOf(line, 0, size)], next: read.next };
}

/** A package, and what is in it. */
function readPackage(line: Line, at: number): Found | null {
  const read = readUnit(line, at);
  if (read?.unit.isContainer !== true) return null;
  const rest = sliceOf(line, read.next, line.tokens.length);
  return isPartOfName(read.unit, rest) || !/\p{L}/u.test(rest) ? null : read;
}

/** `1 cup to 1 1/4 cups`: the larger amount, as for other ranges. */
function readMost(line: Line, state: AmountState, after: number): AmountState | null {
  const at = skipPhrase(line, state.next, 'range');
  const high = at > state.next ? readRange(line, at) : null;
  if (high === null || high.value <= Number(state.amount)) return null;
  const unit = readUnit(line, high.next);
  const isSame = unit?.next === after && unit.unit === state.unit;
  return isSame ? { ...withNote(state, sliceOf(line, 0, after), after), amount: high.value } : null;
}

const SECOND_MARKS = ['/', '|', '=', '-', '–', '~'];

/** After the unit: `/4fl oz`, `plus 1 tsp`, `à 400 g`, `(240 ml)`. */
export function readSecond(line: Line, state: AmountState): AmountState {
  const { next, unit } = state;
  const isMarked = isText(line, next, ...SECOND_MARKS);
  const joined = isMarked ? next + 1 : skipPhrase(line, next, 'plus', 'range', 'of');
  const after = maySecond(state, joined) ? skipSecond(line, joined, joined > next) : joined;
  if (after > joined && line.tokens[after] !== undefined)
    return readMost(line, state, after) ?? withNote(state, sliceOf(line, isMarked ? joined : next, after), after);
  return unit === undefined ? state : readBracketNote(line, state);
}

/** Measures, or after `or` packages before `of`: `16 oz or 1 jar of sauce`. */
function skipSecond(line: Line, at: number, isJoined: boolean): number {
  const measured = skipMeasures(line, at);
  const count = isJoined && measured === at ? readRange(line, at) : null;
  const unit = count === null ? null : readUnit(line, count.next);
  return unit !== null && isPhrase(line, unit.next, 'of') ? unit.next : measured;
}

/** After a package, the size needs no mark: `1 can 14 oz`. */
const maySecond = ({ next, unit }: AmountState, joined: number): boolean =>
  joined > next || (unit !== undefined && unit.measure === undefined);

/** What describes the unit after it: `1 cucharada colmada de`, `2 EL, gestr. Mehl`, `600 g environ de veau`, `1 tsp each`. */
export function readHeaps(line: Line, state: AmountState): AmountState {
  const start = isText(line, state.next, ',') ? state.next + 1 : state.next;
  const next = skipAll(line, start, 'sizes', 'heaps', 'about', 'each');
  if (state.unit === undefined || next === start || line.tokens[next] === undefined) return state;
  const isHeaps = start > state.next || isPhrase(line, start, 'each') || isPhrase(line, next, 'of');
  return isHeaps ? withNote(state, sliceOf(line, start, next), next) : state;
}

/** `1 litro y medio de agua`, `1 l 1/2 d'eau`: a half after the unit. */
export function readHalf(line: Line, state: AmountState): AmountState {
  const at = skipPhrase(line, state.next, 'plus');
  const half = state.unit?.isRomance === true || state.unit?.measure !== undefined ? readRange(line, at) : null;
  if (half === null || half.value >= 1 || !isPhrase(line, half.next, 'of')) return state;
  return { ...state, amount: roundAmount(Number(state.amount) + half.value), next: half.next };
}

/** `of` and the words for it in other languages, but not the beginning of a brand. */
export function skipOf(line: Line, state: AmountState): AmountState {
  const next = skipPhrase(line, state.next, 'of');
  const isBrand = isPhrase(line, state.next, 'ofBrands') || /^\p{Lu}/u.test(sliceOf(line, state.next, next));
  return next === state.next || isBrand || !mayHaveOf(state) ? state : { ...state, next };
}

/** After a unit, also one of pieces, or anything else between a number and a name. */
const mayHaveOf = ({ notes, count, next }: AmountState): boolean =>
  next > count.next || notes.length > 0 || !count.isDigits;

/** The unit after a name, as in `2 garlic cloves`. */
export function splitUnitAfter(name: string): { readonly name: string; readonly unit: Unit } | null {
  const { rest, word } = /^(?<rest>.*[\p{L}\p{M}])\s(?<word>[\p{L}\p{M}]+)$/u.exec(name)?.groups ?? {};
  const unit = word === undefined ? undefined : findUnit(word);
  return rest === undefined || unit?.mayFollow !== true ? null : { name: rest, unit };
}
