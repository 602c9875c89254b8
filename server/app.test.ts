/** What the server answers as a whole, asked without a port. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { readWebRoot } from './web/read-web-root.ts';
import { writeSampleWebRoot } from './web/sample-web-root.ts';
import type { SampleWebRoot } from './web/sample-web-root.ts';

let sample: SampleWebRoot;
let app: Hono;

beforeAll(async () => {
  sample = await writeSampleWebRoot();
  const root = await readWebRoot(sample.folder);
  if (!root.ok) throw new Error('the sample has no index.html');
  app = createApp({ webRoot: root.value });
});

afterAll(() => sample.remove());

test('health says ok, and no cache keeps it', async () => {
  const answer = await app.request('/health');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({ status: 'ok' });
});

test('every answer carries the security headers, refusals included', async () => {
  const answers = await Promise.all([
    app.request('/'),
    app.request('/health'),
    app.request('/nowhere'),
    app.request('/%zz'),
    app.request('/site/help'),
    app.request('/', { method: 'POST' }),
    app.request('/', { headers: { 'content-length': '5' } }),
    app.request('/assets/main-1a2b.js', { headers: { 'if-none-match': '*' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 400, 301, 405, 413, 304]);
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('permissions-policy')).toContain('screen-wake-lock=(self)');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.has('server')).toBe(false);
    expect(headers.has('x-powered-by')).toBe(false);
  }
});

test('only reading is allowed, everywhere', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of ['/', '/health', '/assets/main-1a2b.js', '/nowhere']) {
      const answer = await app.request(path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
  }
});

test('a request that reads may bring no body', async () => {
  const announced = await app.request('/', { headers: { 'content-length': '5' } });
  expect(announced.status).toBe(413);
  expect(announced.headers.get('connection')).toBe('close');
  expect((await app.request('/', { headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413);
  expect((await app.request('/', { headers: { 'content-length': '0' } })).status).toBe(200);
});

test('a bug is written to the error stream and answered with a sentence that tells nothing', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const broken = createApp({ webRoot: new Map() });
  broken.get('/broken', () => {
    throw new Error('a secret detail');
  });
  vi.spyOn(Map.prototype, 'get').mockImplementationOnce(() => {
    throw new Error('a secret detail');
  });
  const answer = await broken.request('/');
  vi.restoreAllMocks();
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe('Something went wrong on the server. Please try again.\n');
  expect(written).toHaveBeenCalledWith(expect.stringContaining('a secret detail'));
});
