/** The metrics, who can read them, and that they contain no personal data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createProblems } from '#server/log/problems.ts';
import { createApp } from '#server/app.ts';
import { createLog } from '#server/log/log.ts';
import { createWatch, watchRequests } from './watch.ts';
import { createServices } from '#server/services.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createMeter } from './create-meter.ts';
import { serveMetrics } from './meter.ts';

const TOKEN = 'a-token-of-this-test';
const database = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'checklist-metrics-'));
const settings = readSettings({ DATA_DIR: folder });
if (!settings.ok) throw new Error(settings.failure.type);
const meter = createMeter();
const log = createLog({ format: 'json', level: 'silent' }, () => undefined);
const problems = createProblems(log, Date.now);
const watch = createWatch(log, meter, problems);
const services = await createServices({
  database,
  settings: settings.value,
  templates: null,
  siteUrl: 'http://127.0.0.1:3000',
  print: () => undefined,
  watch,
  problems,
  addressOf: () => '192.0.2.1',
});
meter.setSources(services.sources);
const parts = { webRoot: new Map(), services, watch: watchRequests(watch, () => false) };
const app = createApp({ ...parts, metrics: serveMetrics(meter, TOKEN) });
afterAll(async () => {
  await services.realtime.close();
  await rm(folder, { recursive: true });
});

const read = (token: string, from = app): Promise<Response> | Response =>
  from.request('/metrics', { headers: { authorization: `Bearer ${token}` } });

const post = (path: string, body: unknown): Promise<Response> | Response =>
  app.request(path, { method: 'POST', body: JSON.stringify(body) });

test('[spec-9] metrics require their token and are not cached', async () => {
  expect((await app.request('/metrics')).status).toBe(401);
  expect((await read('another')).status).toBe(401);
  expect((await read('')).headers.get('www-authenticate')).toBe('Bearer');
  const answer = await read(TOKEN);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const open = createApp({ ...parts, metrics: serveMetrics(meter, null) });
  expect((await open.request('/metrics')).status).toBe(200);
  expect((await createApp(parts).request('/metrics')).status).toBe(404);
});

test('[P5] a problem is a metric while it lasts, so that alerts can use it', async () => {
  const line = 'checklist_problem{type="disk-low"} 1';
  expect(await (await read(TOKEN)).text()).not.toContain('checklist_problem{');
  problems.report('disk-low');
  expect(await (await read(TOKEN)).text()).toContain(line);
  problems.resolve('disk-low');
  expect(await (await read(TOKEN)).text()).not.toContain('checklist_problem{');
});

test('[spec-9] requests, sign-ins, emails, sockets, the database and the process are measured', async () => {
  const person = { email: 'metered@example.org', password: 'correct horse' };
  await post('/auth/v1/signup', person);
  await post('/auth/v1/token?grant_type=password', person);
  await post('/auth/v1/token?grant_type=password', { ...person, password: 'wrong horse' });
  await post('/auth/v1/token?grant_type=metered', person);
  await post('/auth/v1/recover', { email: person.email });
  await services.finish();
  await app.request('/metered-path?metered=1');
  const text = await (await read(TOKEN)).text();
  expect(text).toMatch(/^checklist_sign_ins_total\{grant="password",outcome="ok"\} 1$/m);
  expect(text).toMatch(/^checklist_sign_ins_total\{grant="password",outcome="failed"\} 1$/m);
  expect(text).toMatch(/^checklist_sign_ins_total\{grant="other",outcome="failed"\} 1$/m);
  expect(text).toMatch(/^checklist_messages_total\{medium="mail",outcome="sent"\} 1$/m);
  expect(text).toMatch(
    /^checklist_request_duration_seconds_count\{method="POST",route="\/auth\/v1\/signup",status="200"\} 1$/m,
  );
  expect(text).toMatch(/^checklist_request_duration_seconds_count\{method="GET",route="\/\*",status="404"\} \d+$/m);
  expect(text).toMatch(/^checklist_realtime_sockets 0$/m);
  expect(text).toMatch(/^checklist_database_up 1$/m);
  expect(text).toMatch(/^checklist_database_connections\{state="(active|idle)"\} [1-9]/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(text).not.toContain('metered');
});

test('[spec-9] an unavailable database is a metric, not an error', async () => {
  await database.close();
  const text = await (await read(TOKEN)).text();
  expect(text).toMatch(/^checklist_database_up 0$/m);
});
