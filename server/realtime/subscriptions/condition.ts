/** A filter condition, bound to the type of its column. */
import { fail, ok } from '#server/result.ts';
import type { Result } from '#server/result.ts';
import { kindOfType, toComparable } from './column-value.ts';
import type { Comparable, ValueKind } from './column-value.ts';
import type { ParsedCondition } from './filter.ts';

/** The column has one of these values. */
export type Condition = {
  readonly column: string;
  readonly kind: ValueKind;
  readonly values: ReadonlySet<Comparable>;
};

/** Parses the values as the column's type. Fails with Postgres' message for a value of another type. */
export function bindCondition({ column, values }: ParsedCondition, type: string): Result<Condition, BindFailure> {
  const kind = kindOfType(type);
  const bound = new Set<Comparable>();
  for (const text of values) {
    const value = kind.parse(text);
    if (value === undefined) {
      return fail({ type: 'wrong-condition', message: `invalid input syntax for type ${type}: "${text}"` });
    }
    bound.add(value);
  }
  return ok({ column, kind, values: bound });
}

type BindFailure = { readonly type: 'wrong-condition'; readonly message: string };

/** Whether a row meets a condition. NULL meets none. */
export function isMet({ column, kind, values }: Condition, record: Readonly<Record<string, unknown>>): boolean {
  const value = toComparable(kind, record[column]);
  return value !== null && values.has(value);
}
