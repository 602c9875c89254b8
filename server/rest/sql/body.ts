/** How the database writes an answer's body: serialised in SQL, so that its JSON is exactly PostgREST's. */
import { raw, sql } from './piece.ts';
import type { Piece } from './piece.ts';

/** The rows that a body is made of, in every statement. */
export const ROWS = raw('rest_rows');

/** A row of this for each answer; the driver gives numbers as text. */
export type AnswerRow = {
  readonly total: string | null;
  readonly rows: string;
  readonly body: string;
  readonly inserted: string | null;
};

/** What an answer is made of; what is left out is null. */
type Making = {
  /** The statement that reads or writes, and the name of what it gives. */
  readonly statement: Piece;
  readonly name: Piece;
  /** What is shown of it. */
  readonly shown: Piece;
  readonly body: Piece;
  readonly total?: Piece;
  readonly inserted?: Piece;
};

/** Gives one `AnswerRow`. */
export function answerRowSql({ statement, name, shown, body, total = NULL, inserted = NULL }: Making): Piece {
  return sql`with ${name} as (${statement})
    select ${total} as total, count(${ROWS}) as rows, ${body} as body, ${inserted} as inserted
    from (${shown}) ${ROWS}`;
}

const NULL = raw('null');
/** The body where none is wanted. */
export const NO_BODY = raw("''");

/** The body of rows: a list, or the one object. */
export const bodySql = (isObject: boolean): Piece => listSql(ROWS, isObject);

/** The body of what a function gives: one value or a list of values. */
export const scalarBodySql = (isOne: boolean): Piece => listSql(sql`${ROWS}.rest_value`, isOne);

function listSql(value: Piece, isOne: boolean): Piece {
  const list = sql`json_agg(${value})`;
  return isOne ? sql`coalesce(${list} -> 0, 'null')::text` : sql`coalesce(${list}, '[]')::text`;
}
