/** Writes INSERT, UPDATE and DELETE statements. */
import type { Payload } from '#server/rest/request/payload.ts';
import type { Media, Preferences } from '#server/rest/request/request.ts';
import type { Query } from '#server/rest/request/query.ts';
import type { Column, Table } from '#server/rest/schema-cache.ts';
import { bind, identifier, list, nothing, raw, sql, type Piece } from './piece.ts';
import { bodySql, NO_BODY, orderSql, resultRowSql, ROWS, selectSql, tableSql, whereSql } from './read.ts';

export type Writing = {
  readonly table: Table;
  readonly query: Query;
  readonly media: Media;
  readonly preferences: Preferences;
};

/** Builds an insert or upsert that returns one `ResultRow`. */
export function insertSql(writing: Writing, payload: Payload): Piece {
  const { table, preferences } = writing;
  const columns = payload.columns.map((name) => knownColumn(table, name));
  const names = columns.length === 0 ? nothing : sql` (${namesSql(payload.columns)})`;
  const values = columns.length === 0 ? nothing : valuesSql(columns);
  const conflict = conflictSql(writing, payload.columns);
  // Counts each row, and uncounts it if a conflict turns it into an update. The result is the number of new rows.
  const counted = conflict === nothing ? nothing : sql` where ${countSql('+')} <> '0'`;
  const records = sql`select ${values} from ${recordsSql(columns, payload, preferences)}${counted}`;
  const insert = sql`insert into ${tableSql(table)}${names} ${records}${conflict}`;
  return changeSql(writing, insert, conflict === nothing ? sql`count(${ROWS})` : INSERTED);
}

/** Builds an update. Without columns it updates nothing. */
export function updateSql(writing: Writing, payload: Payload): Piece {
  const { table, query, preferences } = writing;
  const source = tableSql(table);
  const columns = payload.columns.map((name) => knownColumn(table, name));
  if (columns.length === 0) return changeSql(writing, null);
  const sets = columns.map(({ name }) => sql`${identifier(name)} = rest_body.${identifier(name)}`);
  const records = recordsSql(columns, payload, preferences);
  const first = sql`select ${valuesSql(columns)} from ${records} limit 1`;
  const where = whereSql(source, query.filters);
  const update = sql`update ${source} set ${list(sets)} from (${first}) rest_body${where}`;
  return changeSql(writing, update);
}

export function deleteSql(writing: Writing): Piece {
  const source = tableSql(writing.table);
  const where = whereSql(source, writing.query.filters);
  return changeSql(writing, sql`delete from ${source}${where}`);
}

/** Wraps a change so that it returns only the requested columns. A caller without the right to read can then still write. */
function changeSql(writing: Writing, change: Piece | null, inserted?: Piece): Piece {
  const { query, media, preferences } = writing;
  const isShown = preferences.return === 'representation';
  const source = raw('changed');
  return resultRowSql({
    statement: change === null ? emptySql(writing) : sql`${change} returning ${returningSql(writing)}`,
    name: source,
    shown: isShown
      ? sql`select ${selectSql(source, query.select)} from changed${orderSql(source, query.order)}`
      : raw('select * from changed'),
    body: isShown ? bodySql(media.isObject) : NO_BODY,
    ...(inserted === undefined ? {} : { inserted }),
  });
}

function returningSql({ table, query, preferences }: Writing): Piece {
  if (preferences.return !== 'representation') return raw('1');
  const source = tableSql(table);
  if (query.select === null) return selectSql(source, null);
  return selectSql(source, [...new Set([...query.select, ...query.order.map(({ column }) => column)])]);
}

/** Selects no rows, with the columns that a change would return. */
const emptySql = (writing: Writing): Piece =>
  writing.preferences.return === 'representation'
    ? sql`select ${returningSql(writing)} from ${tableSql(writing.table)} where false`
    : raw('select 1 where false');

/** `on conflict do update` sets only the columns of the payload, so a partial upsert changes nothing else. */
function conflictSql({ table, query, preferences }: Writing, columns: readonly string[]): Piece {
  const target = query.onConflict ?? table.primaryKey;
  if (preferences.resolution === null || target.length === 0) return nothing;
  const head = sql` on conflict (${namesSql(target)})`;
  if (preferences.resolution === 'ignore-duplicates' || columns.length === 0) return sql`${head} do nothing`;
  const sets = columns.map((name) => sql`${identifier(name)} = excluded.${identifier(name)}`);
  return sql`${head} do update set ${list(sets)} where ${countSql('-')} <> '-1'`;
}

// Only a transaction setting lets a statement count rows without returning them.
const INSERTED = raw(`nullif(current_setting('rest.inserted', true), '')::bigint`);

const countSql = (sign: '+' | '-'): Piece =>
  sql`set_config('rest.inserted', (coalesce(${INSERTED}, 0) ${raw(sign)} 1)::text, true)`;

/** The rows of the payload. Each column has the type of the table's column. */
function recordsSql(columns: readonly Column[], { rows }: Payload, { missing }: Preferences): Piece {
  if (columns.length === 0) return sql`json_array_elements(${bind(rows)}::json) rest_body`;
  const typed = list(columns.map(({ name, type }) => sql`${identifier(name)} ${raw(type)}`));
  if (missing !== 'default') return sql`json_to_recordset(${bind(rows)}::json) as rest_body (${typed})`;
  const defaults = columns.flatMap(({ name, defaultSql }) =>
    defaultSql === null ? [] : [sql`${bind(name)}::text, ${raw(defaultSql)}`],
  );
  const filled = sql`select jsonb_build_object(${list(defaults)}) || element as value
    from jsonb_array_elements(${bind(rows)}::jsonb) element`;
  return sql`(${filled}) rest_filled, lateral jsonb_to_record(rest_filled.value) as rest_body (${typed})`;
}

const valuesSql = (columns: readonly Column[]): Piece =>
  list(columns.map(({ name }) => sql`rest_body.${identifier(name)}`));
const namesSql = (names: readonly string[]): Piece => list(names.map((name) => identifier(name)));

/** A column of the table. `findTable` has checked that it exists; for an unknown one, Postgres reports the error. */
const knownColumn = (table: Table, name: string): Column =>
  table.columns.get(name) ?? { name, type: 'text', defaultSql: null };
