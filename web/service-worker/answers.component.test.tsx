/** What the service worker answers from its caches, and what goes to the network, in a real browser. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_SCREEN_PLACE, SHARED_TEXT } from '#client/ports/service-worker.ts';

const BASE = 'https://home.example/list/';
const PAGE = `<script src="app-1.js"></script>${FIRST_SCREEN_PLACE}`;
const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(PAGE)));
const PAGE_HASH = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');

const WORKER = new URL('service-worker.ts', import.meta.url).href;
let runs = 0;

type Event = Record<string, unknown>;

/** What the server answers now. */
let served: () => Response;

let caches: Map<string, Map<string, Response>>;
let listeners: Map<string, (event: Event) => void>;
const skipWaiting = vi.fn<() => void>();

beforeEach(async () => {
  caches = new Map();
  listeners = new Map();
  served = () => new Response('from the network');
  skipWaiting.mockClear();
  vi.stubGlobal('self', {
    location: new URL('sw.js', BASE),
    skipWaiting,
    addEventListener: (type: string, listener: (event: Event) => void) => listeners.set(type, listener),
  });
  vi.stubGlobal('caches', {
    open: async (name: string) => openCache(name),
    delete: async (name: string) => caches.delete(name),
    match: async (path: string, { cacheName }: { cacheName: string }) => caches.get(cacheName)?.get(path)?.clone(),
  });
  vi.stubGlobal('BUILD_ID', '1');
  vi.stubGlobal('PRECACHE_FILES', [
    ['index.html', PAGE_HASH],
    ['app-1.js', '0'],
    ['help/index.html', '0'],
  ]);
  vi.stubGlobal('fetch', async () => served());
  runs += 1;
  // By its address: the worker is compiled without the page's types, and this test with them.
  await import(/* @vite-ignore */ `${WORKER}?answers=${runs}`);
  const { put } = openCache('app /list/ 1');
  for (const [path, text] of [
    [`index.html?hash=${PAGE_HASH}`, PAGE],
    ['app-1.js?hash=0', 'the app'],
    ['help/index.html?hash=0', 'the help'],
  ] as const)
    await put(`/list/${path}`, new Response(text));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function openCache(name: string) {
  const stored = caches.get(name) ?? new Map<string, Response>();
  caches.set(name, stored);
  return {
    put: async (path: string, response: Response) => stored.set(path, response),
    match: async (path: string) => stored.get(path)?.clone(),
  };
}

/** The worker's answer, once its work is done; undefined if it leaves the request to the browser. */
async function answerTo(address: string, init: RequestInit = {}): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined;
  let work: Promise<unknown> | undefined;
  const respondWith = (given: Promise<Response>) => (answer = given);
  const waitUntil = (given: Promise<unknown>) => (work = given);
  listeners.get('fetch')?.({ request: new Request(new URL(address, BASE), init), respondWith, waitUntil });
  const response = await answer;
  await work;
  return response;
}

const request = async (address: string, init?: RequestInit): Promise<string | undefined> =>
  (await answerTo(address, init))?.text();

async function send(data: unknown): Promise<void> {
  let work: unknown;
  listeners.get('message')?.({ data, waitUntil: (given: unknown) => (work = given) });
  await work;
}

test('files of the build are answered from the cache, and a folder with its page', async () => {
  expect(await request('app-1.js')).toBe('the app');
  expect(await request('./')).toBe(PAGE);
  expect(await request('help/')).toBe('the help');
  expect(await request('help')).toBe('the help');
});

test('a file that the browser removed from the cache comes from the network', async () => {
  caches.clear();
  expect(await request('app-1.js')).toBe('from the network');
});

test('other files, other sites and changes are left to the browser', async () => {
  expect(await request('api/rows')).toBeUndefined();
  expect(await request('https://other.example/list/app-1.js')).toBeUndefined();
  expect(await request('app-1.js', { method: 'POST' })).toBeUndefined();
});

test('the page has the first screen that the same build stored, until it is removed', async () => {
  await send({ firstScreen: { markup: '<p>Milk $& $1</p>', script: 'app-1.js' } });
  expect(await request('./')).toBe(PAGE.replace(FIRST_SCREEN_PLACE, () => '<p>Milk $& $1</p>'));
  expect(await request('app-1.js')).toBe('the app');
  await send({ firstScreen: null });
  expect(await request('./')).toBe(PAGE);
  await send({ firstScreen: { markup: '<p>Milk</p>', script: 'app-2.js' } });
  expect(await request('./')).toBe(PAGE);
});

test('a page with another policy is stored for the next start, but no page of another build', async () => {
  const policyOf = async () => (await answerTo('./'))?.headers.get('content-security-policy');
  const serve = (text: string, policy: string) => {
    served = () => new Response(text, { headers: { 'content-security-policy': policy } });
  };
  serve(PAGE, "connect-src 'self' https://backend.example");
  expect(await policyOf()).toBeNull();
  expect(await policyOf()).toBe("connect-src 'self' https://backend.example");
  serve('<p>Log in to the network of this café</p>', "default-src 'none'");
  await policyOf();
  served = () => Response.error();
  await policyOf();
  expect(await policyOf()).toBe("connect-src 'self' https://backend.example");
  expect(await request('./')).toBe(PAGE);
});

test('a new version takes over when a page says so', async () => {
  await send({ firstScreen: null });
  expect(skipWaiting).not.toHaveBeenCalled();
  await send('skipWaiting');
  expect(skipWaiting).toHaveBeenCalledOnce();
});

test('a shared text is kept with its title, after a text that waits, and the same text once', async () => {
  vi.spyOn(Response, 'redirect').mockImplementation((address) => new Response(String(address)));
  const share = async (fields: Record<string, string>) => {
    const answer = await request('share', { method: 'POST', body: new URLSearchParams(fields) });
    expect(answer).toBe('./?do=share');
    return caches.get(SHARED_TEXT.cache)?.get(SHARED_TEXT.path)?.clone().text();
  };
  expect(await share({ title: '', text: ' Milk ' })).toBe('Milk');
  expect(await share({ text: 'Milk' })).toBe('Milk');
  expect(await share({ title: 'Soup', text: 'Leek' })).toBe('Milk\n# Soup\nLeek');
  caches.clear();
  expect(await share({ title: 'Figs' })).toBe('Figs');
});
