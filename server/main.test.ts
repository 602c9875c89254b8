/** The server as a program: started with settings right and wrong, asked over a real port, and stopped. */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeSampleWebRoot } from './web/sample-web-root.ts';
import type { SampleWebRoot } from './web/sample-web-root.ts';

type Program = ChildProcessByStdio<null, Readable, Readable>;

let sample: SampleWebRoot;
let place: string;
const programs: Program[] = [];

beforeAll(async () => {
  sample = await writeSampleWebRoot();
  place = await mkdtemp(join(tmpdir(), 'checklist-server-'));
});

afterEach(async () => {
  for (const program of programs.splice(0)) {
    if (program.exitCode !== null || program.signalCode !== null) continue;
    program.kill('SIGKILL');
    await once(program, 'close');
  }
});

afterAll(async () => {
  await sample.remove();
  await rm(place, { recursive: true, force: true });
});

function runServer(env: Record<string, string>): Program {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PORT: '0', DATA_DIR: join(place, 'data'), WEB_DIR: sample.folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  programs.push(program);
  return program;
}

async function startServer(
  env: Record<string, string> = {},
): Promise<{ program: Program; port: number; said: string }> {
  const program = runServer(env);
  let said = '';
  for await (const chunk of program.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes('Ctrl+C')) break;
  }
  const port = Number(/Checklist is ready at http:\/\/\S+:(\d+)\n/.exec(said)?.[1]);
  return { program, port, said };
}

/** Speaks raw bytes, for what no well-behaved client would send. */
async function speak(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

test('it says where it is, serves the app there, and ends cleanly when asked to', async () => {
  const { program, port, said } = await startServer();
  expect(said).toBe(`Checklist is ready at http://127.0.0.1:${port}\nPress Ctrl+C to stop.\n`);
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'br' } });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(await page.text()).toContain('/assets/main-1a2b.js');
  expect(await (await fetch(`http://127.0.0.1:${port}/health`)).json()).toEqual({ status: 'ok' });

  program.kill('SIGTERM');
  const [rest, complaints, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ]);
  expect({ rest, complaints, code }).toEqual({ rest: 'Checklist has stopped.\n', complaints: '', code: 0 });
  expect((await stat(join(place, 'data'))).mode & 0o777).toBe(0o700);
});

test('an open connection and a second Ctrl+C do not keep it from stopping cleanly', async () => {
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

test('over the wire, HEAD has the length and no bytes, and no header names the software', async () => {
  const { port } = await startServer();
  const answer = await speak(port, 'HEAD /icons/icon-192.png HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\ncontent-length: 2000\r\n/i);
  expect(answer).toMatch(/\r\n\r\n$/);
  expect(answer).not.toMatch(/\r\n(server|x-powered-by):/i);
});

test('over the wire, hostile requests get an answer with the security headers and never a file', async () => {
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
    ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello', 413],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello', 405],
  ];
  for (const [bytes, status] of hostile) {
    const answer = await speak(port, bytes);
    expect([bytes, Number(answer.split(' ')[1])]).toEqual([bytes, status]);
    expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none';/i);
    expect(answer).not.toContain('not for the web');
  }
});

test('headers that never end are cut off', async () => {
  const { port } = await startServer();
  const answer = await speak(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

test.each([
  ['PORT=abc', { PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, but it is "abc".'],
  ['PORT=70000', { PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, but it is "70000".'],
  ['HOST=a b', { HOST: 'a b' }, 'HOST must be an address or a host name, such as 127.0.0.1, but it is "a b".'],
  ['HOST=192.0.2.1', { HOST: '192.0.2.1' }, 'This computer has no address "192.0.2.1".'],
  ['WEB_DIR=/nowhere', { WEB_DIR: '/nowhere' }, 'The web app is not built: /nowhere has no index.html.'],
])('with %s it says so in one sentence and ends', async (_setting, env, sentence) => {
  expect(await refusedStart(env)).toEqual(refusal(sentence));
});

test('with a data folder that cannot be written it says so in one sentence and ends', async () => {
  const file = join(place, 'a-file');
  await writeFile(file, '');
  for (const folder of [file, join(file, 'data')]) {
    expect(await refusedStart({ DATA_DIR: folder })).toEqual(refusal(`The data folder ${folder} cannot be written (`));
  }
});

test('with a port that is taken it says so in one sentence and ends', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  expect(await refusedStart({ PORT: port })).toEqual(refusal(`Port ${port} is already in use. `));
  other.close();
});

async function refusedStart(env: Record<string, string>): Promise<unknown> {
  const program = runServer(env);
  const [said, complaint, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ]);
  return { said, complaint, lines: complaint.split('\n').length, code };
}

/** One line and its end: no stack trace. */
function refusal(sentence: string): unknown {
  return { said: '', complaint: expect.stringContaining(sentence), lines: 2, code: 1 };
}
