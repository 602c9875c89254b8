/** What synchronising costs, beside one WebSocket, one commit and a broadcast: `npm run bench:sync`. */
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import type { SocketServer } from './reference/socket-server.ts';
import { median } from './median.ts';
import { isWanted } from './only.ts';
import { reportRows, toRow } from './row.ts';
import type { Row } from './row.ts';
import type { Places } from './sync/pairs.ts';
import { startRemote } from './sync/remote.ts';
import {
  countDrain,
  measureChange,
  measureDrain,
  measureFirstSync,
  measureStream,
  weighFirstSync,
} from './sync/rows.ts';
import type { Figures } from './sync/rows.ts';
import { startStack } from './sync/stack.ts';

const FIRST_ROWS = 10_000;
const STREAM_TICKS = 2000;
/** A stream is to carry so many changes each second. */
const STREAM_RATE = 3000;

/** What can be asked for alone. */
const measures: Readonly<Record<string, (places: Places) => Promise<readonly Row[]>>> = {
  'change from A to B': async (places) => {
    const figures = await measureChange(places, { batches: 10, ticks: 20 });
    return [toBest('change from A to B, best', figures, 2), toMedian('change from A to B, median', figures, null)];
  },
  drain: async (places) => {
    const { requests, kilobytesUp } = await countDrain(places);
    return [
      toMedian('drain', await measureDrain(places, 5), 2),
      toRow({ name: 'drain, requests', ours: requests, unit: 'requests', reach: 5 }),
      toRow({ name: 'drain, bytes up', ours: kilobytesUp, unit: 'kB', reach: 40 }),
    ];
  },
  'first sync': async (places) => {
    const down = await weighFirstSync(places, FIRST_ROWS);
    return [
      toMedian('first sync', await measureFirstSync(places, { rounds: 5, rows: FIRST_ROWS }), 2),
      toRow({ name: 'first sync, bytes down', ours: down, unit: 'kB', reach: 250 }),
    ];
  },
  stream: async (places) => {
    const { ours, reference } = await measureStream(places, { rounds: 5, ticks: STREAM_TICKS });
    const [each, its] = [median(ours) / STREAM_TICKS, median(reference) / STREAM_TICKS];
    return [
      toRow({
        name: 'stream',
        ours: 1000 / each,
        reference: 1000 / its,
        isRate: true,
        unit: 'per second',
        reach: null,
      }),
      // The limit is a rate, and worse is larger here: so long may each change take.
      toRow({ name: 'stream, each change', ours: each, unit: 'ms', reach: 1000 / STREAM_RATE }),
    ];
  },
};

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } });
const stack = await startStack();
const reference = startRemote<SocketServer>(new URL('reference/socket-server.ts', import.meta.url), [
  stack.databaseUrl,
]);
const sql = postgres(stack.databaseUrl, { max: 2 });
try {
  await reference.call('address');
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(measures)) {
    if (isWanted(name, values.only)) rows.push(...(await measure({ sql, address: stack.server.address, reference })));
  }
  reportRows(rows, values.json);
} finally {
  await sql.end();
  await reference.end();
  await stack.end();
}

function toMedian(name: string, { ours, reference: its }: Figures, reach: number | null): Row {
  return toRow({ name, ours: median(ours), reference: median(its), unit: 'ms', reach });
}

/** Of the best of each: noise of the machine touches it least. */
function toBest(name: string, { ours, reference: its }: Figures, reach: number | null): Row {
  return toRow({ name, ours: Math.min(...ours), reference: Math.min(...its), unit: 'ms', reach });
}
