/** A condition of a subscription's filter, bound to the type of its column, and its answer for a row. */
import type { Result } from '#server/result.ts';
import { kindOfType, toComparable } from './column-value.ts';
import type { Comparable, ValueKind } from './column-value.ts';
import type { Operator, WrittenCondition } from './filter.ts';
import { isLike } from './like.ts';

export type Condition = {
  readonly column: string;
  readonly operator: Operator;
  readonly isNegated: boolean;
  readonly kind: ValueKind;
  readonly values: readonly (Comparable | null)[];
};

/**
 * Reads a condition's values as its column's type.
 * Gives why Postgres would refuse it: a value of another type, or an operator that the type does not have.
 */
export function bindCondition(written: WrittenCondition, type: string): Result<Condition, BindFailure> {
  const { column, operator, isNegated } = written;
  const kind = kindOfType(type);
  if (!hasOperator(kind, operator)) return fail(`operator ${operator} does not exist for type ${type}`);
  if (operator === 'is') return bindIs(written, kind);
  const values: (Comparable | null)[] = [];
  for (const text of written.values) {
    const value = text === null ? null : kind.read(text);
    if (value === undefined) return fail(`invalid input syntax for type ${type}: "${text ?? ''}"`);
    values.push(value);
  }
  return { ok: true, value: { column, operator, isNegated, kind, values } };
}

export type BindFailure = { readonly type: 'wrong-condition'; readonly message: string };

/** Whether only Postgres can answer it: nobody else has its regular expressions, and a stranger's must not run here. */
export function isPattern({ operator }: Condition): boolean {
  return operator === 'match' || operator === 'imatch';
}

/** Whether a row fulfils a condition; SQL's NULL fulfils none, negated or not. A pattern is passed over: see `isPattern`. */
export function isFulfilled(condition: Condition, record: Readonly<Record<string, unknown>>): boolean {
  if (isPattern(condition)) return true;
  const value = toComparable(condition.kind, record[condition.column]);
  const answer = answerOf(condition, value);
  return answer !== null && answer !== condition.isNegated;
}

/** True, false, or null for unknown. */
function answerOf({ operator, values }: Condition, value: Comparable | null): boolean | null {
  const wanted = values[0] ?? null;
  if (operator === 'is') return wanted === notNull ? value !== null : value === wanted;
  if (operator === 'isdistinct') return value !== wanted;
  if (value === null) return null;
  return operator === 'in' ? isAmong(value, values) : answers[operator](value, wanted ?? '');
}

function isAmong(value: Comparable, values: Condition['values']): boolean | null {
  return values.includes(value) || (values.includes(null) ? null : false);
}

type Comparison = Exclude<Operator, 'in' | 'is' | 'isdistinct'>;

const answers: Readonly<Record<Comparison, (value: Comparable, wanted: Comparable) => boolean | null>> = {
  eq: (value, wanted) => value === wanted,
  neq: (value, wanted) => value !== wanted,
  lt: (value, wanted) => value < wanted,
  lte: (value, wanted) => value <= wanted,
  gt: (value, wanted) => value > wanted,
  gte: (value, wanted) => value >= wanted,
  like: (value, wanted) => isLike(String(value), String(wanted)),
  ilike: (value, wanted) => isLike(String(value).toLowerCase(), String(wanted).toLowerCase()),
  match: () => null,
  imatch: () => null,
};

/** Stands for `is.not_null`; no text of a filter reads as this for a truth. */
const notNull = 'not_null';

function bindIs({ column, isNegated, values }: WrittenCondition, kind: ValueKind): Result<Condition, BindFailure> {
  const word = (values[0] ?? '').toLowerCase();
  const value = isWords.get(word);
  const needsTruth = word === 'true' || word === 'false' || word === 'unknown';
  if (value === undefined || (needsTruth && kind.name !== 'truth'))
    return fail(`invalid value for is filter: "${word}"`);
  return { ok: true, value: { column, operator: 'is', isNegated, kind, values: [value] } };
}

const isWords: ReadonlyMap<string, Comparable | null> = new Map<string, Comparable | null>([
  ['null', null],
  ['unknown', null],
  ['true', true],
  ['false', false],
  [notNull, notNull],
]);

const ordering: readonly Operator[] = ['lt', 'lte', 'gt', 'gte'];
const textual: readonly Operator[] = ['like', 'ilike', 'match', 'imatch'];

function hasOperator(kind: ValueKind, operator: Operator): boolean {
  if (ordering.includes(operator)) return kind.isOrdered;
  return !textual.includes(operator) || kind.name === 'text';
}

function fail(message: string): Result<never, BindFailure> {
  return { ok: false, failure: { type: 'wrong-condition', message } };
}
