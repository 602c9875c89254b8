/** Migrates a database: first the parts that hosted Supabase has, then the product's migrations, each file once. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';

const FOLDERS = [
  { kind: 'bootstrap', folder: fileURLToPath(new URL('./bootstrap', import.meta.url)) },
  { kind: 'migration', folder: fileURLToPath(new URL('../../supabase/migrations', import.meta.url)) },
];

/** The key of the advisory lock that makes processes migrate one after the other: an arbitrary constant. */
const LOCK = 7_306_251;

/** Applies all missing files in the order of their names, in one transaction. It may take as long as it needs. */
export async function migrate(sql: Sql): Promise<void> {
  const files = await readMigrationFiles();
  await sql.begin(async (tx) => {
    // A large database, or another process that migrates first, takes longer than any other statement may.
    await tx`set local statement_timeout = 0`;
    await applyFiles(tx, files);
  });
}

/** Applies the given files that are missing. */
export async function applyFiles(tx: TransactionSql, files: readonly MigrationFile[]): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCK})`;
  await tx`create schema if not exists checklist_server`;
  await tx`create table if not exists checklist_server.applied_files (
    kind text, name text, applied_at timestamptz not null default now(), primary key (kind, name)
  )`;
  const applied = await tx<{ kind: string; name: string }[]>`select kind, name from checklist_server.applied_files`;
  const known = new Set(applied.map(({ kind, name }) => `${kind}/${name}`));
  for (const file of files) if (!known.has(`${file.kind}/${file.name}`)) await apply(tx, file);
  await tx`select realtime.attach_triggers()`;
}

export type MigrationFile = { readonly kind: string; readonly name: string; readonly text: string };

async function apply(tx: TransactionSql, { kind, name, text }: MigrationFile): Promise<void> {
  await tx.unsafe(text);
  await tx`insert into checklist_server.applied_files (kind, name) values (${kind}, ${name})`;
}

/** Reads all migration files, those of the bootstrap first. */
export async function readMigrationFiles(): Promise<readonly MigrationFile[]> {
  const folders = await Promise.all(
    FOLDERS.map(async ({ kind, folder }) => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
      return Promise.all(names.map(async (name) => ({ kind, name, text: await readFile(join(folder, name), 'utf8') })));
    }),
  );
  return folders.flat();
}
