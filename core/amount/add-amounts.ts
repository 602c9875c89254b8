/** Calculates with amounts: adds up two of an item (product Q3), and finds the next larger or smaller one (product Q1). */
import { compareById } from '#core/list/compare-text.ts';
import { isAmount } from '#core/name/clean-details.ts';
import { roundAmount } from './numbers.ts';
import { IMPERIAL } from '#core/language/en/units.ts';
import type { Unit } from '#core/language/unit.ts';
import { findUnit, PIECES } from './units.ts';

export type Amount = {
  readonly amount: number;
  /** The id of a unit; null for pieces. */
  readonly unit: string | null;
};

/**
 * Adds up two amounts, in the larger of their units if the sum is exact in it: 500 g and 1 kg are 1.5 kg, and 500 g and 500 g are 1 kg. A dozen and 6 are 18 pieces.
 * The sum of a metric and a US unit is metric, and rounded: a pound and 250 g are 704 g. A measure of the kitchen, such as EL, is
 * the unit of a sum only with another such measure. Pints and gallons are those of the shopper's country.
 * @param locale a language tag; by default, that of the shopper's device
 * @returns null if the units do not convert, or the sum is too large
 */
export function addAmounts(a: Amount, b: Amount, locale?: string): Amount | null {
  if (a.unit === b.unit) return toAmount(a.amount + b.amount, a.unit);
  const [unitA, unitB] = [unitOf(a, locale), unitOf(b, locale)];
  const units = [unitA, unitB].filter((unit) => unit !== undefined);
  // The ids decide between units that are equally large, such as EL and cda, so that the order of the amounts makes no difference.
  const [smaller, larger] = units.toSorted((one, other) => factorOf(one) - factorOf(other) || compareById(one, other));
  if (smaller?.measure === undefined || smaller.measure !== larger?.measure) return null;
  return addUp(a.amount * factorOf(unitA) + b.amount * factorOf(unitB), smaller, larger);
}

/**
 * Adds up the parts of one amount: 2 lb and 4 oz.
 * @returns null if the second amount is no part of the first one's unit: 250 g and 9 oz say the same, and 1 lb and 16 oz are two amounts
 */
export function addPart(whole: Amount, part: Amount): Amount | null {
  const [unit, smaller] = [unitOf(whole), unitOf(part)];
  if (unit === undefined || smaller === undefined || isMetric(unit) !== isMetric(smaller)) return null;
  return part.amount * factorOf(smaller) < factorOf(unit) ? addAmounts(whole, part) : null;
}

/** Whether the unit is one of weight or volume. */
export const isMeasured = (unit: string | null | undefined): boolean =>
  ['mass', 'volume'].includes(findUnit(unit ?? '')?.measure ?? '');

/** @param total in the smallest unit of the measure */
function addUp(total: number, smaller: Unit, larger: Unit): Amount | null {
  const [unit, ...others] = [smaller, larger].filter(({ isKitchenMeasure }) => isKitchenMeasure !== true);
  if (unit !== undefined && others.length === 0) return sumOutsideKitchen(total, unit);
  if (isMetric(smaller) !== isMetric(larger)) return sumInMetric(total, isMetric(smaller) ? smaller : larger);
  const isShownLarger = larger.measure !== 'pieces' && isExact(total / factorOf(larger));
  const shown = isShownLarger ? larger : smaller;
  return toAmount(total / factorOf(shown), shown === PIECES ? null : shown.id);
}

/** 300 ml and 2 EL are 330 ml, because no bottle has 22 EL. */
function sumOutsideKitchen(total: number, unit: Unit): Amount | null {
  if (isMetric(unit) && isExact(total / factorOf(unit))) return toAmount(total / factorOf(unit), unit.id);
  const base = findUnit(unit.measure === 'mass' ? 'g' : 'ml');
  if (base === undefined) return null;
  return isMetric(unit) ? toAmount(total / factorOf(base), base.id) : sumInMetric(total, base);
}

/** As precise as a kitchen scale: a cup and 250 ml are 487 ml. */
function sumInMetric(total: number, shown: Unit): Amount | null {
  const amount = total / factorOf(shown);
  return toAmount(amount < 100 ? Number(amount.toPrecision(3)) : Math.round(amount), shown.id);
}

/** Metric factors are whole numbers, as are those of pieces. */
const isMetric = (unit: Unit): boolean => Number.isInteger(factorOf(unit));

/** The unit, with its imperial factor where that is used. */
function unitOf({ unit }: Pick<Amount, 'unit'>, locale?: string): Unit | undefined {
  const found = unit === null ? PIECES : findUnit(unit);
  if (found?.imperial === undefined) return found;
  return IMPERIAL.test(locale ?? new Intl.NumberFormat().resolvedOptions().locale)
    ? { ...found, factor: found.imperial }
    : found;
}

const factorOf = (unit: Unit | undefined): number => unit?.factor ?? 1;

/** Whether the stored digits are enough, apart from the error of floating-point numbers. */
const isExact = (amount: number): boolean => Math.abs(amount - roundAmount(amount)) < 1e-9;

function toAmount(sum: number, unit: string | null): Amount | null {
  const shown = inLargerUnit(sum, unit) ?? { amount: roundAmount(sum), unit };
  return isAmount(shown.amount) ? shown : null;
}

/** From one of the larger unit on, a sum is in it if that is exact: 500 g and 500 g are 1 kg. */
function inLargerUnit(sum: number, unit: string | null): Amount | null {
  const larger = LARGER_UNITS.get(unit ?? '');
  if (larger === undefined) return null;
  const total = (sum * factorOf(unitOf({ unit }))) / factorOf(findUnit(larger));
  const amount = roundAmount(total);
  return isExact(total) && amount >= 1 ? { amount, unit: larger } : null;
}

/** The unit of the larger amounts of each metric unit that shoppers write. */
const LARGER_UNITS: ReadonlyMap<string, string> = new Map([
  ['g', 'kg'],
  ['ml', 'l'],
  ['cl', 'l'],
  ['dl', 'l'],
]);

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
