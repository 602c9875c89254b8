/** Caches the whole app, so that it starts without the server. A new version waits until the user accepts it (product D6). */
import {
  FIRST_SCREEN_PLACE,
  SHARED_TEXT,
  type StoredScreen,
  type WorkerMessage,
} from '#client/ports/service-worker.ts';

declare const self: ServiceWorkerGlobalScope;
/** Every file of the build, relative to the folder of this script, with its hash; inserted by scripts/service-worker-plugin.ts. */
declare const PRECACHE_FILES: readonly (readonly [path: string, hash: string])[];
declare const BUILD_ID: string;

/** The path of a file of the app, which may be under any path (BASE_PATH). */
const pathOf = (file: string): string => new URL(file, self.location.href).pathname;

/** The share target of the web app manifest. */
const SHARE_PATH = pathOf('share');
/** Names a cache after the folder of the app and its build: each installation on a host name removes only its own. A path has no spaces. */
const toCacheName = (build: string): string => `app ${pathOf('.')} ${build}`;
const CACHE = toCacheName(BUILD_ID);
/** What the names of earlier versions started with, at every path. Their workers delete every other cache that starts with it. */
const EARLIER_PREFIX = 'checklist-';
/** A file that each installation has once, directly in its folder. */
const FILE_OF_EACH = 'first-screen.js';
/** The page of the app, and where its first screen is stored. */
const APP = pathOf('index.html');
const FIRST_SCREEN = { cache: 'first-screen', path: '/first-screen' } as const;
/** Cache keys by path. */
const keys = new Map(PRECACHE_FILES.map(([file, hash]) => [pathOf(file), keyOf(pathOf(file), hash)]));

self.addEventListener('install', (event) => event.waitUntil(precache()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => {
  // Only pages of this site can send messages.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const message = event.data as WorkerMessage;
  if (message === 'skipWaiting') void self.skipWaiting();
  else event.waitUntil(storeFirstScreen(message.firstScreen));
});
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'POST' && new URL(event.request.url).pathname === SHARE_PATH) {
    event.respondWith(keepShared(event.request));
    return;
  }
  const key = keyFor(event.request);
  if (!key) return;
  const answered = answer(key, event.request);
  event.respondWith(answered);
  if (key === keys.get(APP)) event.waitUntil(answered.then(renewPolicy).catch(() => undefined));
});

async function precache(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    PRECACHE_FILES.map(async ([file, hash]) => {
      const path = pathOf(file);
      const key = keyOf(path, hash);
      await cache.put(key, withoutRedirect((await caches.match(key)) ?? (await fetchExactly(path, hash))));
    }),
  );
}

/** Fails if the server now serves another build, so that two builds never mix. The browser retries the install later. */
async function fetchExactly(path: string, hash: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const digest = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer());
  const digits = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!digits.startsWith(hash)) throw new Error(`${path} is of another build`);
  return response;
}

/** A host may redirect `/index.html` to `/`. Browsers refuse an answer to a navigation that came by a redirect. */
const withoutRedirect = (response: Response): Response =>
  response.redirected ? new Response(response.body, { headers: toOwnHeaders(response) }) : response;

/** The headers for a new body, which is neither compressed nor of the same length. */
function toOwnHeaders(response: Response): Headers {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return headers;
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const ofEarlierBuilds = names.filter((name) => name.startsWith(toCacheName('')) && name !== CACHE);
  const ofEarlierVersions = names.filter((name) => name.startsWith(EARLIER_PREFIX));
  await Promise.all([...ofEarlierBuilds.map((name) => caches.delete(name)), ...ofEarlierVersions.map(leaveCache)]);
  await self.clients.claim();
}

/** Removes a cache of earlier versions, which installations of the same build share: each removes one file of its own, and the last one the cache. */
async function leaveCache(name: string): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(pathOf(FILE_OF_EACH), { ignoreSearch: true });
  const left = await cache.keys();
  if (!left.some(({ url }) => new URL(url).pathname.endsWith(`/${FILE_OF_EACH}`))) await caches.delete(name);
}

