/** Serving the built web app: URLs, caching, compression and errors, without a port. */
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWebRoot } from './web-root.ts';
import { sampleScript, writeSampleWebRoot, type SampleWebRoot } from '#server/testing/sample-web-root.ts';
import { createWebHandler } from './serve-web.ts';

const app = new Hono();
let sample: SampleWebRoot;

beforeAll(async () => {
  sample = await writeSampleWebRoot();
  const root = await readWebRoot(sample.folder, null);
  if (!root.ok) throw new Error('the sample has no index.html');
  app.all('*', createWebHandler(root.value));
});

afterAll(() => sample.remove());

function ask(path: string, headers: Record<string, string> = {}): Response | Promise<Response> {
  return app.request(path, { headers });
}

test('the root is the app, and index.html is the same page', async () => {
  const page = await ask('/');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('/assets/main-1a2b.js');
  expect((await ask('/index.html')).headers.get('etag')).toBe(page.headers.get('etag'));
});

test('[Q4] a text that is shared before the service worker runs opens the app, and is in no address', async () => {
  const answer = await app.request('/share', { method: 'POST', body: new URLSearchParams({ text: 'milk' }) });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('./?do=share');
  expect((await app.request('/share')).status).toBe(404);
});

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/assets/main-1a2b.js', 'text/javascript; charset=utf-8'],
  ['/assets/main-1a2b.css', 'text/css; charset=utf-8'],
  ['/assets/text-3c4d.woff2', 'font/woff2'],
  ['/icons/icon-192.png', 'image/png'],
  ['/icons/icon.svg', 'image/svg+xml; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/items.json', 'application/json'],
  ['/caf%C3%A9%20menu.txt', 'text/plain; charset=utf-8'],
])('%s has the media type %s', async (path, contentType) => {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(contentType);
});

test('a folder with a page is served under its slash and redirects to it, with the query', async () => {
  expect(await (await ask('/site/help/')).text()).toContain('<title>Help</title>');
  const answer = await ask('/site/help?from=menu');
  expect(answer.status).toBe(301);
  expect(answer.headers.get('location')).toBe('./help/?from=menu');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect((await ask('/site')).headers.get('location')).toBe('./site/');
  expect((await ask('/icons')).status).toBe(404);
  expect((await ask('/icons/')).status).toBe(404);
});

test.each(['//site/help', '/%2Fsite/help', '//example.com', '//example.com/..', '/%5Cexample.com', '/site/help//'])(
  '%s does not redirect to another site',
  async (path) => {
    const answer = await app.request(new Request(`http://localhost${path}`));
    expect(answer.status).toBe(404);
    expect(answer.headers.has('location')).toBe(false);
  },
);

