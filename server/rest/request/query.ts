/** Parses the query of a request, and the range of rows. */
import type { RestFailure } from '#server/rest/failures/failure.ts';
import { combineResults, fail, ok, type Result } from '#server/result.ts';
import { isCondition, parseFilters, parseName, splitList, type Filter } from './filter.ts';

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

export type QueryTarget = {
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