/** The cache key for a request; undefined for requests that go to the network. */
function keyFor(request: Request): string | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return undefined;
  // A folder of the public pages serves its index.html, and the folder of this script serves the app.
  return keys.get(pathname) ?? keys.get(pathname.replace(/\/?$/u, '/index.html'));
}

async function answer(key: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const [file, screen] = await Promise.all([cache.match(key), key === keys.get(APP) ? findFirstScreen() : undefined]);
  if (file === undefined) return fetch(request);
  return screen === undefined ? file : insertFirstScreen(file, screen);
}

/**
 * Stores the page again, for the next start, if its Content-Security-Policy has changed. With the earlier policy, the app cannot reach a
 * backend or a captcha that the operator has set up since. Fails without a network.
 */
async function renewPolicy(): Promise<void> {
  const hash = new Map(PRECACHE_FILES).get('index.html') ?? '';
  const [cache, key] = [await caches.open(CACHE), keyOf(APP, hash)];
  const [fresh, stored] = [await fetchExactly(APP, hash), await cache.match(key)];
  if (fresh.headers.get(POLICY) !== stored?.headers.get(POLICY)) await cache.put(key, withoutRedirect(fresh));
}

const POLICY = 'content-security-policy';

/** Stores the list as it now is, or removes it. A lock handles the messages in order, and makes a start wait for messages that came before it. */
const storeFirstScreen = (screen: StoredScreen | null): Promise<unknown> =>
  navigator.locks.request(FIRST_SCREEN.cache, async () => {
    if (screen === null) return caches.delete(FIRST_SCREEN.cache);
    const cache = await caches.open(FIRST_SCREEN.cache);
    return cache.put(FIRST_SCREEN.path, new Response(screen.markup, { headers: { script: screen.script } }));
  });

/** The list as it last was; undefined if it cannot be read. */
async function findFirstScreen(): Promise<StoredScreen | undefined> {
  try {
    return await navigator.locks.request(FIRST_SCREEN.cache, { mode: 'shared' }, async () => {
      const stored = await caches.match(FIRST_SCREEN.path, { cacheName: FIRST_SCREEN.cache });
      return stored && { markup: await stored.text(), script: stored.headers.get('script') ?? '' };
    });
  } catch {
    return undefined;
  }
}

/** Returns the page with the first screen in it, so that the list is there before any script has run (decision 50). */
async function insertFirstScreen(page: Response, { markup, script }: StoredScreen): Promise<Response> {
  const html = await page.text();
  const headers = toOwnHeaders(page);
  // A screen from another build would need that build's files. The replacement is a function, because `$` has a meaning in a string.
  return new Response(html.includes(`"${script}"`) ? html.replace(FIRST_SCREEN_PLACE, () => markup) : html, {
    headers,
  });
}

/**
 * Keeps a text that another app shared until it is added or refused (device/features/sharing.ts), after a text that still waits. It is posted, and
 * answered here, so that it is in no address, no browser history and no server log.
 */
async function keepShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const read = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const title = read('title');
  const text = read('text');
  const cache = await caches.open(SHARED_TEXT.cache);
  // The title of a note or page is no item: the preview reads it as the title of the text.
  const shared = text === '' || title === '' ? title + text : `# ${title}\n${text}`;
  const waiting = (await (await cache.match(SHARED_TEXT.path))?.text()) ?? '';
  const hasOther = waiting !== '' && waiting !== shared;
  await cache.put(SHARED_TEXT.path, new Response(hasOther ? `${waiting}\n${shared}` : shared));
  return Response.redirect('./?do=share', 303);
}

/** The key contains the hash, so that unchanged files of an older build are reused. */
function keyOf(path: string, hash: string): string {
  return `${path}?hash=${hash}`;
}
