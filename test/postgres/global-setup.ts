/**
 * Starts one Postgres for all tests of a run, and stops it at the end. With `TEST_DATABASE_URL`, the tests use that one instead, for
 * example of another version; its user must be a superuser.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPrivatePostgres } from '#server/private-postgres/private-postgres.ts';

export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined) {
    project.provide('postgresUrl', url);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'checklist-postgres-'));
  const started = await startPrivatePostgres(folder);
  if (!started.ok) throw new Error(`The tests' Postgres did not start: ${JSON.stringify(started.failure)}`);
  project.provide('postgresUrl', started.value.url);
  return async () => {
    await started.value.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
