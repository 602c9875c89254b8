/** The amount at the beginning of a line, while it is read. */
import type { WordKind } from '#core/language/text-words.ts';
import type { Unit } from '#core/language/unit.ts';
import type { Range } from './read-count.ts';
import { isText, readUnit, skipPhrase, type Line } from './tokens.ts';

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
