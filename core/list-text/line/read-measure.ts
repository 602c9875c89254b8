/** Reads a number with a unit within a line: a size such as `14-ounce` or `5cm`, or a second amount such as `9oz`. */
import type { Unit } from '#core/language/unit.ts';
import { readCount } from './read-count.ts';
import { isAdjacent, isKind, isPhrase, isText, readUnit, skipPhrase, sliceOf, type Line } from './tokens.ts';

export type Measure = {
  /** Undefined for a length. */
  readonly unit: Unit | undefined;
  readonly next: number;
};

const HYPHENS = ['-', '–', '‑', '—'];

/** Reads a measure at a token: `400 g`, `14-ounce`, `14- to 16-ounce`, `2¾-3½oz`, `2-inch-thick`. Null if there is none. */
export function readMeasure(line: Line, at: number): Measure | null {
  const start = skipPhrase(line, at, 'about');
  const first = isKind(line, start, 'number') ? readCount(line, start) : null;
  if (first === null) return null;
  const to = skipRange(line, first.next);
  const hyphen = isText(line, to, ...HYPHENS) ? to + 1 : to;
  const length = skipPhrase(line, hyphen, 'lengths');
  if (length > hyphen) return readLength(line, length);
  const unit = readUnit(line, hyphen);
  return unit === null || (unit.unit.measure === undefined && hyphen === to) ? null : unit;
}

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
