/** Responses and shutdown while the database is unavailable. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPrivatePostgres, type PrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { createServerPrograms, waitForExit } from '#server/testing/server-programs.ts';
import { writeSampleWebRoot, type SampleWebRoot } from '#server/testing/sample-web-root.ts';

const configSchema = v.looseObject({ anonKey: v.string() });
const programs = createServerPrograms({});
let sample: SampleWebRoot;
let postgres: PrivatePostgres;

beforeAll(async () => {
  sample = await writeSampleWebRoot();
  const started = await startPrivatePostgres(await programs.makeFolder());
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  postgres = started.value;
});

afterAll(async () => {
  await postgres.stop();
  await programs.end();
  await sample.remove();
});

test('[Y6] without its database the server responds with JSON errors, serves the app, and still stops', async () => {
  const { program, address } = await programs.start({
    WEB_DIR: sample.folder,
    DATA_DIR: sample.folder,
    DATABASE_URL: postgres.url,
  });
  const config = v.parse(configSchema, await (await fetch(`${address}/config.json`)).json());
  const apikey = config.anonKey;
  await postgres.stop();

  await vi.waitFor(async () => expect((await fetch(`${address}/health`)).status).toBe(503));
  expect((await fetch(`${address}/`)).status).toBe(200);
  expect(await (await fetch(`${address}/config.json`)).json()).toEqual(config);
  const rest = await fetch(`${address}/rest/v1/grocery_items`, { headers: { apikey } });
  expect([rest.status, await rest.json()]).toMatchObject([503, { code: expect.stringMatching(/^PGRST00/u) }]);
  const auth = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.org', password: 'correct horse' }),
  });
  expect([auth.status >= 500, auth.headers.get('content-type')]).toEqual([
    true,
    expect.stringMatching(/^application\/json/u),
  ]);

  program.kill('SIGTERM');
  const { output, code, errorOutput } = await waitForExit(program);
  expect({ output, code }).toEqual({ output: 'Checklist has stopped.\n', code: 0 });
  expect(errorOutput).not.toContain('correct horse');
  expect(errorOutput).not.toContain('ann@example.org');
});
