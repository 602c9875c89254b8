/**
 * Whether the benchmarks still come out as committed in bench/results.json: `npm run bench:check`. Ends with 1 where a row
 * has lost more than its noise. `-- --only NAME`: rows whose names begin so; `-- --program ui`: those of one program.
 * `-- --record`: commits what comes out now.
 */
import { parseArgs } from 'node:util';
import { keepFigures, tellRow } from './check/compare.ts';
import { PROGRAMS, runProgram, toCommand } from './check/programs.ts';
import type { PrintedRows, Program } from './check/programs.ts';
import { readResults, writeResults } from './check/results.ts';
import type { KeptRow } from './check/results.ts';

type Measured = Pick<KeptRow, 'unit' | 'reach' | 'command'> & { readonly figures: number[] };

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    program: { type: 'string' },
    record: { type: 'boolean', default: false },
    runs: { type: 'string' },
  },
});
const { only, program: chosen, record } = values;
const runs = Number(values.runs ?? (record ? 5 : 3));
const results = await readResults();
const measured = new Map<string, Measured>();
const programs = choosePrograms();
for (let run = 1; run <= runs; run += 1) {
  // One after the other, so that a bad minute of the machine does not meet all runs of one.
  for (const program of programs) {
    console.error(`Run ${run} of ${runs}: ${toCommand(program)}`);
    take(program, await runProgram(program));
  }
}
if (record) await keep();
else compare();

/** Whether a row is asked for; of one that is not committed nobody knows whose it is. */
function isMeant(name: string): boolean {
  const { command } = results[name] ?? {};
  const isOfProgram = chosen === undefined || command === undefined || command.startsWith(`npm run bench:${chosen}`);
  return isOfProgram && (only === undefined || name.startsWith(only));
}

/** Whose rows are wanted; all, where nobody knows yet whose they are. */
function choosePrograms(): readonly Program[] {
  const its = PROGRAMS.filter(({ name }) => chosen === undefined || name === chosen);
  if (only === undefined) return its;
  const commands = Object.keys(results).flatMap((name) => (isMeant(name) ? [results[name]?.command] : []));
  const known = its.filter((program) => commands.includes(toCommand(program)));
  const names = new Set((known.length > 0 ? known : its).map(({ name }) => name));
  return Array.from(names, (name) => ({ name, only }));
}

function take(program: Program, rows: PrintedRows): void {
  for (const [name, { figure, unit, reach }] of Object.entries(rows)) {
    if (figure === null || !isMeant(name)) continue;
    const row = measured.get(name) ?? { figures: [], unit, reach, command: commandOf(name, program) };
    row.figures.push(figure);
    measured.set(name, row);
  }
}

/** Which of all programs prints a row, however it was run just now. */
function commandOf(row: string, { name }: Program): string {
  const part = PROGRAMS.find(
    (program) => program.name === name && program.only !== undefined && row.startsWith(program.only),
  );
  return toCommand(part ?? { name });
}

/** What was not asked for stays; of what was, only what is still there. */
async function keep(): Promise<void> {
  const others = Object.entries(results).filter(([name]) => !isMeant(name));
  const rows = Array.from(measured, ([name, { figures, ...row }]): [string, KeptRow] => [
    name,
    { ...keepFigures(figures), runs: figures.length, ...row },
  ]);
  await writeResults(Object.fromEntries([...others, ...rows]));
  console.log(`${rows.length} rows recorded.`);
}

function compare(): void {
  const names = new Set([...measured.keys(), ...Object.keys(results).filter(isMeant)]);
  const told = Array.from(names, (name) => tellRow(name, results[name], measured.get(name)?.figures));
  for (const { line } of told) if (line !== null) console.log(line);
  const lost = told.filter(({ isLost }) => isLost).length;
  console.log(`${measured.size} rows compared, ${lost} lost.`);
  if (lost > 0) process.exitCode = 1;
}
