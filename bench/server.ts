/** Benchmarks the server next to minimal programs on the same Postgres: `npm run bench:server`. */
import { parseArgs } from 'node:util';
import { isSelected, reportRows, type Row } from './row.ts';
import { measureFanOut } from './server/fan-out.ts';
import { measureHostileLoad } from './server/hostile.ts';
import { measureStart } from './server/start.ts';
import { measureUpserts } from './server/upserts.ts';
import { startStack, type Stack } from './sync/stack.ts';

type Part = readonly [name: string, measure: (stack: Stack) => Promise<readonly Row[]>];

const PARTS: readonly Part[] = [
  ['durable upserts', measureUpserts],
  ['fan-out to 100', (stack) => measureFanOut(stack, 100)],
  ['fan-out to 1,000', (stack) => measureFanOut(stack, 1000)],
];

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } });
const rows: Row[] = [];
if (isSelected('start', values.only)) rows.push(...(await measureStart()));
if (isSelected('hostile load', values.only)) rows.push(...(await measureHostileLoad()));
const wanted = PARTS.filter(([name]) => isSelected(name, values.only));
if (wanted.length > 0) rows.push(...(await measureOnStack(wanted)));
reportRows(rows, values.json);

async function measureOnStack(parts: readonly Part[]): Promise<readonly Row[]> {
  const stack = await startStack();
  const measured: Row[] = [];
  try {
    for (const [, measure] of parts) measured.push(...(await measure(stack)));
  } finally {
    await stack.end();
  }
  return measured;
}
