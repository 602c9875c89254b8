/** Adds up two amounts of an item (product Q3). */
import { isAmount } from '#core/name/clean-details.ts';
import { roundAmount } from './numbers.ts';
import { findUnit, PIECES } from './units.ts';
import type { Unit } from './units.ts';

export type Amount = {
  readonly amount: number;
  /** The id of a unit; null for pieces. */
  readonly unit: string | null;
};

/**
 * Adds up two amounts, in the larger of their units if the sum is exact in it: 500 g and 1 kg are 1.5 kg. A dozen and 6 are 18 pieces.
 * @returns null if the units do not convert, or the sum is too large
 */
export function addAmounts(a: Amount, b: Amount): Amount | null {
  if (a.unit === b.unit) return toAmount(a.amount + b.amount, a.unit);
  const units = [a, b].map(unitOf).filter((unit) => unit?.measure !== undefined);
  const [smaller, larger] = units.toSorted((one, other) => factorOf(one) - factorOf(other));
  if (smaller === undefined || larger === undefined || smaller.measure !== larger.measure) return null;
  const total = a.amount * factorOf(unitOf(a)) + b.amount * factorOf(unitOf(b));
  const isShownLarger = larger.measure !== 'pieces' && isExact(total / factorOf(larger));
  const shown = isShownLarger ? larger : smaller;
  return toAmount(total / factorOf(shown), shown === PIECES ? null : shown.id);
}

const unitOf = ({ unit }: Amount): Unit | undefined => (unit === null ? PIECES : findUnit(unit));
const factorOf = (unit: Unit | undefined): number => unit?.factor ?? 1;

/** Whether the stored digits are enough, apart from the error of floating-point numbers. */
const isExact = (amount: number): boolean => Math.abs(amount - roundAmount(amount)) < 1e-9;

function toAmount(sum: number, unit: string | null): Amount | null {
  const amount = roundAmount(sum);
  return isAmount(amount) ? { amount, unit } : null;
}
