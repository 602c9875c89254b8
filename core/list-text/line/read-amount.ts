/** Reads the amount at the beginning of a line, with everything that recipes and lists write around it. */
import { isPartOfName, PIECES } from '#core/amount/units.ts';
import type { Unit } from '#core/language/unit.ts';
import {
  skipAll,
  type AmountPart,
  type AmountState,
  type AmountStep,
  readBracketNote,
  readInnerSize,
  readPackSize,
  readSizeWords,
  skipTimes,
} from './amount-part.ts';
import { readRange, type Count, type Range, readMeasure, skipPiece } from './read-count.ts';
import { isThing } from './split-remarks.ts';
import { readHalf, readHeaps, readPart, readSecond, readUnitPart, shiftToPackage, skipOf } from './read-units.ts';
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
  type Line,
} from './tokens.ts';

/**
 * Reads the amount of `about 2 (14-oz) cans of tomatoes`.
 * @returns null if the line does not begin with an amount, or nothing follows it
 */
export function readAmountPart(line: Line): AmountPart | null {
  const { notes, next } = readBefore(line);
  const whole = readVague(line) ?? readPackOf(line, next);
  if (whole !== null) return whole;
  const piece = readOnePiece(line, next);
  if (piece !== null) return finish(line, { ...piece, notes: [...notes, ...piece.notes] });
  const count = readRange(line, next) ?? readLoneUnit(line, next);
  return count === null || isOfName(line, count) ? null : readCounted(line, count, notes);
}

const isOfName = (line: Line, count: Range): boolean =>
  (isMark(line, count) && !isTimes(line, count)) || isPartOfNumber(line, count);

/** The clock time `14:30`, and the code `2B`. */
const isPartOfNumber = (line: Line, { next }: Count): boolean =>
  isColonInNumber(line, next) || (isKind(line, next - 1, 'number') && isCode(line, next - 1));

function readCounted(line: Line, count: Range, before: readonly string[]): AmountPart | null {
  const notes = count.range === null ? before : [...before, count.range];
  const counted = { count, amount: count.value, unit: undefined, notes, next: count.next };
  const read = STEPS.reduce<AmountState | null>((state, step) => state && step(line, state), counted);
  return read && finish(line, read);
}

const STEPS: readonly AmountStep[] = [
  skipTimes,
  readBracketNote,
  readInnerSize,
  readPackSize,
  readSizeWords,
  readUnitPart,
  readPart,
  shiftToPackage,
  readHalf,
  readSecond,
  readSecond,
  readHeaps,
  skipOf,
];

/** `2% milk`, `2 °C`, `80/20`, `3 for 2 crisps`: a number before these is a part of the name. */
function isMark(line: Line, { next }: Count): boolean {
  if (isText(line, next, '-', '–', '.') && !isAdjacent(line, next + 1)) return false;
  if (isText(line, next, '-') && isUnitAt(line, next + 1)) return false;
  // `30+ eggs`
  if (isText(line, next, '+') && isAdjacent(line, next) && !isAdjacent(line, next + 1)) return false;
  return isText(line, next, '%', '‰', '°', '=', '/', '⁄', '-', '–', '+', '*', '.', '&', "'", '’', 'for');
}

/** `6 * bananas`, but not `9 * 13 pan` or the stars of `5* hotel`. */
const isTimes = (line: Line, { next }: Count): boolean =>
  isText(line, next, '*') && !isAdjacent(line, next) && isKind(line, next + 1, 'word');

/** The `ounce` of `16-ounce`, the `inch` of `2-inch`, the `pack` of `6-pack`. */
const isUnitAt = (line: Line, at: number): boolean =>
  readUnit(line, at) !== null || isPhrase(line, at, 'lengths', 'packSizes');

