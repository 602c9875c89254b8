/** SQL that serializes the response body, so that its JSON is the same as PostgREST's. */
import { raw, sql } from './piece.ts';
import type { Piece } from './piece.ts';

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
  const list = sql`json_agg(${value})`;
  return isOne ? sql`coalesce(${list} -> 0, 'null')::text` : sql`coalesce(${list}, '[]')::text`;
}
