/** Clients that send slowly, read slowly or send ambiguous HTTP lose their connection; other clients keep theirs. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '#server/http/http-server.ts';
import { sendBugsTo } from '#server/report-bug.ts';

const times = {
  headersTimeout: 250,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
  keepAliveTimeout: 200,
  silence: 250,
};
const http = createHttpServer(times);
const heard: string[] = [];
const bugs: string[] = [];
let port = 0;

beforeAll(async () => {
  sendBugsTo((description) => bugs.push(description));
  http.answerWith({
    upgrade: () => false,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      heard.push(`${request.method} ${pathname} ${await request.text()}`);
      if (pathname === '/large') return new Response('x'.repeat(50_000_000));
      return new Response(request.headers.get('x-last'));
    },
  });
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  port = (http.server.address() as AddressInfo).port;
});
afterAll(() => {
  http.server.closeAllConnections();
  http.server.close();
});

function open(bytes: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  return socket;
}

/** What the server says until it closes the connection, and after how many milliseconds it does. */
async function hearOut(socket: Socket): Promise<{ readonly said: string; readonly after: number }> {
  const begun = performance.now();
  const said = await text(socket).catch(() => '');
  return { said, after: performance.now() - begun };
}

/** Goes on sending a little, for as long as it may. */
async function dribble(bytes: string, drop: string): Promise<{ readonly said: string; readonly after: number }> {
  const socket = open(bytes);
  const sending = setInterval(() => socket.writable && socket.write(drop), 20);
  const end = await hearOut(socket);
  clearInterval(sending);
  return end;
}

describe('[wire] slow clients', () => {
  test('headers that come drop by drop are cut off in time', async () => {
    const { said, after } = await dribble('GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n');
    expect(said).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(after).toBeLessThan(3_000);
  });

  test('a body that comes drop by drop is cut off in time', async () => {
    const { said, after } = await dribble('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', 'x');
    expect(said).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(after).toBeLessThan(3_000);
  });

  test('who hangs up in the middle of a body writes nothing into the log', async () => {
    const socket = open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx');
    await once(socket, 'connect');
    socket.resetAndDestroy();
    await expect.poll(countConnections, { timeout: 2_000 }).toBe(0);
    expect(bugs).toEqual([]);
  });

  test('a connection that asks nothing more, or nothing at all, is closed', async () => {
    const idle = await hearOut(open('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    expect(idle.said).toMatch(/^HTTP\/1\.1 200 /);
    const silent = await hearOut(open(''));
    expect(Math.max(idle.after, silent.after)).toBeLessThan(4_000);
  });

  test('an answer that nobody reads is given up', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(countConnections, { timeout: 2_000 }).toBeGreaterThan(0);
    await expect.poll(countConnections, { timeout: 4_000 }).toBe(0);
    socket.destroy();
  });

  test('a socket that is refused an upgrade and does not hang up is closed', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const { said } = await hearOut(socket);
    expect(said).toMatch(/^HTTP\/1\.1 404 /);
    await expect.poll(countConnections, { timeout: 2_000 }).toBe(0);
    socket.destroy();
  });
});

const countConnections = (): Promise<number> =>
  new Promise((resolve) => {
    http.server.getConnections((_, count) => resolve(count));
  });

describe('[wire] one connection, one voice', () => {
  const post = 'POST /outer HTTP/1.1\r\nHost: x\r\n';
  const inner = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';

  test.each([
    [
      'a length and chunks',
      `${post}Content-Length: ${5 + inner.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    ],
    ['two lengths', `${post}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`],
    ['a length with a sign', `${post}Content-Length: +${inner.length}\r\n\r\n${inner}`],
    ['chunks that are not the last coding', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`],
    ['a coding with a control character', `${post}Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${inner}`],
    ['a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`],
    ['a chunk of a wrong size', `${post}Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n${inner}`],
    ['a folded header', `${post}X-A: b\r\n Content-Length: ${inner.length}\r\n\r\n${inner}`],
    ['a bare line feed', `POST /outer HTTP/1.1\nHost: x\nContent-Length: 0\n\n${inner}`],
  ])('%s is refused, and nothing after it is taken for a request', async (_, bytes) => {
    heard.length = 0;
    const { said } = await hearOut(open(bytes));
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(heard.filter((line) => line.includes('smuggled'))).toEqual([]);
  });

  test('however many headers come before it, none is dropped without a word: a proxy writes its own last', async () => {
    const { said } = await hearOut(
      open(`GET / HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(2_500)}X-Last: here\r\nConnection: close\r\n\r\n`),
    );
    expect(said).toMatch(/\r\n\r\nhere$/);
  });
});
