/** Builds the statement of a read, and the clauses that other statements share. */
import {
  COMPARISONS,
  STATES,
  type Condition,
  type Filter,
  type OrderTerm,
  type Query,
  type RowRange,
} from '#server/rest/request/query.ts';
import type { Media } from '#server/rest/request/request.ts';
import type { Table } from '#server/rest/schema-cache.ts';
import { bind, identifier, join, list, nothing, raw, sql, type Piece } from './piece.ts';

type Reading = {
  readonly table: Table;
  readonly query: Query;
  readonly range: RowRange;
  /** Null for HEAD, which needs only counts. */
  readonly media: Media | null;
  readonly isCounted: boolean;
};

/** Builds a statement that returns one `ResultRow`. */
export function readSql({ table, query, range, media, isCounted }: Reading): Piece {
  const source = tableSql(table);
  const where = whereSql(source, query.filters);
  const columns = selectSql(source, query.select);
  return resultRowSql({
    statement: sql`select ${columns} from ${source}${where}${orderSql(source, query.order)}${rangeSql(range)}`,
    name: raw('found'),
    shown: raw('select * from found'),
    body: media === null ? NO_BODY : bodySql(media.isObject),
    ...(isCounted ? { total: sql`(select count(*) from ${source}${where})` } : {}),
  });
}

export const tableSql = ({ schema, name }: Table): Piece => identifier(schema, name);

const columnSql = (source: Piece, name: string): Piece => sql`${source}.${identifier(name)}`;

export const selectSql = (source: Piece, select: Query['select']): Piece =>
  select === null ? sql`${source}.*` : list(select.map((name) => columnSql(source, name)));

/** Combines filters with AND. Without filters the clause is empty. */
export function whereSql(source: Piece, filters: readonly Filter[]): Piece {
  if (filters.length === 0) return nothing;
  const conditions = filters.map(
    ({ column, isNegated, condition }) =>
      sql`${raw(isNegated ? 'not ' : '')}(${columnSql(source, column)} ${conditionSql(condition)})`,
  );
  return sql` where ${join(conditions, ' and ')}`;
}

function conditionSql(condition: Condition): Piece {
  switch (condition.type) {
    case 'compare':
      return sql`${raw(COMPARISONS[condition.operator])} ${bind(condition.value)}`;
    case 'in':
      return sql`= any (${bind(arrayLiteral(condition.values))})`;
    case 'is':
      return sql`is ${raw(STATES[condition.state])}`;
  }
}

/** Postgres' text form of an array, with quoted elements. */
function arrayLiteral(values: readonly string[]): string {
  const elements = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return `{${elements.join(',')}}`;
}

export function orderSql(source: Piece, order: readonly OrderTerm[]): Piece {
  if (order.length === 0) return nothing;
  const terms = order.map(({ column, suffix }) => sql`${columnSql(source, column)}${raw(suffix)}`);
  return sql` order by ${list(terms)}`;
}

export function rangeSql({ offset, limit }: RowRange): Piece {
  const first = offset === 0 ? '' : ` offset ${offset}`;
  return raw(`${limit === null ? '' : ` limit ${limit}`}${first}`);
}

/** The alias of the rows of the body, in every statement. */
export const ROWS = raw('rest_rows');

/** The single row that every statement returns. The driver returns counts as text. */
export type ResultRow = {
  readonly total: string | null;
  readonly rows: string;
  /** Null if it is larger than `MAX_RESPONSE_BYTES`. */
  readonly body: string | null;
  readonly inserted: string | null;
};

/** The pieces of a statement. Omitted counts are null. */
type ResultPieces = {
  /** The statement that reads or writes, and the name of its CTE. */
  readonly statement: Piece;
  readonly name: Piece;
  /** The query for the returned rows. */
  readonly shown: Piece;
  readonly body: Piece;
  readonly total?: Piece;
  readonly inserted?: Piece;
};

/** Builds the statement that returns one `ResultRow`. */
export function resultRowSql({ statement, name, shown, body, total = NULL, inserted = NULL }: ResultPieces): Piece {
  const row = sql`select ${total} as total, count(${ROWS}) as rows, ${body} as body, ${inserted} as inserted
    from (${shown}) ${ROWS}`;
  if (body === NO_BODY) return sql`with ${name} as (${statement}) ${row}`;
  const capped = raw(`case when octet_length(body) <= ${MAX_RESPONSE_BYTES} then body end`);
  return sql`with ${name} as (${statement}), rest_result as (${row})
    select total, rows, ${capped} as body, inserted from rest_result`;
}

/** A larger body would fill the memory of this server. A read returns at most this much, whatever its number of rows. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

const NULL = raw('null');
/** An empty body. */
export const NO_BODY = raw("''");

/** The body of rows: a list, or a single object. */
export const bodySql = (isObject: boolean): Piece => listSql(ROWS, isObject);

/** The body of a function result: a single value or a list of values. */
export const scalarBodySql = (isOne: boolean): Piece => listSql(sql`${ROWS}.rest_value`, isOne);

function listSql(value: Piece, isOne: boolean): Piece {
  const rows = sql`json_agg(${value})`;
  return isOne ? sql`coalesce(${rows} -> 0, 'null')::text` : sql`coalesce(${rows}, '[]')::text`;
}
