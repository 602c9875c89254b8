/** The server as a program: valid and invalid settings, requests over a real port, and stopping. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import postgres from 'postgres';
import * as v from 'valibot';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase } from './database/connect-database.ts';
import { openRawClient } from './realtime/testing/raw-client.ts';
import {
  createServerPrograms,
  waitForExit,
  type ServerPrograms,
  type StartedProgram,
} from './testing/server-programs.ts';
import { createTestUrl } from './testing/test-database.ts';
import { writeSampleWebRoot } from './testing/sample-web-root.ts';

const configSchema = v.object({ anonKey: v.string() });
const sample = await writeSampleWebRoot();
let place: string;
let programs: ServerPrograms;

beforeEach(async () => {
  programs = createServerPrograms({ WEB_DIR: sample.folder, DATABASE_URL: await createTestUrl() });
  place = await programs.makeFolder();
});

afterEach(() => programs.end());

afterAll(() => sample.remove());

async function startServer(
  env: Record<string, string> = {},
): Promise<Pick<StartedProgram, 'program' | 'output'> & { readonly port: number }> {
  const { program, address, output } = await programs.start({ DATA_DIR: join(place, 'data'), ...env });
  return { program, output, port: Number(new URL(address).port) };
}

/** Speaks raw bytes, for what no well-behaved client would send. */
async function speak(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

test('[P5] the server prints its address, its data, sign-up, emails and versions, serves the app there, and stops cleanly', async () => {
  const { program, port, output } = await startServer();
  const lines = output.split('\n');
  expect(lines.slice(0, 2)).toEqual([
    `Checklist is ready at http://localhost:${port}`,
    `Also at: http://127.0.0.1:${port}`,
  ]);
  // Without the database's user and password.
  expect(lines[2]).toMatch(/^Data: Postgres at 127\.0\.0\.1:\d+\/test_\w+$/);
  expect(lines.slice(3, 5)).toEqual([
    'Sign-up: open to everyone who can reach this address',
    `Emails: saved in ${join(place, 'data/mail')}, because SMTP_URL is not set`,
  ]);
  expect(lines[5]).toMatch(/^Version: \d+\.\d+\.\d+, build [\w-]{8}, schema \d{4}_\w+$/);
  expect(lines.slice(6)).toEqual(['Press Ctrl+C to stop.', '']);
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'br' } });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(await page.text()).toContain('/assets/main-1a2b.js');
  expect(await (await fetch(`http://127.0.0.1:${port}/health`)).json()).toMatchObject({ status: 'ok' });

  program.kill('SIGTERM');
  const [last, [code]] = await Promise.all([text(program.stdout), once(program, 'close')]);
  expect({ last, code }).toEqual({ last: 'Checklist has stopped.\n', code: 0 });
  expect((await stat(join(place, 'data'))).mode & 0o777).toBe(0o700);
});

test('[P10] under a path, the printed address, the page for unknown paths and the links in emails contain the path', async () => {
  const { port, output } = await startServer({ BASE_PATH: '/checklist' });
  const address = `http://localhost:${port}/checklist`;
  expect(output).toContain(`Checklist is ready at ${address}\nAlso at: http://127.0.0.1:${port}/checklist\n`);
  expect(await (await fetch(`${address}/health`)).json()).toMatchObject({ status: 'ok' });
  expect((await fetch(`http://localhost:${port}/health`)).status).toBe(404);
  const unknown = await fetch(`${address}/nowhere`, { headers: { accept: 'text/html' } });
  expect(await unknown.text()).toContain('<a href="/checklist/">');
  const folder = await fetch(`${address}/site/help?a=b`);
  expect([folder.status, folder.url]).toEqual([200, `${address}/site/help/?a=b`]);

  const email = 'ann@example.org';
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${address}/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
  await post('signup', { email, password: 'correct horse' });
  await post('recover', { email });
  const mail = join(place, 'data/mail');
  const readMail = async (): Promise<string> => {
    const names = await readdir(mail).catch(() => []);
    return (await Promise.all(names.map((name) => readFile(join(mail, name), 'utf8')))).join('');
  };
  await expect.poll(readMail).toContain(`${address}/auth/v1/verify?`);
});

