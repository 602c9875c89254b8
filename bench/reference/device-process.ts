/** The reference device, run as a separate process: a map of rows, one IndexedDB store and a WebSocket. */
import { once } from 'node:events';
import type { RowDiff } from '#core/diff/diff.ts';
import { createListWatcher } from '#bench/sync/list-watcher.ts';
import { monotonicNow } from '#bench/sync/monotonic-now.ts';
import { installFakeBrowser } from '#bench/sync/fake-browser.ts';
import { serveRpc } from '#bench/sync/rpc-process.ts';
import type { BenchDevice } from '#bench/sync/bench-device.ts';
import type { FromServer, ReferenceRow, ToServer } from './messages.ts';

installFakeBrowser('');
const address = process.argv[2] ?? '';
const rows = new Map<string, ReferenceRow>();
const watcher = createListWatcher();
const writeToDisk = await openDisk();
const unsent: ToServer[] = [];
const unacknowledged = new Set<number>();
let socket: WebSocket | null = null;
let isOnline = true;
let lastNumber = 0;

const device: BenchDevice = {
  open: () =>
    new Promise((resolve) => {
      const opened = new WebSocket(address);
      socket = opened;
      opened.addEventListener('message', ({ data }) => {
        // The server is socket-server.ts, which sends only text.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        void receive(JSON.parse(data as string) as FromServer);
      });
      opened.addEventListener('open', () => {
        send({ type: 'all' });
        resolve();
      });
    }),
  ids: () => Array.from(rows.values()).flatMap(({ id, deleted }) => (deleted ? [] : [id])),
  add(count) {
    for (let at = rows.size, end = at + count; at < end; at += 1) {
      const id = `${Date.now()}-${Math.random().toString(16).slice(2).padEnd(16, '0')}`;
      write({ id, name: `Thing number ${at}`, category: 'bench-category', checked: false, deleted: false });
    }
  },
  tick,
  change({ ticks, deletes }) {
    const all = device.ids();
    for (const id of all.slice(0, ticks)) tick({ id, checked: true });
    for (const id of all.slice(ticks, ticks + deletes)) patch(id, { deleted: true });
  },
  setOnline(next) {
    isOnline = next;
    if (isOnline) for (const message of unsent.splice(0)) send(message);
    return monotonicNow();
  },
  waiting: () => unacknowledged.size + unsent.length,
  whenShown: watcher.whenShown,
  whenCounts: watcher.whenCounts,
};

serveRpc(device);

function tick({ id, checked }: { readonly id: string; readonly checked: boolean }): number {
  const at = monotonicNow();
  patch(id, { checked });
  return at;
}

function patch(id: string, fields: Partial<ReferenceRow>): void {
  const row = rows.get(id);
  if (row !== undefined) write({ ...row, ...fields });
}

function write(row: ReferenceRow): void {
  void writeToDisk([row]);
  show([row]);
  const number = (lastNumber += 1);
  unacknowledged.add(number);
  send({ type: 'row', number, row });
}

async function receive(message: FromServer): Promise<void> {
  if (message.type === 'acknowledged') {
    unacknowledged.delete(message.number);
    return;
  }
  // Stores the rows before they are shown, as the app does.
  await writeToDisk(message.rows);
  show(message.rows);
}

function show(changed: readonly ReferenceRow[]): void {
  const items = changed.map((row): RowDiff => {
    const before = rows.get(row.id) ?? { checked: false, deleted: true };
    rows.set(row.id, row);
    return { table: 'items', id: row.id, before, after: row };
  });
  watcher.observe(items);
}

function send(message: ToServer): void {
  if (isOnline) socket?.send(JSON.stringify(message));
  else unsent.push(message);
}

/** Opens the database and returns a function that stores rows. */
async function openDisk(): Promise<(changed: readonly ReferenceRow[]) => Promise<void>> {
  const request = indexedDB.open('reference', 1);
  request.addEventListener('upgradeneeded', () => void request.result.createObjectStore('rows', { keyPath: 'id' }));
  await once(request, 'success');
  return (changed) =>
    new Promise((resolve) => {
      const tx = request.result.transaction('rows', 'readwrite');
      for (const row of changed) tx.objectStore('rows').put(row);
      tx.addEventListener('complete', () => resolve());
    });
}
