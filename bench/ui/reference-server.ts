/** Serves the reference, a list in one file, on a free port. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

const FOLDER = new URL('../reference/', import.meta.url);

/** The service worker of the list in one file: caches the page and serves it from the cache. */
const WORKER = `
  self.addEventListener('install', (event) =>
    event.waitUntil(caches.open('one-file-list').then((cache) => cache.add('/'))),
  );
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith(caches.match('/').then((page) => page ?? fetch(event.request)));
  });
`;

type ReferenceServer = { readonly address: string; readonly stop: () => Promise<void> };
type Files = ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>;

/** Starts the server. It compresses its files, as ours does. */
export async function startReference(): Promise<ReferenceServer> {
  const files = await readFiles();
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip' }).end(file.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function readFiles(): Promise<Files> {
  const oneFile = await readFile(new URL('one-file-list.html', FOLDER));
  return new Map([
    ['/', pack('text/html', oneFile)],
    ['/one-file-worker.js', pack('text/javascript', Buffer.from(WORKER))],
  ]);
}

const pack = (type: string, body: Buffer) => ({ type, body: gzipSync(body) });
