/** Checks and updates the schema of the database. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';

import { advisoryLocks } from '#server/advisory-locks.ts';
import { readTlsOptions } from './connection.ts';
import type { Sql, TransactionSql } from './database.ts';

const FOLDERS = [
  { kind: 'bootstrap', folder: fileURLToPath(new URL('./bootstrap', import.meta.url)) },
  { kind: 'migration', folder: fileURLToPath(new URL('../../supabase/migrations', import.meta.url)) },
];

/**
 * The schema of a new database: each table and function once, in its last version. Running it has the same result as running all
 * migrations up to the last one that it stands for (decision 70).
 */
export const BASELINE = {
  folder: fileURLToPath(new URL('../../supabase/baseline', import.meta.url)),
  last: '0013_pages.sql',
};

/** More than Postgres stores in a row. */
const MOST_BYTES = '2000000000';

/** Applies all missing files in the order of their names, in one transaction. It may take as long as it needs. */
export async function migrate(sql: Sql): Promise<void> {
  const files = await readMigrationFiles();
  await sql.begin(async (tx) => {
    // A large database, or another process that migrates first, takes longer than any other statement may.
    await tx`set local statement_timeout = 0`;
    await applyFiles(tx, files);
  });
}

/** Applies the given files that are missing. A database without any migration gets the baseline in place of those that it stands for. */
export async function applyFiles(tx: TransactionSql, files: readonly MigrationFile[]): Promise<void> {
  await tx`select pg_advisory_xact_lock(${advisoryLocks.migrate})`;
  // Rows may be larger than the default limit, which earlier versions of a trigger apply here, too.
  await tx`select set_config('checklist.max_row_bytes', ${MOST_BYTES}, true)`;
  await tx`create schema if not exists checklist_server`;
  await tx`create table if not exists checklist_server.applied_files (
    kind text, name text, applied_at timestamptz not null default now(), primary key (kind, name)
  )`;
  const applied = await tx<FileName[]>`select kind, name from checklist_server.applied_files`;
  const known = new Set(applied.map(({ kind, name }) => `${kind}/${name}`));
  const missing = files.filter(({ kind, name }) => !known.has(`${kind}/${name}`));
  const isNew = !applied.some(isMigration) && missing.some(isLastOfBaseline);
  for (const file of missing) {
    if (!isNew || !isInBaseline(file)) await tx.unsafe(file.text);
    else if (isLastOfBaseline(file)) await tx.unsafe(await readBaseline());
  }
  const names = missing.map(({ kind, name }) => ({ kind, name }));
  if (names.length > 0) await tx`insert into checklist_server.applied_files ${tx(names)}`;
  await tx`select realtime.attach_triggers()`;
}

export type MigrationFile = FileName & { readonly text: string };

const isMigration = ({ kind }: FileName): boolean => kind === 'migration';
const isInBaseline = (file: FileName): boolean => isMigration(file) && file.name <= BASELINE.last;
const isLastOfBaseline = (file: FileName): boolean => isMigration(file) && file.name === BASELINE.last;

/** Reads the files of the baseline, in order, as one text. */
export async function readBaseline(): Promise<string> {
  const texts = await readTexts(BASELINE.folder);
  return texts.map(({ text }) => text).join('\n');
}

/** Reads the SQL files of a folder in the order of their names. */
async function readTexts(folder: string): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}

/** Reads all migration files, those of the bootstrap first. */
export async function readMigrationFiles(): Promise<readonly MigrationFile[]> {
  const folders = await Promise.all(
    FOLDERS.map(async ({ kind, folder }) => (await readTexts(folder)).map((file) => ({ kind, ...file }))),
  );
  return folders.flat();
}

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
  const migrations = (await listApplied(sql)).filter(isMigration);
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
