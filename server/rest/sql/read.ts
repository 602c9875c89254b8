/** The statement of a read, and the plan that tells how many rows there may be. */
import type { Table } from '#server/rest/catalogue/catalogue.ts';
import type { Query, RowRange } from '#server/rest/grammar/syntax.ts';
import type { Media } from '#server/rest/media.ts';
import { NO_BODY, answerRowSql, bodySql } from './body.ts';
import { orderSql, selectSql } from './field.ts';
import type { Source } from './field.ts';
import { whereSql } from './filter.ts';
import { identifier, nothing, raw, sql } from './piece.ts';
import type { Piece } from './piece.ts';

export type Reading = {
  readonly table: Table;
  readonly query: Query;
  readonly range: RowRange;
  /** In which form the rows are shown; null where only numbers are wanted. */
  readonly media: Media | null;
  /** Up to how many rows are counted beside those that are shown; null: none, Infinity: all. */
  readonly countUpTo: number | null;
};

/** One row: how many there are, how many are shown, and the body. */
export function readSql({ table, query, range, media, countUpTo }: Reading): Piece {
  const source = tableSource(table);
  const where = whereSql(source, query.filters);
  const columns = selectSql(source, query.select);
  const statement = sql`select ${columns} from ${source.name}${where}${orderSql(source, query.order)}${rangeSql(range)}`;
  return answerRowSql({
    statement,
    name: raw('found'),
    shown: raw('select * from found'),
    body: media === null ? NO_BODY : bodySql(media),
    total: totalSql(source, where, countUpTo),
  });
}

/** What the planner expects of a read, for planned and estimated counts. */
export function planSql(table: Table, query: Query): Piece {
  const source = tableSource(table);
  return sql`explain (format json) select 1 from ${source.name}${whereSql(source, query.filters)}`;
}

export const tableSource = (table: Table): Source => ({ name: identifier(table.schema, table.name), table });

export function rangeSql({ offset, limit }: RowRange): Piece {
  const first = offset === 0 ? '' : ` offset ${offset}`;
  return raw(`${limit === null ? '' : ` limit ${limit}`}${first}`);
}

function totalSql(source: Source, where: Piece, countUpTo: number | null): Piece {
  if (countUpTo === null) return raw('null::bigint');
  const most = Number.isFinite(countUpTo) ? raw(` limit ${countUpTo}`) : nothing;
  return sql`(select count(*) from (select 1 from ${source.name}${where}${most}) counted)`;
}
