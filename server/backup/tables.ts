/**
 * What a backup holds: the tables, sequences and migrations of a database, and the format of its file.
 *
 * The file is gzip, readable with `gunzip -c`. Each line is JSON. The first line is the header. Each table has a line with its
 * name and its columns, and a line for each row: an array of its values, as Postgres converts them to text, or null. The last
 * line is the trailer, with the row count of each table. A file without a trailer is truncated. gzip's own checksum protects
 * the content.
 */
import * as v from 'valibot';
import type { Sql, TransactionSql } from '#server/database/database.ts';

type Connection = Sql | TransactionSql;

/** Tables of short-lived rows, which must not be usable again after a restore. Unlogged tables are excluded as well. */
const EXCLUDED = [
  'one_time_tokens',
  'flow_states',
  'mfa_challenges',
  'reauthentications',
  'provider_flows',
  'webauthn_challenges',
  'list_invitations',
];

/** A table to save. */
export type SavedTable = Table & {
  /** The SQL types of its columns. */
  readonly types: readonly string[];
};

/** Lists the tables to save, with their columns except generated ones. */
export async function listTables(sql: Connection): Promise<readonly SavedTable[]> {
  return sql<SavedTable[]>`
    select n.nspname as schema, c.relname as name, json_agg(a.attname order by a.attnum) as columns,
           json_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('auth', 'public') and c.relkind = 'r' and c.relpersistence = 'p'
       and not c.relname in ${sql(EXCLUDED)}
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by n.nspname, c.relname
     order by n.nspname, c.relname`;
}

/** Lists the sequences and their values, without those that were never used. */
export async function listSequences(sql: Connection): Promise<Trailer['sequences']> {
  const named = await sql<{ schema: string; name: string }[]>`
    select schemaname as schema, sequencename as name from pg_sequences
     where schemaname in ('auth', 'public') and last_value is not null order by 1, 2`;
  const sequences: Trailer['sequences'] = [];
  for (const { schema, name } of named) {
    const [row] = await sql<{ value: string; is_called: boolean }[]>`
      select last_value::text as value, is_called from ${sql(schema)}.${sql(name)}`;
    if (row !== undefined) sequences.push({ schema, name, value: row.value, isCalled: row.is_called });
  }
  return sequences;
}

/** Whether the database has only the objects of a new Postgres database. */
export async function isEmpty(sql: Connection): Promise<boolean> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%'
       and n.nspname not like 'pg\\_temp%'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;
  return row?.count === 0;
}

type Reference = { readonly from: string; readonly to: string };

/** Sorts tables so that each comes after those it references. */
export async function sortByReferences<T extends TableName>(
  sql: Connection,
  tables: readonly T[],
): Promise<readonly T[]> {
  const references = await sql<Reference[]>`
    select conrelid::text as "from", confrelid::text as "to"
      from pg_constraint where contype = 'f' and conrelid <> confrelid`;
  const ids = await sql<(TableName & { id: string })[]>`
    select n.nspname as schema, c.relname as name, c.oid::text as id
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('auth', 'public')`;
  const idOf = new Map(ids.map(({ schema, name, id }) => [`${schema}.${name}`, id]));
  let left = tables.map((table) => ({ table, id: idOf.get(`${table.schema}.${table.name}`) ?? '' }));
  const sorted: T[] = [];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ id }) => id));
    const ready = left.filter(({ id }) => !references.some(({ from, to }) => from === id && waiting.has(to)));
    // Tables with circular references keep their order.
    const next = ready.length === 0 ? left : ready;
    sorted.push(...next.map(({ table }) => table));
    left = left.filter((one) => !next.includes(one));
  }
  return sorted;
}

export type TableName = { readonly schema: string; readonly name: string };

/** Quotes an SQL identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteTable = ({ schema, name }: TableName): string => `${quote(schema)}.${quote(name)}`;
/** Makes the text form of values independent of the server's settings, and disables timeouts. */
export async function setFixedSettings(tx: TransactionSql): Promise<void> {
  await tx`select set_config(name, value, true) from (values
    ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('lock_timeout', '0'),
    ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('extra_float_digits', '1'),
    ('bytea_output', 'hex'), ('client_encoding', 'UTF8'), ('synchronize_seqscans', 'off'), ('row_security', 'off')
  ) as wanted (name, value)`;
}

export const FORMAT = 'checklist-backup';
/** Version 1 also had a checksum of each table. */
export const FORMAT_VERSION = 2;

const tableName = { schema: v.string(), name: v.string() };

export const headerSchema = v.object({
  format: v.literal(FORMAT),
  version: v.number(),
  createdAt: v.string(),
  /** The version of Checklist that wrote it. */
  checklist: v.string(),
  /** The bootstrap and migration files that were applied to the database, in order. */
  applied: v.array(v.object({ kind: v.string(), name: v.string() })),
});
export type Header = v.InferOutput<typeof headerSchema>;

export const tableSchema = v.object({ table: v.object({ ...tableName, columns: v.array(v.string()) }) });
export type Table = v.InferOutput<typeof tableSchema>['table'];

export const trailerSchema = v.object({
  end: v.literal(true),
  tables: v.array(v.object({ ...tableName, rows: v.number() })),
  sequences: v.array(v.object({ ...tableName, value: v.string(), isCalled: v.boolean() })),
});
export type Trailer = v.InferOutput<typeof trailerSchema>;
export type TableCount = Trailer['tables'][number];

/** The contents of a verified backup. */
export type Manifest = Pick<Header, 'createdAt' | 'checklist' | 'applied'> &
  Pick<Trailer, 'sequences'> & { readonly tables: readonly (Table & TableCount)[] };
