/** The amount at the beginning of a line, while it is read, and the sizes in it: `2 x 400g tins`, `1 (14 oz) can`, `12 pack`, `1 large bunch`. */
import type { WordKind } from '#core/language/text-words.ts';
import type { Unit } from '#core/language/unit.ts';
import { type Range, readBracket, readMeasure, skipMeasures, skipPiece } from './read-count.ts';
import { isText, readUnit, skipPhrase, type Line, isKind, isPhrase, sliceOf } from './tokens.ts';

export type AmountPart = {
  readonly amount: number | null;
  readonly unit: Unit | undefined;
  /** What the line says about the amount, in its order. */
  readonly notes: readonly string[];
  /** The first token of the name. */
  readonly next: number;
};

export type AmountState = AmountPart & { readonly count: Range };

/** Reads more of the amount; null if the line does not begin with one. */
export type AmountStep = (line: Line, state: AmountState) => AmountState | null;

export const withNote = (state: AmountState, note: string, next: number): AmountState => ({
  ...state,
  notes: [...state.notes, note],
  next,
});

/** The token after all phrases of these kinds in a row. */
export function skipAll(line: Line, at: number, ...kinds: readonly WordKind[]): number {
  const next = skipPhrase(line, at, ...kinds);
  return next > at ? skipAll(line, next, ...kinds) : at;
}

/** The token after the `pack` of `12 pack` or `12-pack`; `at` itself for none. */
export function skipPackSize(line: Line, at: number): number {
  const start = isText(line, at, '-', '‑') ? at + 1 : at;
  const next = skipPhrase(line, start, 'packSizes');
  // `2 paquetes de arroz` are two.
  const isUnit = next > start && (readUnit(line, start)?.unit.id ?? 'pack') !== 'pack';
  return next > start && !isUnit ? next : at;
}

/** `2 x 400g tins`. Null for a size, such as `9 x 13 pan`. */
export function skipTimes(line: Line, state: AmountState): AmountState | null {
  if (!isText(line, state.next, 'x', '×', '*')) return state;
  const next = state.next + 1;
  const isSize =
    isKind(line, next, 'number') && readMeasure(line, next) === null && !isPhrase(line, next + 1, 'packSizes');
  return isSize || line.tokens[next] === undefined ? null : { ...state, next };
}

/** `1 (14 oz) can`, and `1 (1 1/2) pound roast`, where the unit belongs to the bracket. */
export function readBracketNote(line: Line, state: AmountState): AmountState {
  const bracket = readBracket(line, state.next);
  if (bracket === null || bracket.inside === '') return state;
  const inside = isNumber(bracket.inside) ? readUnit(line, bracket.next) : null;
  const next = inside?.unit.measure === undefined ? bracket.next : inside.next;
  const note = next === bracket.next ? bracket.inside : `${bracket.inside} ${sliceOf(line, bracket.next, next)}`;
  return withNote(state, note, next);
}

const isNumber = (text: string): boolean => /^[\p{Nd}\s.,/⁄¼-¾⅐-⅞–-]+$/u.test(text);

/** `2 400g tins`, `1 5cm piece`, `2 12-packs`: the size of each. */
export function readInnerSize(line: Line, state: AmountState): AmountState {
  const size = readMeasure(line, state.next);
  if (size === null) return readInnerPack(line, state);
  // `1 x 400g/14oz tin`
  const next = size.unit === undefined ? skipPiece(line, size.next) : skipMeasures(line, state.next);
  const note = sliceOf(line, state.next, next).replace(/\.$/u, '');
  return line.tokens[next] === undefined ? state : withNote(state, note, skipPhrase(line, next, 'of'));
}

/** The `12 pack` in `2 12 pack coke`. */
function readInnerPack(line: Line, state: AmountState): AmountState {
  if (!isKind(line, state.next, 'number')) return state;
  const pack = skipPackSize(line, state.next + 1);
  if (pack === state.next + 1) return state;
  return withNote(state, sliceOf(line, state.next, pack), skipPhrase(line, pack, 'of'));
}

/** `12 pack coke`: the number is the size of a pack, and not how many of them. `1 pack` is one. */
export function readPackSize(line: Line, state: AmountState): AmountState {
  const { count, next, notes } = state;
  const pack = skipPackSize(line, next);
  const isSize = pack > next && (count.value > (count.isDigits ? 1 : 2) || isText(line, next, '-'));
  if (!isSize || next !== count.next) return state;
  const note = `${count.text}${line.text.slice(line.tokens[next - 1]?.end, line.tokens[pack - 1]?.end)}`;
  const before = notes.filter((one) => one !== count.text);
  return { ...state, amount: null, notes: [...before, note], next: skipPhrase(line, pack, 'of') };
}

/** `1 large bunch`: a size before a unit. `1 large or 2 medium onions`: one, and the other choice. */
export function readSizeWords(line: Line, state: AmountState): AmountState {
  const next = skipAll(line, state.next, 'sizes', 'heaps', 'adverbs');
  const isSize = next > state.next && readUnit(line, next) !== null;
  const end = isSize ? next : skipOtherSize(line, next);
  return end > state.next && (isSize || end > next) ? withNote(state, sliceOf(line, state.next, end), end) : state;
}

/** The token after `or 2 medium`; `at` itself for none. */
function skipOtherSize(line: Line, at: number): number {
  const or = skipPhrase(line, at, 'range');
  if (or === at || !isKind(line, or, 'number')) return at;
  const end = skipAll(line, or + 1, 'sizes', 'heaps');
  return end > or + 1 && isKind(line, end, 'word') ? end : at;
}
