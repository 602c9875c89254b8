/** Parses the filter of a subscription, such as `id=eq.1,name=in.(a,"b,c")`. */
import { fail, ok, type Result } from '#server/result.ts';

/** A condition that a column has one of these values. The values are text and not yet of the column's type. */
export type ParsedCondition = { readonly column: string; readonly values: readonly string[] };

/**
 * Parses a filter. Commas outside quotes and parentheses mean AND; an empty text has no conditions.
 * Failures have the hosted service's messages (supabase/realtime, Subscriptions.parse_subscription_params).
 */
export function parseFilter(filter: string): Result<readonly ParsedCondition[], FilterFailure> {
  if (filter.length > LONGEST) return refuse('filter is too long');
  if (filter.trim() === '') return ok([]);
  const conditions: ParsedCondition[] = [];
  for (const segment of splitTopLevel(filter)) {
    const condition = parseCondition(segment.trim());
    if (!condition.ok) return condition;
    conditions.push(condition.value);
  }
  return ok(conditions);
}

export type FilterFailure = { readonly type: 'wrong-filter'; readonly message: string };

const LONGEST = 4096;

function parseCondition(segment: string): Result<ParsedCondition, FilterFailure> {
  if (segment === '') return refuse('filter must not contain empty segments (check for extra commas)');
  const [, column, operator = '', value = ''] = CONDITION.exec(segment) ?? [];
  if (column === undefined) return refuse(`[${JSON.stringify(segment)}]`);
  const values = readValues(operator, value);
  return values.ok ? ok({ column: column.trim(), values: values.value }) : values;
}

const CONDITION = /^([^=]+)=([^.]*)\.(.*)$/su;

function readValues(operator: string, value: string): Result<readonly string[], FilterFailure> {
  if (operator === 'eq') return ok([unquote(value)]);
  if (operator !== 'in') return refuse(`[${JSON.stringify(operator)}, ${JSON.stringify(value)}]`);
  const values = readList(value);
  return values === null ? refuse('`in` filter value must be wrapped by parentheses') : ok(values);
}

/** Parses `(a,"b,c")`. Returns null for a text without parentheses. */
function readList(text: string): readonly string[] | null {
  const inside = /^\((?<inside>.*)\)$/su.exec(text)?.groups?.['inside'];
  if (inside === undefined) return null;
  return inside.trim() === '' ? [] : splitTopLevel(inside).map((part) => unquote(part.trim()));
}

/** Removes double quotes around a value. A text that is not quoted as a whole stays unchanged. */
function unquote(text: string): string {
  return /^"(?:[^"\\]|\\.)*"$/su.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/gsu, '$1') : text;
}

/** Splits at commas outside quotes and parentheses. A quote opens only at the beginning of a value. */
function splitTopLevel(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"' && opensValue(text, i)) i = closingQuote(text, i);
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function opensValue(text: string, at: number): boolean {
  return at === 0 || '.(,'.includes(text[at - 1] ?? '');
}

/** The index of the quote that closes the one at `at`, or the length of the text. */
function closingQuote(text: string, at: number): number {
  let i = at + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}

function refuse(reason: string): Result<never, FilterFailure> {
  return fail({ type: 'wrong-filter', message: `Error parsing \`filter\` params: ${reason}` });
}