test('a hashed file is cached for ever, and everything else is revalidated', async () => {
  for (const path of ['/assets/main-1a2b.js', '/assets/main-1a2b.css', '/assets/text-3c4d.woff2']) {
    expect((await ask(path)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  for (const path of ['/', '/sw.js', '/manifest.webmanifest', '/icons/icon.svg', '/site/help/']) {
    expect((await ask(path)).headers.get('cache-control')).toBe('no-cache');
  }
});

test('a browser that has the file gets 304', async () => {
  const tag = (await ask('/sw.js')).headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]+"$/);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const answer = await ask('/sw.js', { 'if-none-match': known });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('etag')).toBe(tag);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.has('content-length')).toBe(false);
  }
  expect((await ask('/sw.js', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('each compression of a file has its own ETag', async () => {
  const tags = await Promise.all(
    ['identity', 'gzip', 'br'].map(
      async (encoding) => (await ask('/sw.js', { 'accept-encoding': encoding })).headers.get('etag') ?? '',
    ),
  );
  expect(new Set(tags).size).toBe(3);
  const [, , br = ''] = tags;
  expect((await ask('/sw.js', { 'accept-encoding': 'gzip', 'if-none-match': br })).status).toBe(200);
  expect((await ask('/sw.js', { 'accept-encoding': 'br', 'if-none-match': br })).status).toBe(304);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', null],
  ['identity', null],
  ['zstd', null],
  ['', null],
])('a browser that accepts "%s" gets %s', async (accepted, encoding) => {
  const answer = await ask('/assets/main-1a2b.js', { 'accept-encoding': accepted });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (same: Buffer) => same };
  expect(unpack[encoding === 'br' || encoding === 'gzip' ? encoding : 'none'](bytes).toString()).toBe(sampleScript);
});

test('a compressed script is far smaller, and the same at every request', async () => {
  const [first, second] = await Promise.all([
    ask('/assets/main-1a2b.js', { 'accept-encoding': 'br' }),
    ask('/assets/main-1a2b.js', { 'accept-encoding': 'br' }),
  ]);
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(bytes.byteLength).toBeLessThan(sampleScript.length / 10);
  expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
});

test('images and fonts are not compressed again', async () => {
  for (const path of ['/icons/icon-192.png', '/assets/text-3c4d.woff2']) {
    const answer = await ask(path, { 'accept-encoding': 'br, gzip' });
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(answer.headers.has('vary')).toBe(false);
  }
});

test('HEAD has the headers of GET without the body', async () => {
  for (const path of ['/', '/assets/main-1a2b.js', '/icons/icon-192.png', '/nowhere']) {
    const headers = { 'accept-encoding': 'gzip' };
    const get = await app.request(path, { headers });
    const head = await app.request(path, { method: 'HEAD', headers });
    expect(head.status).toBe(get.status);
    expect([...head.headers]).toEqual([...get.headers]);
    expect(await head.text()).toBe('');
  }
});

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..%2fsecret.txt',
  '/..%5csecret.txt',
  '/..\\secret.txt',
  '/%252e%252e%252fsecret.txt',
  '/index.html%00.txt',
  '/%00',
  '/link.txt',
  '/.env',
  '/%2eenv',
  '/.git/config',
  '/assets/.hidden.js',
  '/constructor',
  '/__proto__',
])('%s is not found', async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test.each(['/%', '/%zz', '/%c3', '/assets/%ff.js'])('%s is an invalid URL', async (path) => {
  expect((await ask(path)).status).toBe(400);
});

test('an unknown URL gets a page in a browser and one line elsewhere', async () => {
  const page = await ask('/nowhere', { accept: 'text/html,application/xhtml+xml' });
  expect(page.status).toBe(404);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('vary')).toBe('Accept');
  expect(await page.text()).toContain('<h1>Page not found</h1>');
  const line = await ask('/assets/gone-9z.js', { accept: '*/*' });
  expect(line.status).toBe(404);
  expect(line.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(line.headers.get('cache-control')).toBe('no-cache');
  expect(await line.text()).toBe('There is no page at this address.\n');
});

test('a page allows only the inline scripts and styles of the build', async () => {
  const policy = (await ask('/')).headers.get('content-security-policy') ?? '';
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policy).toContain(`script-src 'self' ${hash("document.documentElement.dataset.theme = 'dark';")};`);
  expect(policy).toContain(`style-src 'self' ${hash('body { margin: 0 }')};`);
  const help = (await ask('/site/help/')).headers.get('content-security-policy') ?? '';
  expect(help).toContain("script-src 'self';");
  expect(help).toContain(`style-src 'self' ${hash('p { color: red }')};`);
});

test('a page with another policy is no longer the one that a browser has, and other files are', async () => {
  const external = { backendUrl: 'https://backend.example', captcha: null };
  const root = await readWebRoot(sample.folder, external);
  if (!root.ok) throw new Error('the sample has no index.html');
  const changed = new Hono().all('*', createWebHandler(root.value));
  const statusOf = async (path: string): Promise<number> => {
    const tag = (await ask(path)).headers.get('etag') ?? '';
    return (await changed.request(path, { headers: { 'if-none-match': tag } })).status;
  };
  expect(await statusOf('/')).toBe(200);
  expect(await statusOf('/sw.js')).toBe(304);
});

test('a folder without index.html is not a web app', async () => {
  const folder = `${sample.folder}/icons`;
  expect(await readWebRoot(folder, null)).toEqual({ ok: false, failure: { type: 'web-root-missing', folder } });
  const missing = `${sample.folder}/missing`;
  expect(await readWebRoot(missing, null)).toEqual({
    ok: false,
    failure: { type: 'web-root-missing', folder: missing },
  });
});
