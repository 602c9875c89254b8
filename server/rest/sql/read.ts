/** Builds the statement of a read, and the clauses that other statements share. */
import type { Table } from '#server/rest/schema/schema.ts';
import { COMPARISONS, STATES } from '#server/rest/request/filter.ts';
import type { Condition, Filter } from '#server/rest/request/filter.ts';
import type { OrderTerm, Query } from '#server/rest/request/query.ts';
import type { RowRange } from '#server/rest/request/range.ts';
import type { Media } from '#server/rest/request/media.ts';
import { NO_BODY, resultRowSql, bodySql } from './body.ts';
import { bind, identifier, join, list, nothing, raw, sql } from './piece.ts';
import type { Piece } from './piece.ts';

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
