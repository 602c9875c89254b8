/** The filter of a subscription, such as `id=eq.1,name=in.(a,"b,c")`: parses it, and compares its conditions with values of columns. */
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

type FilterFailure = { readonly type: 'wrong-filter'; readonly message: string };

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

/** A value that can be compared. Times are microseconds since 1970. */
export type Comparable = string | number | boolean;

type ValueKind = {
  readonly name: 'number' | 'boolean' | 'time' | 'uuid' | 'text' | 'other';
  /** Parses the text of a filter. Returns undefined for a text that Postgres would reject, too. */
  readonly parse: (text: string) => Comparable | undefined;
};

/** Returns how values of a type are compared. `type` is its name in pg_type. */
function kindOfType(type: string): ValueKind {
  return kindByType.get(type) ?? other;
}

/** Converts a JSON value of a row to a comparable value. Returns null for NULL and for a missing column. */
export function toComparable(kind: ValueKind, value: unknown): Comparable | null {
  if (value === null || value === undefined) return null;
  if (kind.name === 'number') return Number(value);
  if (kind.name === 'boolean') return value === true;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return kind.parse(text) ?? text;
}

const textKind: ValueKind = { name: 'text', parse: (text) => text };
const other: ValueKind = { name: 'other', parse: (text) => text };
const uuid: ValueKind = { name: 'uuid', parse: parseUuid };
const bool: ValueKind = {
  name: 'boolean',

  parse: (text) => booleanByWord.get(text.trim().toLowerCase()),
};
const time: ValueKind = { name: 'time', parse: parseTime };
const whole: ValueKind = { name: 'number', parse: (text) => parseNumber(text, /^[+-]?\d+$/) };
const decimal: ValueKind = {
  name: 'number',

  parse: (text) => parseNumber(text, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i),
};

const kindByType: ReadonlyMap<string, ValueKind> = new Map([
  ...['text', 'varchar', 'bpchar', 'name', 'char'].map((type) => [type, textKind] as const),
  ...['int2', 'int4', 'int8', 'oid'].map((type) => [type, whole] as const),
  ...['float4', 'float8', 'numeric'].map((type) => [type, decimal] as const),
  ...['timestamptz', 'timestamp', 'date'].map((type) => [type, time] as const),
  ['uuid', uuid],
  ['bool', bool],
]);

const booleanByWord: ReadonlyMap<string, boolean> = new Map([
  ...['t', 'true', 'y', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['f', 'false', 'n', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

function parseNumber(text: string, form: RegExp): number | undefined {
  return form.test(text.trim()) ? Number(text) : undefined;
}

function parseUuid(text: string): string | undefined {
  const digits = text.trim().toLowerCase().replaceAll(/[{}-]/g, '');
  return /^[\da-f]{32}$/.test(digits) ? digits : undefined;
}

/** Parses ISO 8601 as Postgres writes it, to the microsecond. A time without a zone is UTC. */
function parseTime(text: string): number | undefined {
  const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;
  const [, day, hours = '00:00', fraction = '', zone = 'Z'] = form.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const milliseconds = Date.parse(`${day}T${hours}${offset.toUpperCase()}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds * 1000 + Number(fraction.padEnd(6, '0'));
}
