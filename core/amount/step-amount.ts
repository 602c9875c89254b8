/** The next larger or smaller amount, for the buttons that change it. */
import { isAmount } from '#core/name/clean-details.ts';
import type { Amount } from './add-amounts.ts';
import { roundAmount } from './numbers.ts';
import { findUnit, PIECES } from './units.ts';

/** Step sizes of measured amounts, by the amount from which they apply. */
const STEPS = [
  { from: 1000, size: 100 },
  { from: 100, size: 50 },
  { from: 20, size: 10 },
  { from: 2, size: 1 },
  { from: 0, size: 0.5 },
] as const;

/**
 * Rounds up or down to the next step: whole pieces and packages, and steps that grow with measured amounts.
 * @returns null if there is no smaller or larger amount
 */
export function stepAmount({ amount, unit }: Amount, direction: 'up' | 'down'): number | null {
  const isUp = direction === 'up';
  // From 1 down, the step is that of smaller amounts.
  const size = stepSize(isUp ? amount : amount - 0.001, unit);
  const next = roundAmount((isUp ? Math.floor(amount / size) + 1 : Math.ceil(amount / size) - 1) * size);
  return isAmount(next) ? next : null;
}

function stepSize(amount: number, unit: string | null): number {
  const { measure } = (unit === null ? PIECES : findUnit(unit)) ?? {};
  if (measure === undefined || measure === 'pieces') return amount < 1 ? 0.5 : 1;
  return STEPS.find(({ from }) => amount >= from)?.size ?? 0.5;
}
