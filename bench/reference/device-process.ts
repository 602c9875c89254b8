/** The reference's device: a map of rows, one IndexedDB store behind it, and a WebSocket; in a process of its own. */
import { once } from 'node:events';
import { EMPTY_DIFF } from '#core/diff/diff.ts';
import { createEye } from '#bench/sync/eye.ts';
import { moment } from '#bench/sync/moment.ts';
import { preparePage } from '#bench/sync/page.ts';
import { serveRemote } from '#bench/sync/remote.ts';
import type { Driven } from '#bench/sync/driven.ts';
import type { FromServer, ReferenceRow, ToServer } from './wire.ts';

preparePage('');
const address = process.argv[2] ?? '';
const rows = new Map<string, ReferenceRow>();
const eye = createEye();
const disk = await openDisk();
const unsent: ToServer[] = [];
const unacknowledged = new Set<number>();
let socket: WebSocket | null = null;
let isOnline = true;
let lastNumber = 0;

const device: Driven = {
  open: () =>
    new Promise((resolve) => {
      const opened = new WebSocket(address);
      socket = opened;
      opened.addEventListener('message', ({ data }) => {
        // Only our own socket-server.ts answers, and in text.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        void take(JSON.parse(data as string) as FromServer);
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
  async tickEachTurn(ids) {
    const begun = moment();
    for (const id of ids) {
      tick({ id, checked: true });
      await new Promise((resolve) => void setImmediate(resolve));
    }
    return begun;
  },
  change({ ticks, deletes }) {
    const all = device.ids();
    for (const id of all.slice(0, ticks)) tick({ id, checked: true });
    for (const id of all.slice(ticks, ticks + deletes)) patch(id, { deleted: true });
  },
  setOnline(next) {
    isOnline = next;
    if (isOnline) for (const message of unsent.splice(0)) send(message);
    return moment();
  },
  waiting: () => unacknowledged.size + unsent.length,
  whenShown: eye.whenShown,
  whenCounts: eye.whenCounts,
};

serveRemote(device);

function tick({ id, checked }: { readonly id: string; readonly checked: boolean }): number {
  const at = moment();
  patch(id, { checked });
  return at;
}

function patch(id: string, fields: Partial<ReferenceRow>): void {
  const row = rows.get(id);
  if (row !== undefined) write({ ...row, ...fields });
}

function write(row: ReferenceRow): void {
  void disk([row]);
  show([row]);
  const number = (lastNumber += 1);
  unacknowledged.add(number);
  send({ type: 'row', number, row });
}

async function take(message: FromServer): Promise<void> {
  if (message.type === 'taken') {
    unacknowledged.delete(message.number);
    return;
  }
  // As ours: what is shown is kept.
  await disk(message.rows);
  show(message.rows);
}

function show(changed: readonly ReferenceRow[]): void {
  const items = changed.map((row) => {
    const before = rows.get(row.id) ?? { checked: false, deleted: true };
    rows.set(row.id, row);
    return { id: row.id, before, after: row };
  });
  eye.see({ ...EMPTY_DIFF, items });
}

function send(message: ToServer): void {
  if (isOnline) socket?.send(JSON.stringify(message));
  else unsent.push(message);
}

/** Gives what puts rows into the one store there is. */
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
