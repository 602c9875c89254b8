/** The check for releases: its request, the responses it accepts, and what it logs. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#server/log/log.ts';
import { askRelease, isNewer, watchReleases } from './watch-releases.ts';

/** Serves a response, and records the requests. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const bound = server.address();
  return { requests, close, url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/latest` };
}

const sendJson = (value: unknown) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.end(JSON.stringify(value));

const ask = (url: string) => askRelease(url, new AbortController().signal);

test('[P9] a newer release is in the log once, and known from then on', async () => {
  const { url } = await serve(sendJson({ tag_name: 'v2.10.0', body: 'notes' }));
  const lines: string[] = [];
  const log = createLog({ level: 'warn', format: 'json' }, (line) => lines.push(line));
  const watch = watchReleases({ url, current: '2.9.1', log });
  onTestFinished(watch.stop);
  expect(watch.newer()).toBeNull();
  await vi.waitUntil(() => watch.newer() !== null);
  expect(watch.newer()).toBe('2.10.0');
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ event: 'newer release', version: '2.10.0' }]);
});

test('[P9] the request says nothing about the installation', async () => {
  const { url, requests } = await serve(sendJson({ version: '1.0.0' }));
  expect(await ask(url)).toEqual({ ok: true, value: '1.0.0' });
  const [request] = requests;
  expect([request?.method, request?.url]).toEqual(['GET', '/latest']);
  const { host: _host, connection: _connection, ...sent } = request?.headers ?? {};
  expect(sent).toEqual({
    accept: 'application/json',
    'user-agent': 'Checklist',
    'accept-encoding': expect.any(String),
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
  });
});

test('[P9] the server does not follow a redirect', async () => {
  const other = await serve(sendJson({ version: '9.0.0' }));
  const { url } = await serve((_request, response) => void response.writeHead(302, { location: other.url }).end());
  expect(await ask(url)).toEqual({ ok: false, failure: '302' });
  expect(other.requests).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['no version', {}, 'NO_VERSION'],
  ['a version that is more than numbers', { version: '9.0.0; see http://evil.example' }, 'NO_VERSION'],
  ['a prerelease', { tag_name: 'v9.0.0-beta.1' }, 'NO_VERSION'],
  ['too much text', { version: '9.0.0', notes: 'x'.repeat(300_000) }, 'Error'],
])('[P9] a response with %s is ignored', async (_name, value, failure) => {
  const { url } = await serve(sendJson(value));
  expect(await ask(url)).toEqual({ ok: false, failure });
});

test('[P9] a failure is a warning, and a server that does not respond delays no stop', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', format: 'json' }, (line) => lines.push(line));
  const { url: gone, close } = await serve(() => undefined);
  close();
  const refused = watchReleases({ url: gone, current: '1.0.0', log });
  onTestFinished(refused.stop);
  await vi.waitUntil(() => lines.length > 0);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'release check failed', code: 'ECONNREFUSED' });
  const { url, requests } = await serve(() => undefined);
  const silent = watchReleases({ url, current: '1.0.0', log });
  await vi.waitUntil(() => requests.length > 0);
  silent.stop();
  await vi.waitUntil(() => requests[0]?.socket.destroyed);
  expect(lines).toHaveLength(1);
});

test('[P9] versions are compared by number', () => {
  expect(['1.0.1', '1.1.0', '2.0.0', '1.0.10'].map((version) => isNewer(version, '1.0.0'))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['1.0.0', '0.9.9', '1.0.0'].map((version) => isNewer(version, '1.0.0'))).toEqual([false, false, false]);
  expect(isNewer('1.9.0', '1.10.0')).toBe(false);
});
