/** `npm run rotate-key` as a program. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from './database/connect-database.ts';
import { createServerPrograms } from './testing/server-programs.ts';
import { createTestUrl } from './testing/test-database.ts';
import { readSecrets } from './tokens/secrets.ts';
import { writeSampleWebRoot } from './testing/sample-web-root.ts';

const programs = createServerPrograms({});
afterAll(() => programs.end());

const run = promisify(execFile);
const rotate = (env: Record<string, string>, ...options: string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'rotate-key.ts'), ...options], { env });

test('[wire] a rotation creates a new key and explains the effect', async () => {
  const [url, folder] = [await createTestUrl(), await programs.makeFolder()];
  const env = { DATABASE_URL: url, DATA_DIR: folder };
  const { sql, close } = await connectDatabase({ url, poolSize: 1 });
  const created = 'Created a new signing key. Existing tokens stay valid.';
  const restart = 'Servers are running on this database. They sign with the new key after their next restart.';
  for (let times = 0; times < 2; times += 1) {
    expect(await rotate(env)).toEqual({ stdout: `${created}\n${restart}\n`, stderr: '' });
  }
  const { signingKeys } = await readSecrets(sql, { signingKey: null, jwtSecret: null });
  expect(new Set(signingKeys.map(({ kid }) => kid)).size).toBe(3);
  await close();
  const stopped = 'No server is running on this database. The next start uses the new keys.';
  expect((await rotate(env)).stdout).toBe(`${created}\n${stopped}\n`);
});

const sessionSchema = v.object({ access_token: v.string(), refresh_token: v.string() });
const configSchema = v.object({ anonKey: v.string() });

test('[wire] --revoke-all invalidates earlier keys and tokens in running servers at once, and sessions continue', async () => {
  const [url, folder] = [await createTestUrl(), await programs.makeFolder()];
  const sample = await writeSampleWebRoot();
  onTestFinished(() => sample.remove());
  const env = { DATABASE_URL: url, DATA_DIR: folder };
  const { address } = await programs.start({ ...env, WEB_DIR: sample.folder });
  const post = async (path: string, body: object) =>
    v.parse(
      sessionSchema,
      await (await fetch(`${address}/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) })).json(),
    );
  const readAnonKey = async () => v.parse(configSchema, await (await fetch(`${address}/config.json`)).json()).anonKey;
  const session = await post('/signup', { email: 'ann@example.org', password: 'correct horse' });
  const anonKey = await readAnonKey();
  const { sql, close } = await connectDatabase({ url, poolSize: 1 });
  const { secretKey, publishableKey } = await readSecrets(sql, { signingKey: null, jwtSecret: null });
  const call = async (token: string) => {
    const headers = { apikey: token, authorization: `Bearer ${token}` };
    return (await fetch(`${address}/rest/v1/grocery_items`, { headers })).status;
  };
  expect([await call(session.access_token), await call(secretKey)]).toEqual([200, 200]);
  await fetch(`${address}/auth/v1/admin/generate_link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: JSON.stringify({ type: 'recovery', email: 'ann@example.org' }),
  });
  expect(await sql`select 1 from auth.one_time_tokens`).not.toEqual([]);
  // What the holder of the key could confirm with such a link, to finish it later.
  await sql`update auth.users set email_change = 'thief@example.org', email_change_confirm_status = 1`;

  const { stdout } = await rotate(env, '--revoke-all');
  expect(stdout).toMatch(/^Replaced the signing keys, .*\nRunning servers already use the new keys\.\n$/);
  for (const token of [session.access_token, secretKey, anonKey]) await expect.poll(() => call(token)).toBe(401);
  expect(await sql`select 1 from auth.one_time_tokens`).toEqual([]);
  expect(await sql`select 1 from auth.users where email_change is not null or email_change_confirm_status > 0`).toEqual(
    [],
  );
  const renewed = await post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token });
  expect(await call(renewed.access_token)).toBe(200);
  expect(await readAnonKey()).not.toBe(anonKey);
  const latest = await readSecrets(sql, { signingKey: null, jwtSecret: null });
  expect(await call(latest.secretKey)).toBe(200);
  expect([latest.signingKeys.length, latest.publishableKey]).toEqual([1, publishableKey]);
  await close();
});

test('a failed rotation is reported in one sentence', async () => {
  const failed: unknown = await rotate({ DATABASE_URL: 'nonsense' }).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: 1,
    stderr: 'DATABASE_URL must be a complete URL that starts with "postgres://" or "postgresql://".\n',
  });
});