test.each([
  ['invited', 'Sign-up: only with an invitation to a list'],
  ['off', 'Sign-up: closed'],
])('[P4] [P5] with SIGNUP_ENABLED=%s, the start says "%s"', async (value, line) => {
  const { output } = await startServer({ SIGNUP_ENABLED: value });
  expect(output.split('\n')).toContain(line);
});

test('[P5] [P8] without passwords, the startup message names the providers and the command that lists people who are locked out', async () => {
  const google = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'me', PROVIDER_GOOGLE_CLIENT_SECRET: 'hidden' };
  const { output } = await startServer({ ...google, PASSWORDS: 'off', LOG_LEVEL: 'silent' });
  expect(output).toContain(
    "Sign-in: without passwords, with google. To see who can't sign in: npm run admin -- locked-out",
  );
});

test('an open connection and a second Ctrl+C do not prevent a clean stop', async () => {
  const { program, port } = await startServer();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  await once(socket, 'connect');
  program.kill('SIGINT');
  program.kill('SIGINT');
  const [code] = await once(program, 'close');
  socket.destroy();
  expect(code).toBe(0);
});

test('[P2] a mail server that does not respond delays neither the start nor the stop', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const connected = once(silent, 'connection');
  const { program } = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const [socket] = await connected;
  const begun = Date.now();
  program.kill('SIGTERM');
  expect(await once(program, 'close')).toEqual([0, null]);
  expect(Date.now() - begun).toBeLessThan(9_000);
  if (socket instanceof Socket) socket.destroy();
  silent.close();
});

test('the server closes the connections of realtime clients when it stops, and exits', async () => {
  const { program, port } = await startServer();
  const { anonKey } = v.parse(configSchema, await (await fetch(`http://127.0.0.1:${port}/config.json`)).json());
  const raw = await openRawClient(`ws://127.0.0.1:${port}/realtime/v1`, `apikey=${anonKey}&vsn=2.0.0`);
  raw.send(null, '1', 'phoenix', 'heartbeat', {});
  await raw.until('phx_reply');
  program.kill('SIGTERM');
  // Closed as a server that goes away closes (RFC 6455 section 7.4.1): clients come back to the next one.
  expect([1001, 1012, 1013]).toContain(await raw.closed);
  const [code] = await once(program, 'close');
  expect(code).toBe(0);
});

