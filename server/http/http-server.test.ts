/** The HTTP server before and after the app is ready, and under a path (BASE_PATH), over a real port. */
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

test('a browser that opens the app while the server starts reloads the page', async () => {
  const { server, setHandlers } = createHttpServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  const early = await fetch(`http://127.0.0.1:${port}/`);
  expect([early.status, early.headers.get('refresh')]).toEqual([503, '1']);
  setHandlers({ fetch: () => new Response('ready'), upgrade: () => false });
  const later = await fetch(`http://127.0.0.1:${port}/`);
  expect([await later.text(), later.headers.get('refresh')]).toEqual(['ready', null]);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

test('an HTTP/1.0 health check without a host name, such as HAProxy’s, is answered', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /apps/checklist/health HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK[^]*\/health/u);
});

const { server, setHandlers } = createHttpServer({ basePath: '/apps/checklist' });
let port: number;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address with a port.
  ({ port } = server.address() as AddressInfo);
  setHandlers({
    fetch: ({ url }) => new Response(new URL(url).pathname + new URL(url).search),
    upgrade(request, socket) {
      socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${request.url ?? ''}`);
      return true;
    },
  });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const ask = (path: string, method = 'GET'): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: 'manual' });

/** Sends raw bytes, which `fetch` would normalize. */
async function send(target: string, headers = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: list.example\r\nConnection: close\r\n${headers}\r\n`);
  return text(socket);
}

test('[P10] the parts of the server see requests without the path', async () => {
  expect(await (await ask('/apps/checklist/')).text()).toBe('/');
  expect(await (await ask('/apps/checklist/auth/v1/token?grant_type=password', 'POST')).text()).toBe(
    '/auth/v1/token?grant_type=password',
  );
  expect(await send('http://list.example/apps/checklist/health')).toMatch(/\r\n\/health(?:\r\n|$)/u);
});

test('[P10] a browser that opens the host, or leaves out the last slash, is redirected to the app', async () => {
  for (const path of ['/', '/apps/checklist']) {
    const answer = await ask(`${path}?code=1`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/apps/checklist/?code=1']);
  }
});

test('[P10] every other path answers 404 and names the path', async () => {
  for (const path of ['/health', '/apps', '/apps/checklists/', '/apps//checklist/', '/apps/%63hecklist/', '//evil/']) {
    const answer = await send(path);
    expect([path, answer]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 404 /u)]);
    expect(answer).toContain('There is nothing at this address. Checklist is at /apps/checklist/.');
  }
  expect((await ask('/', 'POST')).status).toBe(404);
  expect((await ask('/apps/checklist', 'DELETE')).status).toBe(404);
});

test('[P10] a WebSocket is found only under the path', async () => {
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\n';
  expect(await send('/apps/checklist/realtime/v1/websocket?vsn=1', upgrade)).toMatch(
    /\/realtime\/v1\/websocket\?vsn=1$/u,
  );
  expect(await send('/realtime/v1/websocket', upgrade)).toMatch(/^HTTP\/1\.1 404 /u);
});

test('a request with two Host headers answers 400, also one for a WebSocket', async () => {
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\n';
  for (const headers of ['', upgrade]) {
    const answer = await send('/apps/checklist/health', `host: other.example\r\n${headers}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*content-security-policy: default-src 'none';/iu);
  }
});
