/** Parses the query of a request: its filters, columns and order, and the range of rows. */
import type { RestFailure } from '#server/rest/failure.ts';
import { combineResults, fail, ok, type Result } from '#server/result.ts';

export type OrderTerm = {
  readonly column: string;
  /** The SQL after the column, such as ` desc nulls last`. */
  readonly suffix: string;
};

export type Query = {
  /** Null for all columns. */
  readonly select: readonly string[] | null;
  /** Combined with AND. */
  readonly filters: readonly Filter[];
  readonly order: readonly OrderTerm[];
  readonly range: RowRange;
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
  /** The named arguments of a function call by GET, in order. */
  readonly args: readonly Pair[];
};

type Pair = readonly [name: string, value: string];

type QueryTarget = {
  /** The table or function, for messages. */
  readonly name: string;
  /** Whether this is a function call by GET, in which a parameter that is not a filter is an argument. */
  readonly isCall: boolean;
};

const RESERVED = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'apikey']);

/** Parses the query. Fails with PGRST100, or with PGRST200 for embedded tables, which are not supported. */
export function parseQuery(params: URLSearchParams, { name, isCall }: QueryTarget): Result<Query, RestFailure> {
  if ([...params].some((pair) => pair.join('').includes('\0'))) {
    return unreadable('A parameter contains a null character.');
  }
  const pairs = [...params].filter(([key]) => !RESERVED.has(key));
  const isArgument = ([, value]: Pair): boolean => isCall && !isCondition(value);
  const read = combineResults({
    select: parseSelect(params.get('select') ?? '', name),
    filters: parseFilters(pairs.filter((pair) => !isArgument(pair))),
    order: parseOrder(params.get('order') ?? ''),
    range: parseLimits(params.get('limit'), params.get('offset')),
    columns: parseNames('columns', params.get('columns') ?? ''),
    onConflict: parseNames('on_conflict', params.get('on_conflict') ?? ''),
  });
  return read.ok ? ok({ ...read.value, args: pairs.filter(isArgument) }) : read;
}

function parseSelect(text: string, parent: string): Result<Query['select'], RestFailure> {
  if (text.trim() === '' || text.trim() === '*') return ok(null);
  const embedded = /(?:^|[,:.])\s*([\p{L}\p{N}_]+)(?:![\p{L}\p{N}_]*)*\(/u.exec(text)?.[1];
  if (embedded !== undefined) return fail({ type: 'no-relationship', parent, child: embedded });
  return parseNames('select', text);
}

function parseNames(parameter: string, text: string): Result<readonly string[] | null, RestFailure> {
  if (text.trim() === '') return ok(null);
  const names: string[] = [];
  for (const item of splitList(text)) {
    const name = parseName(item);
    if (name === null) return unreadable(`"${parameter}" takes column names only, but not "${item}".`);
    names.push(name);
  }
  return ok([...new Set(names)]);
}

const ORDER = /^(.*?)(\.asc|\.desc|)(\.nullsfirst|\.nullslast|)$/su;

const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['.asc', ' asc'],
  ['.desc', ' desc'],
  ['.nullsfirst', ' nulls first'],
  ['.nullslast', ' nulls last'],
]);

function parseOrder(text: string): Result<readonly OrderTerm[], RestFailure> {
  if (text.trim() === '') return ok([]);
  const terms: OrderTerm[] = [];
  for (const item of splitList(text)) {
    const term = parseTerm(item);
    if (term === null) return unreadable(`"order" takes terms such as "name.desc.nullslast", but not "${item}".`);
    terms.push(term);
  }
  return ok(terms);
}

function parseTerm(text: string): OrderTerm | null {
  const [, name = '', ...words] = ORDER.exec(text) ?? [];
  const column = parseName(name);
  return column === null ? null : { column, suffix: words.map((word) => SUFFIXES.get(word) ?? '').join('') };
}

function unreadable(message: string): Result<never, RestFailure> {
  return fail({ type: 'unreadable-query', message });
}

/** At most `limit` rows from `offset` on; null is no limit. */
export type RowRange = { readonly offset: number; readonly limit: number | null };

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Parses `limit` and `offset`. As in PostgREST, a text that is not a number is ignored. */
export function parseLimits(limit: string | null, offset: string | null): Result<RowRange, RestFailure> {
  const wanted = toWhole(limit);
  if (wanted !== null && wanted < 0) return fail({ type: 'wrong-range', why: 'negative-limit' });
  return ok({ offset: Math.max(toWhole(offset) ?? 0, 0), limit: wanted });
}

/** Intersects a range with a Range header (`0-24`, unit items). An invalid header is ignored. */
export function narrowByHeader(range: RowRange, header: string | undefined): Result<RowRange, RestFailure> {
  const [, lower, upper] = /^(\d+)-(\d*)$/u.exec(header ?? '') ?? [];
  if (lower === undefined) return ok(range);
  const [first, last] = [Number(lower), upper === '' ? LARGEST : Number(upper)];
  if (last < first) return fail({ type: 'wrong-range', why: 'lower-above-upper' });
  const offset = Math.max(range.offset, Math.min(first, LARGEST));
  const end = Math.min(last + 1, range.offset + (range.limit ?? LARGEST));
  return ok({ offset, limit: end >= LARGEST ? null : Math.max(end - offset, 0) });
}

/** Limits a range to the server's maximum (`db-max-rows`). */
export function capRange(range: RowRange, maxRows: number): RowRange {
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) };
}

/** Writes Content-Range, such as `0-24/100`. A star stands for no rows and for an unknown total. */
export function writeContentRange(first: number, rows: number, total: number | null): string {
  const rangeText = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : '*';
  return `${rangeText}/${total ?? '*'}`;
}

function toWhole(text: string | null): number | null {
  if (text === null || !/^-?\d+$/u.test(text)) return null;
  return Math.min(Math.max(Number(text), -LARGEST), LARGEST);
}

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
const isCondition = (text: string): boolean => FORM.test(text);

/** Returns the filters in order. Fails with PGRST100 for the first invalid one. */
function parseFilters(
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

const BARE = /^[\p{L}\p{N}_$](?:[\p{L}\p{N}_$ -]*[\p{L}\p{N}_$])?$/u;
const QUOTED = /^"((?:[^"\\]|\\[\s\S])*)"$/u;

/** Parses a name: quoted, or letters, digits, `_`, `$`, and inner blanks and dashes. Returns null for anything else. */
function parseName(text: string): string | null {
  const name = text.trim();
  const quoted = QUOTED.exec(name)?.[1];
  if (quoted !== undefined) return unescape(quoted);
  return BARE.test(name) ? name : null;
}

/** Splits at commas outside of double quotes. */
const splitList = (text: string): readonly string[] => text.match(ITEM) ?? [];

/** Parses an element of a list. Removes double quotes. */
function parseElement(text: string): string {
  const quoted = QUOTED.exec(text.trim())?.[1];
  return quoted === undefined ? text : unescape(quoted);
}

// An item starts at the beginning or after a comma. Quotes protect commas; a single quote is an ordinary character.
const ITEM = /(?<=^|,)(?:\s*"(?:[^"\\]|\\[\s\S])*"(?=\s*(?:,|\.|$))[^,]*|[^,]*)(?=,|$)/gu;

const unescape = (text: string): string => text.replaceAll(/\\([\s\S])/gu, '$1');
