/** For tests: a fresh database on the real Postgres that the test run has started. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { connectDatabase } from '#server/database/connect-database.ts';
import type { Database } from '#server/database/database.ts';

declare module 'vitest' {
  // Vitest's own type, widened as its manual says: an interface is the only thing that can be.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    /** The address of the run's Postgres, as its superuser (test/postgres/global-setup.ts). */
    postgresUrl: string;
  }
}

/** Creates a database with the bootstrap and all migrations. The caller closes it. */
export const createTestDatabase = async (): Promise<Database> =>
  connectDatabase({ url: await createTestUrl(), poolSize: 20 });

/** The address of an empty database of this test's own. */
export async function createTestUrl(): Promise<string> {
  const url = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
