/** Benchmarks the server next to minimal programs on the same Postgres: `npm run bench:server`. */
import { parseArgs } from 'node:util';
import { isSelected } from './is-selected.ts';
import { reportRows } from './row.ts';
import type { Row } from './row.ts';
import { measureAccounts } from './server/accounts.ts';
import { measureFanOut } from './server/fan-out.ts';
import { measureHostileLoad } from './server/hostile.ts';
import { measureHouseholds } from './server/households.ts';
import { measureIdle } from './server/idle.ts';
import { measureSecondProcess } from './server/second-process.ts';
import { measureSignIns } from './server/sign-ins.ts';
import { measureStatements } from './server/statements.ts';
import { measureStart } from './server/start.ts';
import { measureUpserts } from './server/upserts.ts';
import { startStack } from './sync/stack.ts';
import type { Stack } from './sync/stack.ts';

type Part = readonly [name: string, measure: (stack: Stack) => Promise<readonly Row[]>];

const PARTS: readonly Part[] = [
  ['durable upserts', measureUpserts],
  ['statements', measureStatements],
  ['fan-out to 100', (stack) => measureFanOut(stack, 100)],
  ['fan-out to 1,000', (stack) => measureFanOut(stack, 1000)],
  ['households', measureHouseholds],
  ['idle connections', measureIdle],
  ['second process', measureSecondProcess],
  ['sign-ins', measureSignIns],
];

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } });
const rows: Row[] = [];
if (isSelected('start', values.only)) rows.push(...(await measureStart()));
if (isSelected('hostile load', values.only)) rows.push(...(await measureHostileLoad()));
const wanted = PARTS.filter(([name]) => isSelected(name, values.only));
if (wanted.length > 0) rows.push(...(await measureOnStack(wanted)));
// Runs only when it is named, because filling the database takes minutes.
if (values.only !== undefined && isSelected('accounts', values.only)) rows.push(...(await measureAccounts()));
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
