/** Stopping the server: it finishes running work, and a second signal stops it at once. */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { connectDatabase } from '#server/database/connect-database.ts';
import { createServerPrograms, type ServerPrograms } from '#server/testing/server-programs.ts';
import { createTestUrl, untilWaiting } from '#server/testing/test-database.ts';
import { writeSampleWebRoot } from '#server/testing/sample-web-root.ts';

const lineSchema = v.looseObject({ event: v.string(), level: v.string() });
const sample = await writeSampleWebRoot();
let programs: ServerPrograms;
let place: string;
let url: string;
beforeEach(async () => {
  url = await createTestUrl();
  programs = createServerPrograms({ WEB_DIR: sample.folder, DATABASE_URL: url });
  place = join(await programs.makeFolder(), 'data');
});
afterEach(() => programs.end());
afterAll(() => sample.remove());

/** A mail server that says yes to everything, and takes its time for the first word; for ever where that is null. */
async function startMailServer(
  patienceMs: number | null,
): Promise<{ server: Server; smtpUrl: string; heard: string[] }> {
  const heard: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let message: string | null = null;
    if (patienceMs !== null) setTimeout(() => socket.write('220 test\r\n'), patienceMs);
    socket.on('data', (bytes) => {
      const output = bytes.toString();
      heard.push(output);
      if (message !== null) message += output;
      if (message !== null && !message.endsWith('\r\n.\r\n')) return;
      socket.write(message !== null ? '250 taken\r\n' : output.startsWith('DATA') ? '354 go on\r\n' : '250 fine\r\n');
      message = output.startsWith('DATA') ? '' : null;
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, heard, smtpUrl: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

async function askForMail(address: string): Promise<void> {
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${address}/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
  await post('/signup', { email: 'ann@example.org', password: 'correct horse' });
  expect((await post('/recover', { email: 'ann@example.org' })).status).toBe(200);
}

test('[spec-9] a request in progress is answered, and no new one is accepted', async () => {
  const { program, address } = await programs.start({ DATA_DIR: place });
  const database = await connectDatabase({ url, poolSize: 1 });
  await database.sql`create function public.slow() returns text language sql as $$ select 'done' from pg_advisory_xact_lock(1) $$`;
  await database.sql`grant execute on function public.slow() to anon`;
  await database.sql`select pg_advisory_lock(1)`;
  const { anonKey } = v.parse(v.object({ anonKey: v.string() }), await (await fetch(`${address}/config.json`)).json());
  const asking = fetch(`${address}/rest/v1/rpc/slow`, { method: 'POST', headers: { apikey: anonKey } });
  await untilWaiting(database.sql);
  const ended = once(program, 'close');
  program.kill('SIGTERM');
  await expect.poll(() => fetch(`${address}/health`).catch(() => null)).toBeNull();
  await database.sql`select pg_advisory_unlock(1)`;
  const answer = await asking;
  expect([answer.status, await answer.text()]).toEqual([200, '"done"']);
  const answered = performance.now();
  expect(await ended).toEqual([0, null]);
  // Before the shutdown timeout, because a connection is closed when its request is answered.
  expect(performance.now() - answered).toBeLessThan(2_500);
  await database.close();
});

test('[spec-9] an email in progress is sent before the server exits', async () => {
  const { server, heard, smtpUrl } = await startMailServer(1_500);
  const { program, address } = await programs.start({ DATA_DIR: place, SMTP_URL: smtpUrl });
  await askForMail(address);
  const begun = performance.now();
  program.kill('SIGTERM');
  const [code] = await once(program, 'close');
  server.close();
  // It does not wait for the whole timeout of ten seconds.
  expect(performance.now() - begun).toBeLessThan(9_000);
  expect(code).toBe(0);
  expect(heard.join('')).toContain('RCPT TO:<ann@example.org>');
  expect(heard.join('')).toContain('\r\n.\r\n');
});

test('[spec-9] requests that outlast the shutdown end with the connections, and are not logged as bugs', async () => {
  const program = programs.run({ DATA_DIR: place, LOG_FORMAT: 'json', RATE_LIMITS: 'off' });
  let output = '';
  program.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(output).toContain('"event":"start"'), { timeout: 30_000 });
  const address = `http://127.0.0.1:${/"port":(\d+)/.exec(output)?.[1] ?? ''}`;
  const database = await connectDatabase({ url, poolSize: 1 });
  await database.sql.begin(async (tx) => {
    await tx`lock table auth.users`;
    const body = JSON.stringify({ email: 'ann@example.org', password: 'correct horse' });
    const asking = Array.from({ length: 30 }, () =>
      fetch(`${address}/auth/v1/token?grant_type=password`, { method: 'POST', body }).catch(() => null),
    );
    await wait(500);
    program.kill('SIGTERM');
    await Promise.all(asking);
    expect(await once(program, 'close')).toEqual([0, null]);
  });
  await database.close();
  expect(output).toContain('"event":"stop"');
  expect(output).not.toContain('"event":"bug"');
});

test('[spec-9] a second signal after a second stops the server at once', async () => {
  const { server, smtpUrl } = await startMailServer(null);
  const { program, address } = await programs.start({ DATA_DIR: place, SMTP_URL: smtpUrl });
  await askForMail(address);
  const last = text(program.stdout);
  const ended = once(program, 'close');
  // Signals within a second of the first one do not count.
  const signals = setInterval(() => program.kill('SIGTERM'), 1_500);
  program.kill('SIGTERM');
  const [code] = await ended;
  clearInterval(signals);
  server.close();
  expect(code).toBe(1);
  expect(await last).toBe('Checklist has stopped without waiting for open requests.\n');
});

test('[spec-9] with an external backend there is no database, and API calls get an error that says so', async () => {
  const elsewhere = { BACKEND_URL: 'https://x.example', BACKEND_ANON_KEY: 'key', DATABASE_URL: '' };
  const { program, address } = await programs.start({ DATA_DIR: place, ...elsewhere });
  await expect(stat(join(place, 'postgres'))).rejects.toThrow('ENOENT');
  expect(await (await fetch(`${address}/config.json`)).json()).toMatchObject({
    url: 'https://x.example',
    anonKey: 'key',
  });
  expect((await fetch(`${address}/health`)).status).toBe(200);
  for (const path of ['/auth/v1/settings', '/rest/v1/grocery_items', '/realtime/v1/api/broadcast']) {
    const answer = await fetch(`${address}${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toMatch(/^Another server keeps the accounts/);
  }
  program.kill('SIGTERM');
  expect(await once(program, 'close')).toEqual([0, null]);
});

test('[spec-9] with LOG_FORMAT=json standard output is only JSON, from start to stop', async () => {
  const program = programs.run({ DATA_DIR: place, LOG_FORMAT: 'json', MAIL_COLOR: 'x', METRICS: 'on' });
  let output = '';
  for await (const chunk of program.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (output.includes('"event":"start"')) break;
  }
  const port = /"port":(\d+)/.exec(output)?.[1] ?? '';
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('checklist_database_up 1');
  program.kill('SIGTERM');
  output += await text(program.stdout);
  const lines = output
    .trimEnd()
    .split('\n')
    .map((line) => v.parse(lineSchema, JSON.parse(line)));
  expect(lines).toMatchObject([
    { level: 'warn', event: 'setting ignored', variable: 'MAIL_COLOR' },
    { level: 'info', event: 'start', port: Number(port) },
    { level: 'info', event: 'request', route: '/metrics', status: 200 },
    { level: 'info', event: 'stop' },
  ]);
});
