/** The command that puts a new signing key in place, as a program. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { connectDatabase } from './database/connect-database.ts';
import { createServerPrograms } from './testing/server-programs.ts';
import { createTestUrl } from './testing/test-database.ts';
import { readSecrets } from './tokens/secrets.ts';

const programs = createServerPrograms({});
afterAll(() => programs.end());

const run = promisify(execFile);
const rotate = (env: Record<string, string>) =>
  run(process.execPath, [join(import.meta.dirname, 'rotate-key.ts')], { env });

test('[wire] a rotation creates a new key and explains the effect', async () => {
  const [url, folder] = [await createTestUrl(), await programs.makeFolder()];
  const env = { DATABASE_URL: url, DATA_DIR: folder };
  const sentence = 'Created a new signing key. Servers use it after their next restart. Existing tokens stay valid.\n';
  expect(await rotate(env)).toEqual({ stdout: sentence, stderr: '' });
  expect(await rotate(env)).toEqual({ stdout: sentence, stderr: '' });
  const { sql, close } = await connectDatabase({ url, poolSize: 1 });
  const { signingKeys } = await readSecrets(sql, { signingKey: null, jwtSecret: null });
  expect(new Set(signingKeys.map(({ kid }) => kid)).size).toBe(3);
  await close();
});

test('a failed rotation is reported in one sentence', async () => {
  const failed: unknown = await rotate({ DATABASE_URL: 'nonsense' }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 1, stderr: 'DATABASE_URL must be a complete URL, including the protocol.\n' });
});
