/** The filter of a subscription, such as `id=gt.0,name=not.in.(a,"b,c")`: read into its conditions. */
import type { Result } from '#server/result.ts';
import { readList, splitTopLevel, unquote } from './filter-text.ts';

export type Operator = (typeof operators)[number];

/** One comparison as it was written; the value is not yet of the column's type. */
export type WrittenCondition = {
  readonly column: string;
  readonly operator: Operator;
  readonly isNegated: boolean;
  /** One text; of `in` any number, null for SQL's NULL. */
  readonly values: readonly (string | null)[];
};

/**
 * Reads a filter; commas outside quotes and parentheses mean AND, and nothing at all is no filter.
 * Gives its conditions, or the sentence of the hosted service (realtime, Subscriptions.parse_subscription_params).
 */
export function parseFilter(filter: string): Result<readonly WrittenCondition[], FilterFailure> {
  if (filter.length > LONGEST) return fail('filter is too long');
  if (filter.trim() === '') return { ok: true, value: [] };
  const conditions: WrittenCondition[] = [];
  for (const segment of splitTopLevel(filter)) {
    const condition = parseCondition(segment.trim());
    if (!condition.ok) return condition;
    conditions.push(condition.value);
  }
  return { ok: true, value: conditions };
}

export type FilterFailure = { readonly type: 'wrong-filter'; readonly message: string };

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;

const LONGEST = 4096;

function parseCondition(segment: string): Result<WrittenCondition, FilterFailure> {
  if (segment === '') return fail('filter must not contain empty segments (check for extra commas)');
  const equals = segment.indexOf('=');
  if (equals < 1) return fail(`[${JSON.stringify(segment)}]`);
  const [column, rest] = [segment.slice(0, equals).trim(), segment.slice(equals + 1)];
  const isNegated = rest.startsWith('not.');
  const comparison = parseComparison(isNegated ? rest.slice('not.'.length) : rest);
  return comparison.ok ? { ok: true, value: { column, isNegated, ...comparison.value } } : comparison;
}

type Comparison = Pick<WrittenCondition, 'operator' | 'values'>;

function parseComparison(text: string): Result<Comparison, FilterFailure> {
  const dot = text.indexOf('.');
  if (dot === -1) return fail(`[${JSON.stringify(text)}]`);
  const [name, value] = [text.slice(0, dot), text.slice(dot + 1)];
  const operator = operators.find((known) => known === name);
  if (operator === undefined) return fail(`[${JSON.stringify(name)}, ${JSON.stringify(value)}]`);
  const values = operator === 'in' ? readList(value) : [unquote(value)];
  if (values === null) return fail('`in` filter value must be wrapped by parentheses');
  return { ok: true, value: { operator, values } };
}

function fail(reason: string): Result<never, FilterFailure> {
  return { ok: false, failure: { type: 'wrong-filter', message: `Error parsing \`filter\` params: ${reason}` } };
}
