/** Compares the schema of a database with the migrations of this version, before anything uses it (P6). */
import postgres from 'postgres';
import type { Sql, TransactionSql } from './database.ts';
import { readMigrationFiles } from './migrate.ts';
import { readTlsOptions } from './tls-options.ts';

export type SchemaFailure =
  /** A newer version of Checklist has applied migrations that this version does not have. */
  | { readonly type: 'schema-too-new'; readonly migration: string }
  /** The tables come from an early version or from another program. No version of Checklist can upgrade them. */
  | { readonly type: 'schema-unknown'; readonly found: string };

type FileName = { readonly kind: string; readonly name: string };

/** Connects for a moment, and checks the schema. An empty database and one of an older version are fine. */
export async function checkSchema(url: string): Promise<SchemaFailure | null> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined, ...readTlsOptions(url) });
  try {
    return await findSchemaProblem(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Checks the schema of a connected database. */
export async function findSchemaProblem(sql: Sql): Promise<SchemaFailure | null> {
  const applied = await listApplied(sql);
  if (applied.length > 0) return compareMigrations(applied, await readMigrationFiles());
  const [row] = await sql<{ found: string | null }[]>`select to_regclass('public.grocery_items')::text as found`;
  return row?.found === null || row?.found === undefined ? null : { type: 'schema-unknown', found: row.found };
}

/** The migrations that a database has; none if no server has used it. */
export async function listApplied(sql: Sql | TransactionSql): Promise<readonly FileName[]> {
  const [row] = await sql<
    { table: string | null }[]
  >`select to_regclass('checklist_server.applied_files')::text as table`;
  if (row?.table === null || row?.table === undefined) return [];
  return sql<FileName[]>`select kind, name from checklist_server.applied_files order by applied_at, kind, name`;
}

/** The name of the newest migration of a database, such as `0008_amounts`; '' without any. */
export async function readSchema(sql: Sql): Promise<string> {
  const migrations = (await listApplied(sql)).filter(({ kind }) => kind === 'migration');
  const names = migrations.map(({ name }) => name.replace(/\.sql$/, ''));
  return names.toSorted().at(-1) ?? '';
}

/**
 * Compares the names of applied migrations with those of this version. A number above ours is newer. A known number with another
 * name is from before November 2026, when the first migrations were rewritten.
 */
export function compareMigrations(applied: readonly FileName[], own: readonly FileName[]): SchemaFailure | null {
  const unknown = applied.filter(({ kind, name }) => !own.some((file) => file.kind === kind && file.name === name));
  const replaced = unknown.find((file) =>
    own.some((one) => one.kind === file.kind && readNumber(one) === readNumber(file)),
  );
  if (replaced !== undefined) return { type: 'schema-unknown', found: replaced.name };
  const newer = unknown.at(-1);
  return newer === undefined ? null : { type: 'schema-too-new', migration: newer.name };
}

const readNumber = ({ name }: FileName): string => name.slice(0, 4);