/** A line needs a name: `2 cups` alone is one. */
function finish(line: Line, { amount, unit, notes, next }: AmountPart): AmountPart | null {
  const start = isText(line, next, ',', ':', '-', '–', '—', '.', '|', '/') ? next + 1 : next;
  const rest = sliceOf(line, start, line.tokens.length);
  return /\p{L}/u.test(rest) && /^["“”'‘’«(]?[\p{L}\p{N}]/u.test(rest) ? { amount, unit, notes, next: start } : null;
}

/** `pinch of salt`, `Dose Mais`: a unit without a number is one. */
function readLoneUnit(line: Line, at: number): Range | null {
  const size = skipAll(line, at, 'sizes', 'heaps');
  const read = readUnit(line, size);
  if (read === null || isPartOfName(read.unit, sliceOf(line, read.next, line.tokens.length))) return null;
  const { unit, next } = read;
  const isOne =
    unit.id === 'dozen' || (size > at && isPiece(unit))
      ? isKind(line, next, 'word')
      : mayBeOne(line, { at, next, unit });
  return isOne && !isPlural(sliceOf(line, size, next), unit)
    ? { value: 1, text: '', next: at, isDigits: false, range: null }
    : null;
}

const isPiece = ({ measure, id }: Unit): boolean => measure === undefined || id === PIECES.id;

/** `hojas de menta` are several. */
const isPlural = (written: string, { id }: Unit): boolean => /s$/iu.test(written) && !/s\.?$/u.test(id);

type LoneUnit = { readonly at: number; readonly next: number; readonly unit: Unit };

/** Before `of`, or where it is left out: `pinch chilli flakes`, and in German `Dose Mais`. */
const mayBeOne = (line: Line, { at, next, unit }: LoneUnit): boolean =>
  unit.measure !== undefined
    ? isMeasureOf(line, { at, next, unit })
    : isPhrase(line, next, 'of') ||
      isGermanNoun(line, { at, next, id: unit.id }) ||
      (unit.mayBegin === true && isKind(line, next, 'word'));

/** `lb of bacon` or, without `of`, before an item that the app knows: `gallon milk`. Short abbreviations of volumes do not count: `l of`. */
function isMeasureOf(line: Line, { at, next, unit }: LoneUnit): boolean {
  const isWritten = sliceOf(line, at, next).length > (unit.measure === 'mass' ? 1 : 2);
  const isSold = unit.mayBegin === true && isThing(line, sliceOf(line, next, line.tokens.length));
  return isWritten && (isSold || isText(line, next, 'of'));
}

type Noun = { readonly at: number; readonly next: number; readonly id: string };

/** German has no word for `of`: `Dose Mais`. */
const isGermanNoun = (line: Line, { at, next, id }: Noun): boolean =>
  /^\p{Lu}/u.test(id) && sliceOf(line, at, next) === id && /^\p{Lu}/u.test(sliceOf(line, next, next + 1));

/** `about`, and `juice of` before a number. */
function readBefore(line: Line): Pick<AmountPart, 'notes' | 'next'> {
  const about = skipPhrase(line, 0, 'about');
  const start = about > 0 && readRange(line, about) !== null ? about : 0;
  // `~` says no more than the amount.
  const notes = start > 0 && isKind(line, 0, 'word') ? [sliceOf(line, 0, about)] : [];
  const of = skipPartsOf(line, start);
  if (of === null) return { notes, next: start };
  return { notes: [...notes, sliceOf(line, start, skipAll(line, start, 'parts'))], next: of };
}

/** The token of the number in `juice of 1 lemon`, `zest 1 lemon` or `Saft einer Zitrone`. */
function skipPartsOf(line: Line, start: number): number | null {
  const parts = skipAll(line, start, 'parts');
  const of = skipPhrase(line, parts, 'of');
  const isJoined = of > parts || isKind(line, parts, 'number') || isText(line, parts, 'einer', 'eines');
  return parts > start && isJoined && readRange(line, of) !== null ? of : null;
}

/** `a few sprigs of thyme`: no number. */
function readVague(line: Line): AmountPart | null {
  const vague = skipPhrase(line, 0, 'vague');
  const unit = vague > 0 ? readUnit(line, vague) : null;
  const next = unit?.next ?? vague;
  return vague > 0 && readRange(line, vague) === null
    ? finish(line, {
        amount: null,
        unit: undefined,
        notes: [sliceOf(line, 0, next)],
        next: skipPhrase(line, next, 'of'),
      })
    : null;
}

/** `pack of 6 rolls`: the number is a size. */
function readPackOf(line: Line, at: number): AmountPart | null {
  const article = skipPhrase(line, at, 'articles');
  const pack = skipPhrase(line, article, 'packSizes');
  const of = skipPhrase(line, pack, 'of');
  const isSize =
    pack > article && (of > pack || sliceOf(line, article, pack).includes(' ')) && isKind(line, of, 'number');
  const next = skipPhrase(line, of + 1, 'of');
  return isSize ? finish(line, { amount: null, unit: undefined, notes: [sliceOf(line, article, of + 1)], next }) : null;
}

/** `2-inch piece of ginger` and `5cm knob ginger` are one piece. */
export function readOnePiece(line: Line, at: number): AmountPart | null {
  const article = skipPhrase(line, at, 'articles');
  const size = readMeasure(line, article);
  if (size === null || size.unit !== undefined) return null;
  const piece = skipPiece(line, size.next);
  const read = piece > size.next ? { unit: undefined, next: piece } : readUnit(line, size.next);
  if (read === null) return null;
  const notes = [sliceOf(line, article, piece)];
  return { amount: 1, unit: read.unit, notes, next: skipPhrase(line, read.next, 'of') };
}
