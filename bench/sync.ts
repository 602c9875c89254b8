/** What synchronising costs, beside one WebSocket, one commit and a broadcast: `npm run bench:sync`. */
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import type { SocketServer } from './reference/socket-server.ts';
import { median } from './median.ts';
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

const { values } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } });
const stack = await startStack();
const reference = startRemote<SocketServer>(new URL('reference/socket-server.ts', import.meta.url), [
  stack.databaseUrl,
]);
const sql = postgres(stack.databaseUrl, { max: 2 });
try {
  await reference.call('address');
  const rows = await measureAll({ sql, address: stack.server.address, reference });
  if (values.json) console.log(JSON.stringify(rows));
  else console.table(rows);
} finally {
  await sql.end();
  await reference.end();
  await stack.end();
}

async function measureAll(places: Places): Promise<Record<string, unknown>> {
  const measures: Record<string, () => Promise<unknown>> = {
    'change A to B': async () => toRow(await measureChange(places, { batches: 10, ticks: 20 })),
    drain: async () => ({ ...toRow(await measureDrain(places, 5)), ...(await countDrain(places)) }),
    'first sync': async () => ({
      ...toRow(await measureFirstSync(places, { rounds: 5, rows: FIRST_ROWS })),
      bytesDown: await weighFirstSync(places, FIRST_ROWS),
    }),
    stream: async () => {
      const row = toRow(await measureStream(places, { rounds: 3, ticks: STREAM_TICKS }));
      return { ...row, perSecond: Math.round((1000 * STREAM_TICKS) / row.ours) };
    },
  };
  const rows: Record<string, unknown> = {};
  for (const [name, measure] of Object.entries(measures)) {
    if (values.only === undefined || name.startsWith(values.only)) rows[name] = await measure();
  }
  return rows;
}

/** Medians in milliseconds; the ratio also of the best of each, which noise of the machine touches least. */
function toRow({ ours, reference: its }: Figures) {
  const row = { ours: median(ours), reference: median(its), best: Math.min(...ours), bestReference: Math.min(...its) };
  return { ...row, ratio: row.ours / row.reference, bestRatio: row.best / row.bestReference };
}
