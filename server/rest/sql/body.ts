/** How the database writes an answer's body: serialised in SQL, so that its JSON is exactly PostgREST's. */
import type { Media } from '#server/rest/media.ts';
import { raw, sql } from './piece.ts';
import type { Piece } from './piece.ts';

/** The rows that a body is made of, in every statement. */
export const ROWS = raw('rest_rows');

/** The driver gives it as text, a write that shared its transaction as a number. */
export type Count = string | number;

/** A row of this for each answer. */
export type AnswerRow = {
  readonly total: Count | null;
  readonly rows: Count;
  readonly body: string;
  readonly inserted: Count | null;
  readonly location: string | null;
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
  readonly location?: Piece;
};

/** Gives one `AnswerRow`. */
export function answerRowSql(making: Making): Piece {
  const { statement, name, shown, body, total = NULL, inserted = NULL, location = NULL } = making;
  return sql`with ${name} as (${statement})
    select ${total} as total, count(${ROWS}) as rows, ${body} as body, ${inserted} as inserted, ${location} as location
    from (${shown}) ${ROWS}`;
}

const NULL = raw('null');
/** The body where none is wanted. */
export const NO_BODY = raw("''");

/** The body of rows: a list, the one object, or CSV. */
export function bodySql(media: Media): Piece {
  if (media.form === 'csv') return csvSql;
  const list = media.stripsNulls ? sql`json_strip_nulls(json_agg(${ROWS}))` : sql`json_agg(${ROWS})`;
  return media.form === 'object' ? sql`coalesce(${list} -> 0, 'null')::text` : sql`coalesce(${list}, '[]')::text`;
}

/** The body of what a function gives: one value or a list of values. */
export function scalarBodySql(isSet: boolean): Piece {
  const list = sql`json_agg(${ROWS}.rest_value)`;
  return isSet ? sql`coalesce(${list}, '[]')::text` : sql`coalesce(${list} -> 0, 'null')::text`;
}

// Postgres writes a row as it writes CSV, in parentheses.
const csvSql = sql`coalesce(
  (select string_agg(key, ',') from json_object_keys((array_agg(row_to_json(${ROWS})))[1]) key)
    || E'\n' || string_agg(substring(${ROWS}::text, 2, length(${ROWS}::text) - 2), E'\n'),
  '')`;
