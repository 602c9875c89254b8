/** Benchmarks sync next to a plain WebSocket server with one commit and a broadcast: `npm run bench:sync`. */
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import type { SocketServer } from './reference/socket-server.ts';
import { isSelected, median, reportRows, toRow, type Row } from './row.ts';
import type { BenchSetup } from './sync/device-pairs.ts';
import { startRpcProcess } from './sync/rpc-process.ts';
import {
  countDrain,
  measureChange,
  measureDrain,
  measureFirstSync,
  weighFirstSync,
  type Figures,
} from './sync/measure-sync.ts';
import { startStack } from './sync/stack.ts';

const FIRST_ROWS = 10_000;

/** The parts that `--only` can select. */
const measures: Readonly<Record<string, (setup: BenchSetup) => Promise<readonly Row[]>>> = {
  'change from A to B': async (setup) => {
    const figures = await measureChange(setup, { batches: 10, ticks: 20 });
    return [toBest('change from A to B, best', figures, 8), toMedian('change from A to B, median', figures, null)];
  },
  drain: async (setup) => {
    const { requests, kilobytesUp } = await countDrain(setup);
    return [
      toMedian('drain', await measureDrain(setup, 5), 2),
      toRow({ name: 'drain, requests', ours: requests, unit: 'requests', limit: 5 }),
      toRow({ name: 'drain, bytes up', ours: kilobytesUp, unit: 'kB', limit: 40 }),
    ];
  },
  'first sync': async (setup) => {
    const down = await weighFirstSync(setup, FIRST_ROWS);
    return [
      toMedian('first sync', await measureFirstSync(setup, { rounds: 5, rows: FIRST_ROWS }), 2),
      toRow({ name: 'first sync, bytes down', ours: down, unit: 'kB', limit: 250 }),
    ];
  },
};

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } });
const stack = await startStack();
const socketServer = startRpcProcess<SocketServer>(new URL('reference/socket-server.ts', import.meta.url), [
  stack.databaseUrl,
]);
const sql = postgres(stack.databaseUrl, { max: 2 });
try {
  await socketServer.call('address');
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(measures)) {
    if (isSelected(name, values.only))
      rows.push(...(await measure({ sql, address: stack.server.address, reference: socketServer })));
  }
  reportRows(rows, values.json);
} finally {
  await sql.end();
  await socketServer.end();
  await stack.end();
}

function toMedian(name: string, { ours, reference }: Figures, limit: number | null): Row {
  return toRow({ name, ours: median(ours), reference: median(reference), unit: 'ms', limit });
}

/** Compares the best of both sides, which the machine's noise affects least. */
function toBest(name: string, { ours, reference }: Figures, limit: number | null): Row {
  return toRow({ name, ours: Math.min(...ours), reference: Math.min(...reference), unit: 'ms', limit });
}
