/** For tests: a fresh database on the real Postgres that the test run has started. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { expect, inject } from 'vitest';
import { connectDatabase } from '#server/database/connect-database.ts';
import type { Database, Sql } from '#server/database/database.ts';
import { applyFiles, readMigrationFiles, type MigrationFile } from '#server/database/migrate.ts';

declare module 'vitest' {
  // Vitest's own type, widened as its manual says: an interface is the only thing that can be.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    /** The address of the run's Postgres, as its superuser (test/postgres/global-setup.ts). */
    postgresUrl: string;
  }
}

/**
 * Creates a database with the bootstrap and the migrations. The caller closes it.
 * @param before the number of the first migration that it does not get; without it, it gets all
 */
export async function createTestDatabase(before = Infinity): Promise<Database> {
  const url = await createTestUrl();
  if (before !== Infinity) await migrateBefore(url, before);
  return connectDatabase({ url, poolSize: 20 });
}

/** Applies the earlier migrations, and marks the others as applied. */
async function migrateBefore(url: string, before: number): Promise<void> {
  const files = await readMigrationFiles();
  const isLater = ({ kind, name }: MigrationFile): boolean =>
    kind === 'migration' && Number.parseInt(name, 10) >= before;
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.begin((tx) =>
    applyFiles(
      tx,
      files.filter((file) => !isLater(file)),
    ),
  );
  const later = files.filter(isLater).map(({ kind, name }) => ({ kind, name }));
  await sql`insert into checklist_server.applied_files ${sql(later)}`;
  await sql.end();
}

/** Resolves once this many transactions of a database are waiting for a lock. */
export async function untilWaiting(sql: Sql, count = 1): Promise<void> {
  const waiting = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting()).length).toBe(count);
}

/** The address of an empty database of this test's own. */
export async function createTestUrl(): Promise<string> {
  const url = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
