/** The reference programs on a free port, for as long as a benchmark runs. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { AppServer } from '#bench/app-server.ts';

const FOLDER = new URL('../reference/', import.meta.url);

/** The service worker of the list in one file: keeps the page, and answers with it. */
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

type Files = ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>;

/** The list in one file at `/`, the list in React at `/todo-list.html`; compressed, as ours are. */
export async function startReferences(): Promise<AppServer> {
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
    ...(await buildTodoList()),
  ]);
}

/** Built as the app is: for production, minified. */
async function buildTodoList() {
  const folder = await mkdtemp(path.join(tmpdir(), 'checklist-reference-'));
  const root = FOLDER.pathname;
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: {
          input: path.join(root, 'todo-list.html'),
          output: { entryFileNames: 'todo-list.js', codeSplitting: false },
        },
      },
    });
    const page = await readFile(path.join(folder, 'todo-list.html'));
    const script = await readFile(path.join(folder, 'todo-list.js'));
    return [
      ['/todo-list.html', pack('text/html', page)],
      ['/todo-list.js', pack('text/javascript', script)],
    ] as const;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const pack = (type: string, body: Buffer) => ({ type, body: gzipSync(body) });
