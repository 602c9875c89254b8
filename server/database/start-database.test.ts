/** A private database that DATABASE_URL replaces without its accounts is reported at startup (product P1). */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestUrl } from '#server/testing/test-database.ts';
import { connectDatabase } from './connect-database.ts';
import { warnOfDatabase } from './start-database.ts';

test('[P1] an empty database in DATABASE_URL is reported if the data folder has one, until it has an account', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'checklist-left-'));
  const databaseUrl = await createTestUrl();
  const database = await connectDatabase({ url: databaseUrl, poolSize: 2 });
  onTestFinished(async () => {
    await database.close();
    await rm(dataFolder, { recursive: true });
  });
  const listWarnings = async (url: string | null): Promise<readonly object[]> => {
    const lines: object[] = [];
    const log = { write: (level: string, event: string, facts = {}) => void lines.push({ level, event, ...facts }) };
    await warnOfDatabase(database, { databaseUrl: url, dataFolder }, log);
    return lines;
  };
  expect(await listWarnings(databaseUrl)).toEqual([]);
  await mkdir(join(dataFolder, 'postgres'));
  const sentence = `${dataFolder} has a database with accounts and lists, but DATABASE_URL names another one, which has no accounts. To move them there, see "The database" in docs/guides/several-servers.md.`;
  expect(await listWarnings(databaseUrl)).toEqual([{ level: 'warn', event: 'private database not used', sentence }]);
  expect(await listWarnings(null)).toEqual([]);
  await database.sql`insert into auth.users (id, email) values (gen_random_uuid(), 'ada@example.org')`;
  expect(await listWarnings(databaseUrl)).toEqual([]);
});
