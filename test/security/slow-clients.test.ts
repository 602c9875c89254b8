/** Clients that send slowly, read slowly or send ambiguous HTTP lose their connection; other clients keep theirs. */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer, type HttpServer } from '#server/http/http-server.ts';
import { sendBugsTo } from '#server/log/log.ts';

const times = {
  headersTimeout: 250,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
  keepAliveTimeout: 200,
  silence: 250,
};
const http = createHttpServer(times);
/** With the usual times, for tests that must not be timed out on a slow machine. */
const patientHttp = createHttpServer();
const heard: string[] = [];
const bugs: string[] = [];

beforeAll(async () => {
  sendBugsTo((description) => bugs.push(description));
  for (const { server, setHandlers } of [http, patientHttp]) {
    setHandlers({
      upgrade: () => false,
      async fetch(request) {
        const { pathname } = new URL(request.url);
        heard.push(`${request.method} ${pathname} ${await request.text()}`);
        if (pathname === '/large') return new Response('x'.repeat(50_000_000));
        return new Response(request.headers.get('x-last'));
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
afterAll(() => {
  for (const { server } of [http, patientHttp]) {
    server.closeAllConnections();
    server.close();
  }
});

const portOf = ({ server }: HttpServer): number => (server.address() as AddressInfo).port;

function open(bytes: string, to = http): Socket {
  const socket = connect(portOf(to), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  return socket;
}

/** What the server says until it closes the connection, and after how many milliseconds it does. */
async function waitForExit(socket: Socket): Promise<{ readonly output: string; readonly after: number }> {
  const begun = performance.now();
  const output = await text(socket).catch(() => '');
  return { output, after: performance.now() - begun };
}

/** Goes on sending a little, for as long as it may. */
async function dribble(bytes: string, drop: string): Promise<{ readonly output: string; readonly after: number }> {
  const socket = open(bytes);
  const sending = setInterval(() => socket.writable && socket.write(drop), 20);
  const end = await waitForExit(socket);
  clearInterval(sending);
  return end;
}

describe('[wire] slow clients', () => {
  test('headers that arrive slowly are timed out after a while', async () => {
    const { output, after } = await dribble('GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n');
    expect(output).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(after).toBeLessThan(15_000);
  });

  test('a body that arrives slowly is timed out', async () => {
    const { output, after } = await dribble('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', 'x');
    expect(output).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(after).toBeLessThan(15_000);
  });

  test('a client that disconnects during its body causes no log entry', async () => {
    const socket = open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx');
    await once(socket, 'connect');
    socket.resetAndDestroy();
    await expect.poll(countConnections).toBe(0);
    expect(bugs).toEqual([]);
  });

  test('an idle connection is closed', async () => {
    const idle = await waitForExit(open('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    expect(idle.output).toMatch(/^HTTP\/1\.1 200 /);
    const silent = await waitForExit(open(''));
    expect(Math.max(idle.after, silent.after)).toBeLessThan(4_500);
  });

  test('a response that is not read is abandoned', async () => {
    const socket = connect(portOf(http), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(countConnections).toBeGreaterThan(0);
    await expect.poll(countConnections).toBe(0);
    socket.destroy();
  });

  test('a refused upgrade is closed even if the client does not hang up', async () => {
    const socket = connect({ port: portOf(http), host: '127.0.0.1', allowHalfOpen: true });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const { output } = await waitForExit(socket);
    expect(output).toMatch(/^HTTP\/1\.1 404 /);
    await expect.poll(countConnections).toBe(0);
    socket.destroy();
  });
});

const countConnections = (): Promise<number> =>
  new Promise((resolve) => {
    http.server.getConnections((_, count) => resolve(count));
  });

describe('[wire] requests on one connection', () => {
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
  ])('%s is refused, and nothing after it is parsed as a request', async (_, bytes) => {
    heard.length = 0;
    const { output } = await waitForExit(open(bytes, patientHttp));
    expect(output).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(heard.filter((line) => line.includes('smuggled'))).toEqual([]);
  });

  test('no header is dropped, however many precede it, as a proxy adds its own last', async () => {
    const { output } = await waitForExit(
      open(
        `GET / HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(2_500)}X-Last: here\r\nConnection: close\r\n\r\n`,
        patientHttp,
      ),
    );
    expect(output).toMatch(/\r\n\r\nhere$/);
  });
});
