/** Uses an account from sign-up to deletion with full logging: the log contains no secret and no user input. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { createProblems } from '#server/log/problems.ts';
import { createApp } from '#server/app.ts';
import { sendBugsTo, createLog } from './log.ts';
import { createServices } from '#server/services.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createWatch, watchRequests } from '#server/metrics/watch.ts';

const sessionSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  user: v.object({ id: v.string() }),
});

const lines: string[] = [];
const said: string[] = [];
const database = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'checklist-canaries-'));
const settings = readSettings({ LOG_LEVEL: 'debug', LOG_FORMAT: 'json', DATA_DIR: folder });
if (!settings.ok) throw new Error(settings.failure.type);
const log = createLog(settings.value.log, (line) => lines.push(line));
sendBugsTo((stack) => log.write('error', 'bug', { stack }));
const watch = createWatch(log, null, createProblems(log, Date.now));
const services = await createServices({
  database,
  settings: settings.value,
  templates: null,
  siteUrl: 'http://127.0.0.1:3000',
  print: (line) => said.push(line),
  watch,
  problems: createProblems({ write: () => undefined }, Date.now),
  addressOf: () => '203.0.113.77',
});
const app = createApp({
  webRoot: new Map(),
  services,
  config: services.config,
  watch: watchRequests(watch, () => false),
});
afterAll(async () => {
  await services.realtime.close();
  await rm(folder, { recursive: true });
  await database.close();
});

const EMAIL = 'canary-address@example.org';
const PASSWORD = 'canary-password-1';

async function ask(line: string, body?: unknown, token?: string): Promise<unknown> {
  const [method = '', path = ''] = line.split(' ');
  const answer = await app.request(path, {
    method,
    headers: {
      apikey: services.config.anonKey,
      'user-agent': 'canary-agent',
      cookie: 'canary-cookie=1',
      'content-type': 'application/json',
      'x-request-id': 'canary-request',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return text.startsWith('{') ? JSON.parse(text) : text;
}

/** Everything a person does, rightly and wrongly. Gives the secrets that were met on the way. */
async function live(): Promise<readonly string[]> {
  const joined = v.parse(sessionSchema, await ask('POST /auth/v1/signup', { email: EMAIL, password: PASSWORD }));
  await ask('POST /auth/v1/signup', { email: EMAIL, password: PASSWORD });
  await ask('POST /auth/v1/token?grant_type=password', { email: EMAIL, password: 'canary-wrong' });
  await ask('POST /auth/v1/token?grant_type=password&canary=query', '{"password": "canary-broken');
  const grant = 'POST /auth/v1/token?grant_type=refresh_token';
  const renewed = v.parse(sessionSchema, await ask(grant, { refresh_token: joined.refresh_token }));
  await ask('POST /auth/v1/recover', { email: EMAIL });
  await services.finish();
  const link = said.join(' ');
  const token = /token=([\w-]+)/.exec(link)?.[1] ?? '';
  await ask(`GET /auth/v1/verify?type=recovery&token=${token}`);
  await ask('GET /auth/v1/verify?type=recovery&token=canary-token');
  const row = { id: 'canary-row', name: 'canary-item', user_id: joined.user.id };
  await ask('POST /rest/v1/grocery_items', row, renewed.access_token);
  await ask('GET /rest/v1/grocery_items?name=eq.canary-item', undefined, renewed.access_token);
  await ask('GET /rest/v1/canary_table', undefined, renewed.access_token);
  await ask('GET /canary/path?canary=1', undefined, 'canary-bearer');
  await ask('PUT /auth/v1/user', { data: { name: 'canary-name' } }, renewed.access_token);
  await ask('POST /auth/v1/logout', undefined, renewed.access_token);
  return [
    joined.access_token,
    joined.refresh_token,
    renewed.access_token,
    renewed.refresh_token,
    token,
    joined.user.id,
  ];
}

test('[spec-8] no secret, address or caller input gets into the log', async () => {
  const secrets = await live();
  // From here on the database refuses what auth writes, and quotes it.
  await database.sql`alter table auth.users add check (email <> 'canary-second@example.org')`;
  await ask('POST /auth/v1/signup', { email: 'canary-second@example.org', password: PASSWORD });
  await database.sql`create function public.cry(word text) returns text language plpgsql
    as $$ begin raise exception 'canary %', word using errcode = 'XX000', detail = word; end $$`;
  await ask('POST /rest/v1/rpc/cry', { word: 'canary-word' });
  const all = lines.join('');
  expect(secrets.filter((secret) => secret === '' || all.includes(secret))).toEqual([]);
  expect(all).not.toContain('canary-');
  expect(all).not.toContain('canary/');
  expect(all).not.toContain('canary_table');
  expect(all).not.toContain('203.0.113.77');
  expect(all).not.toContain('?');
  expect(said.join('\n')).toContain('token=');
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('event');
});

test('[spec-9] each request is logged with its route, status and the id in its response', async () => {
  lines.length = 0;
  const asked = ['/health', '/auth/v1/settings', '/auth/v1/nowhere', '/rest/v1/grocery_items?select=id', '/nowhere'];
  for (const path of asked) {
    const answer = await app.request(path, { headers: { apikey: services.config.anonKey } });
    const line: unknown = JSON.parse(lines.at(-1) ?? '');
    expect(line).toMatchObject({ event: 'request', method: 'GET', status: answer.status });
    expect(line).toMatchObject({ id: answer.headers.get('x-request-id') });
  }
  const routes = lines.map((line) => v.parse(v.object({ route: v.string() }), JSON.parse(line)).route);
  expect(routes).toEqual(['/health', '/auth/v1/settings', '/auth/v1/*', '/rest/v1/:table', '/*']);
});

test('[spec-9] only a trusted proxy can set the request id', async () => {
  const behind = createApp({ webRoot: new Map(), services: null, watch: watchRequests(watch, () => true) });
  const named = async (from: typeof app, id: string): Promise<string | null> =>
    (await from.request('/health', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
  expect(await named(behind, 'proxy-1')).toBe('proxy-1');
  expect(await named(behind, 'a b\tc')).not.toBe('a b\tc');
  expect(await named(behind, 'x'.repeat(65))).toHaveLength(36);
  expect(await named(app, 'proxy-1')).toHaveLength(36);
});
