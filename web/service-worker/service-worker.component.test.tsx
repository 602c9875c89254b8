/** Tests of the caches of two installations on one host name. What the worker answers is tested in answers.component.test.tsx and e2e/offline/. */
import { afterEach, expect, test, vi } from 'vitest';

const WORKER = new URL('service-worker.ts', import.meta.url).href;
let runs = 0;

let served = (): Response => new Response();

afterEach(() => {
  served = () => new Response();
  vi.unstubAllGlobals();
});

test('[P10] a new version deletes the earlier files of its own folder, and none of another installation on the host', async () => {
  const host: Host = new Map();
  await install('/', 'r1', host);
  await install('/list/', 'l1', host);
  await install('/list/', 'l2', host);
  expect([...host.keys()]).toEqual(['app / r1', 'app /list/ l2']);
  await install('/', 'r2', host);
  expect([...host.keys()]).toEqual(['app /list/ l2', 'app / r2']);
});

test('[P10] a new version also deletes what its folder has from versions whose caches were named without it', async () => {
  const host: Host = new Map([
    ['checklist-mine', filesOf('/list/')],
    ['checklist-both', new Map([...filesOf('/'), ...filesOf('/list/')])],
    ['checklist-other', filesOf('/')],
    ['checklist-incomplete', new Map()],
    ['first-screen', new Map()],
  ]);
  await install('/list/', 'l1', host);
  // Workers of those versions delete every other cache whose name starts with `checklist-`.
  expect([...host.keys()]).toEqual(['checklist-both', 'checklist-other', 'first-screen', 'app /list/ l1']);
  expect([...(host.get('checklist-both') ?? [])]).toEqual(expect.arrayContaining([...filesOf('/')]));
  await install('/', 'r1', host);
  expect([...host.keys()]).toEqual(['first-screen', 'app /list/ l1', 'app / r1']);
});

test('[D6] a file that the host redirects is stored without the redirect, and so is one of an earlier build', async () => {
  const host: Host = new Map([['app /list/ l1', new Map([[PAGE_KEY, redirected()]])]]);
  await install('/list/', 'l2', host);
  const read = (cache: string) => {
    const stored = host.get(cache)?.get(PAGE_KEY);
    return [stored?.redirected, stored?.headers.get('content-type'), stored?.headers.get('content-encoding')];
  };
  expect(read('app /list/ l2')).toEqual([false, 'text/html', null]);
  host.clear();
  served = redirected;
  await install('/list/', 'l3', host);
  expect(read('app /list/ l3')).toEqual([false, 'text/html', null]);
});

const PAGE_KEY = 'https://home.example/list/index.html?hash=e3b0c44298fc';

/** What `fetch` returns after it has followed a redirect. */
const redirected = (): Response =>
  Object.defineProperty(
    new Response('', { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' } }),
    'redirected',
    { value: true },
  );

const filesOf = (folder: string): Map<string, Response> =>
  new Map(
    ['index.html', 'first-screen.js', 'site/help/index.html'].map((file) => [
      `https://home.example${folder}${file}?hash=0`,
      new Response(),
    ]),
  );

/** What a host name has in the cache storage: the answers by address, by the name of the cache. */
type Host = Map<string, Map<string, Response>>;

type Install = { readonly waitUntil: (work: Promise<void>) => void };

/** Installs and activates the worker of a build in a folder. */
async function install(folder: string, build: string, host: Host): Promise<void> {
  const listeners = new Map<string, (event: Install) => void>();
  const location = new URL(`https://home.example${folder}sw.js`);
  vi.stubGlobal('self', {
    location,
    clients: { claim: () => Promise.resolve() },
    addEventListener: (type: string, listener: (event: Install) => void) => listeners.set(type, listener),
  });
  vi.stubGlobal('caches', cachesOf(host, location));
  vi.stubGlobal('BUILD_ID', build);
  // Of the SHA-256 of no bytes.
  vi.stubGlobal('PRECACHE_FILES', [['index.html', 'e3b0c44298fc']]);
  vi.stubGlobal('fetch', () => Promise.resolve(served()));
  runs += 1;
  // By its address: the worker is compiled without the page's types, and this test with them.
  await import(/* @vite-ignore */ `${WORKER}?install=${runs}`);
  for (const type of ['install', 'activate']) {
    const work: Promise<void>[] = [];
    listeners.get(type)?.({ waitUntil: (started) => work.push(started) });
    expect(work).toHaveLength(1);
    await Promise.all(work);
  }
}

/** The part of the cache storage that these steps use. */
function cachesOf(host: Host, base: URL): object {
  const toKey = (path: string): string => new URL(path, base).href;
  return {
    keys: async () => [...host.keys()],
    delete: async (name: string) => host.delete(name),
    async open(name: string) {
      const stored = host.get(name) ?? new Map<string, Response>();
      host.set(name, stored);
      return {
        put: async (path: string, response: Response) => stored.set(toKey(path), response),
        keys: async () => [...stored.keys()].map((url) => ({ url })),
        async delete(path: string) {
          const found = [...stored.keys()].filter((key) => key.replace(/\?.*$/u, '') === toKey(path));
          for (const key of found) stored.delete(key);
        },
      };
    },
    match: async (path: string) => [...host.values()].find((stored) => stored.has(toKey(path)))?.get(toKey(path)),
  };
}