test('over the wire, HEAD has the length and no bytes, and no header names the software', async () => {
  const { port } = await startServer();
  const answer = await speak(port, 'HEAD /icons/icon-192.png HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\ncontent-length: 2000\r\n/i);
  expect(answer).toMatch(/\r\n\r\n$/);
  expect(answer).not.toMatch(/\r\n(server|x-powered-by):/i);
});

test('over the wire, hostile requests get the security headers and never a file', async () => {
  const { port } = await startServer();
  const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const hostile: readonly (readonly [string, number])[] = [
    [get('/../secret.txt'), 404],
    [get('/%2e%2e/secret.txt'), 404],
    [get('/..%2fsecret.txt'), 404],
    [get('/..\\secret.txt'), 400],
    [get('//secret.txt'), 404],
    [get('/%00'), 404],
    [get('/%zz'), 400],
    [get('http://other.example/../secret.txt'), 404],
    ['GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n${'x'.repeat(2000)}`, 413],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello', 405],
  ];
  for (const [bytes, status] of hostile) {
    const answer = await speak(port, bytes);
    expect([bytes, Number(answer.split(' ')[1])]).toEqual([bytes, status]);
    expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none';/i);
    expect(answer).not.toContain('not for the web');
  }
});

test('over the wire, an upgrade is refused except for realtime', async () => {
  const { port } = await startServer();
  const upgrade = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
  expect(await speak(port, upgrade('/'))).toMatch(/^HTTP\/1\.1 404 /);
  expect(await speak(port, upgrade('/realtime/v1/websocket'))).toMatch(/^HTTP\/1\.1 401 /);
  expect(await speak(port, upgrade('/realtime/v1/websocket?apikey=wrong'))).toMatch(/^HTTP\/1\.1 401 /);
});

test('over the wire, a request that offers another protocol, as those of Java’s client do, is answered as any other', async () => {
  const { port } = await startServer();
  const offer = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n';
  expect(await speak(port, `GET /health HTTP/1.1\r\nHost: x\r\n${offer}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  const post = `POST /auth/v1/token HTTP/1.1\r\nHost: x\r\n${offer}Content-Length: 2\r\n\r\n{}`;
  expect(await speak(port, post)).toMatch(/^HTTP\/1\.1 400 [^]*unsupported_grant_type/);
});

test('over the wire, a very long URL is refused, and the next request works', async () => {
  const { port } = await startServer();
  const answer = await speak(port, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
});

test('headers that arrive slowly are timed out', { timeout: 40_000 }, async () => {
  const { port } = await startServer();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  const dribble = setInterval(() => socket.writable && socket.write('X-A: b\r\n'), 500);
  const begun = Date.now();
  const answer = await text(socket);
  clearInterval(dribble);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(Date.now() - begun).toBeLessThan(20_000);
});

test('headers without end are refused', async () => {
  const { port } = await startServer();
  const answer = await speak(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

test.each([
  ['PORT=abc', { PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, but it is "abc".'],
  ['PORT=70000', { PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, but it is "70000".'],
  ['HOST=a b', { HOST: 'a b' }, 'HOST must be an address or a host name, such as 127.0.0.1, but it is "a b".'],
  ['HOST=192.0.2.1', { HOST: '192.0.2.1' }, 'This computer does not have the address "192.0.2.1".'],
  ['AUTOCONFIRM=yes', { AUTOCONFIRM: 'yes' }, 'AUTOCONFIRM must be "on" or "off", but it is "yes".'],
  [
    'a DATABASE_URL without a server',
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/list' },
    "The server can't use the database: connect ECONNREFUSED 127.0.0.1:9. Check DATABASE_URL.",
  ],
  ['WEB_DIR=/nowhere', { WEB_DIR: '/nowhere' }, 'The web app has not been built: /nowhere has no index.html.'],
])('with %s the server prints one sentence and exits', async (_setting, env, sentence) => {
  expect(await refusedStart(env)).toEqual(refusal(sentence));
});

test('with a data folder that cannot be written the server prints one sentence and exits', async () => {
  const file = join(place, 'a-file');
  await writeFile(file, '');
  for (const folder of [file, join(file, 'data')]) {
    expect(await refusedStart({ DATA_DIR: folder })).toEqual(
      refusal(`The server can't write to the data folder ${folder} (`),
    );
  }
});

test('[P2] with a user who may not create or become roles, the server names the guide and exits', async () => {
  const name = `owner_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(await createTestUrl());
  const sql = postgres(url.href, { max: 1 });
  // Another test, or no test, has created the role.
  await sql`do $$ begin create role anon nologin; exception when duplicate_object then null; end $$`.simple();
  await sql.unsafe(
    `create role ${name} login password 'word'; alter database ${url.pathname.slice(1)} owner to ${name}`,
  );
  await sql.end();
  const ended = await refusedStart({ DATABASE_URL: Object.assign(url, { username: name, password: 'word' }).href });
  expect(ended).toEqual(refusal('The user in DATABASE_URL lacks a right that the server needs: permission denied to '));
  expect(ended).toEqual(refusal('. See "The database" in docs/guides/several-servers.md.\n'));
});

test('with secrets in the database that cannot be read the server prints one sentence and exits', async () => {
  const url = await createTestUrl();
  const database = await connectDatabase({ url, poolSize: 1 });
  await database.sql`alter table auth.secrets rename to elsewhere`;
  await database.close();
  expect(await refusedStart({ DATABASE_URL: url })).toEqual(refusal("The server can't use the database: "));
});

test('with a port in use the server prints one sentence and exits', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  expect(await refusedStart({ PORT: port })).toEqual(refusal(`Port ${port} is already in use. `));
  other.close();
});

async function refusedStart(env: Record<string, string>): Promise<unknown> {
  const ended = await waitForExit(programs.run({ DATA_DIR: join(place, 'data'), ...env }));
  return { ...ended, lines: ended.errorOutput.split('\n').length };
}

/** One line and its end: no stack trace. */
function refusal(sentence: string): unknown {
  return { output: '', errorOutput: expect.stringContaining(sentence), lines: 2, code: 1 };
}
