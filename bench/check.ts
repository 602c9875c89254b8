/**
 * Compares the benchmarks with bench/results.json: `npm run bench:check`. Exits with 1 if a row became worse by more than
 * its noise. `-- --only NAME` selects rows by the start of their names, `-- --program ui` those of one program, and
 * `-- --record` writes the new figures to the file.
 */
import { parseArgs } from 'node:util';
import { summarizeRuns, describeComparison } from './check/compare.ts';
import { PROGRAMS, runProgram, toCommand, type PrintedRows, type Program } from './check/programs.ts';
import { readResults, writeResults, type RecordedRow } from './check/results.ts';

type Measured = Pick<RecordedRow, 'unit' | 'limit' | 'command'> & { readonly figures: number[] };

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
  // Alternate the programs, so that a busy minute of the machine does not affect all runs of one.
  for (const program of programs) {
    console.error(`Run ${run} of ${runs}: ${toCommand(program)}`);
    addRows(program, await runProgram(program));
  }
}
if (record) await recordRows();
else compare();

/** Whether the options select a row. A row that is not recorded yet matches every program. */
function isRowSelected(name: string): boolean {
  const { command } = results[name] ?? {};
  const isOfProgram = chosen === undefined || command === undefined || command.startsWith(`npm run bench:${chosen}`);
  return isOfProgram && (only === undefined || name.startsWith(only));
}

/** The programs that print the selected rows; all programs if none of these rows is recorded yet. */
function choosePrograms(): readonly Program[] {
  const candidates = PROGRAMS.filter(({ name }) => chosen === undefined || name === chosen);
  if (only === undefined) return candidates;
  const commands = Object.keys(results).flatMap((name) => (isRowSelected(name) ? [results[name]?.command] : []));
  const known = candidates.filter((program) => commands.includes(toCommand(program)));
  const names = new Set((known.length > 0 ? known : candidates).map(({ name }) => name));
  return Array.from(names, (name) => ({ name, only }));
}

function addRows(program: Program, rows: PrintedRows): void {
  for (const [name, { figure, unit, limit }] of Object.entries(rows)) {
    if (figure === null || !isRowSelected(name)) continue;
    const row = measured.get(name) ?? { figures: [], unit, limit, command: toCommand({ name: program.name }) };
    row.figures.push(figure);
    measured.set(name, row);
  }
}

/** Replaces the selected rows. Other recorded rows stay; selected rows that were not printed are removed. */
async function recordRows(): Promise<void> {
  const others = Object.entries(results).filter(([name]) => !isRowSelected(name));
  const rows = Array.from(measured, ([name, { figures, ...row }]): [string, RecordedRow] => [
    name,
    { ...summarizeRuns(figures), runs: figures.length, ...row },
  ]);
  await writeResults(Object.fromEntries([...others, ...rows]));
  console.log(`${rows.length} rows recorded.`);
}

function compare(): void {
  const names = new Set([...measured.keys(), ...Object.keys(results).filter(isRowSelected)]);
  const described = Array.from(names, (name) => describeComparison(name, results[name], measured.get(name)?.figures));
  for (const { line } of described) if (line !== null) console.log(line);
  const worse = described.filter(({ isWorse }) => isWorse).length;
  console.log(`${measured.size} rows compared, ${worse} worse.`);
  if (worse > 0) process.exitCode = 1;
}
