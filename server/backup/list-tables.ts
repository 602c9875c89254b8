/** What a database consists of, as its backup sees it. */
import type { Sql, TransactionSql } from '#server/database/database.ts';
import type { Table, Trailer } from './format.ts';

type Asking = Sql | TransactionSql;

/** What lives for minutes: after a restore it would be used a second time. Unlogged tables are left out, too. */
const FLEETING = [
  'one_time_tokens',
  'flow_states',
  'mfa_challenges',
  'reauthentications',
  'provider_flows',
  'webauthn_challenges',
];

/** A table to save. */
export type SavedTable = Table & {
  /** The types of its columns, as SQL writes them. */
  readonly types: readonly string[];
};

/** The tables to save, with the columns that hold something of their own. */
export async function listTables(sql: Asking): Promise<readonly SavedTable[]> {
  return sql<SavedTable[]>`
    select n.nspname as schema, c.relname as name, json_agg(a.attname order by a.attnum) as columns,
           json_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('auth', 'public') and c.relkind = 'r' and c.relpersistence = 'p'
       and not (n.nspname = 'auth' and c.relname in ${sql(FLEETING)})
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by n.nspname, c.relname
     order by n.nspname, c.relname`;
}

/** Where the sequences of these schemas are; one that was never asked has no place to keep. */
export async function listSequences(sql: Asking): Promise<Trailer['sequences']> {
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

/** The files that were applied to this database, in their order; none where it is no database of ours. */
export async function listApplied(sql: Asking): Promise<readonly { readonly kind: string; readonly name: string }[]> {
  const [ledger] = await sql<{ is_there: boolean }[]>`
    select to_regclass('checklist_server.applied_files') is not null as is_there`;
  if (ledger?.is_there !== true) return [];
  return sql<{ kind: string; name: string }[]>`
    select kind, name from checklist_server.applied_files order by applied_at, kind, name`;
}

/** Whether there is nothing in it but what every Postgres has. */
export async function isEmpty(sql: Asking): Promise<boolean> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%'
       and n.nspname not like 'pg\\_temp%'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;
  return row?.count === 0;
}

type Reference = { readonly from: string; readonly to: string };

/** Puts tables behind those that they refer to. */
export async function sortByReferences<T extends TableName>(sql: Asking, tables: readonly T[]): Promise<readonly T[]> {
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
    // Tables that refer to each other in a ring go as they come.
    const next = ready.length === 0 ? left : ready;
    sorted.push(...next.map(({ table }) => table));
    left = left.filter((one) => !next.includes(one));
  }
  return sorted;
}

export type TableName = { readonly schema: string; readonly name: string };

/** As SQL writes a name, whatever is in it. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quoteTable = ({ schema, name }: TableName): string => `${quote(schema)}.${quote(name)}`;
/** So that each value is written in one way only, wherever and whenever it is. Nothing of this may be cut short. */
export async function settle(tx: TransactionSql): Promise<void> {
  await tx`select set_config(name, value, true) from (values
    ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('lock_timeout', '0'),
    ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('extra_float_digits', '1'),
    ('bytea_output', 'hex'), ('client_encoding', 'UTF8'), ('synchronize_seqscans', 'off'), ('row_security', 'off')
  ) as wanted (name, value)`;
}
