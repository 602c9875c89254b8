/** Parses filters and quoted names. */
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { fail, ok, type Result } from '#server/result.ts';

export type Condition =
  | { readonly type: 'compare'; readonly operator: Comparison; readonly value: string }
  | { readonly type: 'in'; readonly values: readonly string[] }
  | { readonly type: 'is'; readonly state: State };

export type Filter = { readonly column: string; readonly isNegated: boolean; readonly condition: Condition };

/** Operators with one value, and their SQL. */
export const COMPARISONS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
type Comparison = keyof typeof COMPARISONS;

/** The values that `is.` allows, and their SQL. */
export const STATES = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const;
type State = keyof typeof STATES;

const FORM = /^(?<not>not\.)?(?<operator>eq|neq|gt|gte|lt|lte|in|is)\.(?<value>[\s\S]*)$/u;

/** Whether the value of a parameter is a filter, and not an argument of a function. */
export const isCondition = (text: string): boolean => FORM.test(text);

/** Returns the filters in order. Fails with PGRST100 for the first invalid one. */
export function parseFilters(
  pairs: readonly (readonly [key: string, value: string])[],
): Result<readonly Filter[], RestFailure> {
  const filters: Filter[] = [];
  for (const [key, text] of pairs) {
    const column = parseName(key);
    if (column === null) return unreadable(`A filter takes a column name, but not "${key}".`);
    const { not, operator, value = '' } = FORM.exec(text)?.groups ?? {};
    const condition = operator === undefined ? null : toCondition(operator, value);
    if (condition === null) {
      return unreadable(
        `The filter on "${key}" takes eq, neq, gt, gte, lt, lte, in.(…) or is, with or without "not." before it.`,
      );
    }
    filters.push({ column, isNegated: not !== undefined, condition });
  }
  return ok(filters);
}

function toCondition(operator: string, value: string): Condition | null {
  if (isComparison(operator)) return { type: 'compare', operator, value };
  return operator === 'is' ? toState(value.toLowerCase()) : toList(value);
}

const toState = (state: string): Condition | null => (isState(state) ? { type: 'is', state } : null);

function toList(value: string): Condition | null {
  const list = /^\s*\((?<list>[\s\S]*)\)\s*$/u.exec(value)?.groups?.['list'];
  if (list === undefined) return null;
  return { type: 'in', values: list === '' ? [] : splitList(list).map(parseElement) };
}

const isComparison = (word: string): word is Comparison => Object.hasOwn(COMPARISONS, word);
const isState = (word: string): word is State => Object.hasOwn(STATES, word);

const unreadable = (message: string): Result<never, RestFailure> => fail({ type: 'unreadable-query', message });

const BARE = /^[\p{L}\p{N}_$](?:[\p{L}\p{N}_$ -]*[\p{L}\p{N}_$])?$/u;
const QUOTED = /^"((?:[^"\\]|\\[\s\S])*)"$/u;

/** Parses a name: quoted, or letters, digits, `_`, `$`, and inner blanks and dashes. Returns null for anything else. */
export function parseName(text: string): string | null {
  const name = text.trim();
  const quoted = QUOTED.exec(name)?.[1];
  if (quoted !== undefined) return unescape(quoted);
  return BARE.test(name) ? name : null;
}

/** Splits at commas outside of double quotes. */
export const splitList = (text: string): readonly string[] => text.match(ITEM) ?? [];

/** Parses an element of a list. Removes double quotes. */
function parseElement(text: string): string {
  const quoted = QUOTED.exec(text.trim())?.[1];
  return quoted === undefined ? text : unescape(quoted);
}

// An item starts at the beginning or after a comma. Quotes protect commas; a single quote is an ordinary character.
const ITEM = /(?<=^|,)(?:\s*"(?:[^"\\]|\\[\s\S])*"(?=\s*(?:,|\.|$))[^,]*|[^,]*)(?=,|$)/gu;

const unescape = (text: string): string => text.replaceAll(/\\([\s\S])/gu, '$1');
