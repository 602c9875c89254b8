/** Reads a whole query string: what to select, to filter by, to order by, and which rows. */
import type { RestFailure } from '#server/rest/failure.ts';
import { gather } from '#server/rest/gather.ts';
import type { Result } from '#server/result.ts';
import { COMMA, readName } from './field.ts';
import { parseFilter, parseLogicTree } from './logic.ts';
import { parseOrder } from './order.ts';
import { parseLimits } from './range.ts';
import { readAll, readList } from './reader.ts';
import { parseSelect } from './select.ts';
import type { LogicTree, Query } from './syntax.ts';

type Pair = readonly [key: string, value: string];

const RESERVED = ['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'apikey'];
const LOGIC = ['and', 'or', 'not.and', 'not.or'];
const OPERATOR =
  /^(?:not\.)?(?:eq|neq|gte?|lte?|i?like|i?match|in|is|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|(?:pl|ph|w)?fts)(?:\([^()]*\))?\./u;

/**
 * Reads the parameters of a request. For a call by GET, a parameter whose value is no filter is an argument of the
 * function.
 * Gives the query, or the first failure: PGRST100 where something cannot be read, PGRST108 for what is about another table.
 */
export function parseQuery(params: URLSearchParams, isCall: boolean): Result<Query, RestFailure> {
  const pairs = [...params].filter(([key]) => !RESERVED.includes(key));
  if ([...params].some((pair) => pair.join('').includes('\0'))) return nullCharacter;
  const isArgument = ([key, value]: Pair): boolean => isCall && !LOGIC.includes(key) && !OPERATOR.test(value);
  const said = gather({
    select: parseSelect(params.get('select') ?? ''),
    filters: parseFilters(pairs.filter((pair) => !isArgument(pair))),
    order: parseNonEmpty(params.get('order'), parseOrder),
    range: parseLimits(params.get('limit'), params.get('offset')),
    columns: parseNonEmpty(params.get('columns'), (text) => parseNames('columns parameter', text)),
    onConflict: parseNonEmpty(params.get('on_conflict'), (text) => parseNames('on_conflict parameter', text)),
  });
  if (!said.ok) return said;
  return { ok: true, value: { ...said.value, order: said.value.order ?? [], args: pairs.filter(isArgument) } };
}

function parseFilters(pairs: readonly Pair[]): Result<readonly LogicTree[], RestFailure> {
  const trees: LogicTree[] = [];
  for (const [key, value] of pairs) {
    const tree = parsePair(key, value);
    if (!tree.ok) return tree;
    trees.push(tree.value);
  }
  return { ok: true, value: trees };
}

function parsePair(key: string, value: string): Result<LogicTree, RestFailure> {
  if (LOGIC.includes(key)) return parseLogicTree(key, value);
  // `other.name=eq.x`: a filter, an order or a limit of another table. A dot of a column's own stands in quotes.
  const resource = /^([^".>]+)\.[^.]/u.exec(key)?.[1];
  if (resource !== undefined) return { ok: false, failure: { type: 'not-embedded', resource } };
  return parseFilter(key, value);
}

function parseNames(what: string, text: string): Result<readonly string[], RestFailure> {
  const names = readAll(what, text, (reader) => readList(reader, COMMA, readName));
  return names.ok ? { ok: true, value: [...new Set(names.value)] } : names;
}

function parseNonEmpty<T>(
  text: string | null,
  parse: (text: string) => Result<T, RestFailure>,
): Result<T | null, RestFailure> {
  return text === null || text === '' ? { ok: true, value: null } : parse(text);
}

// Postgres knows no such character in a text, and its protocol ends a statement with it.
const nullCharacter: Result<never, RestFailure> = {
  ok: false,
  failure: {
    type: 'unreadable-query',
    message: 'failed to parse the query string',
    details: 'unexpected null character',
  },
};
