/** The benchmarks as programs: run with `--json`, their rows read. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';

export type Program = {
  readonly name: 'ui' | 'sync' | 'server';
  /** What of it is run; all of it where it is not said. */
  readonly only?: string;
};

/** All there are. The accounts take minutes to fill, and are run only where they are named. */
export const PROGRAMS: readonly Program[] = [
  { name: 'ui' },
  { name: 'sync' },
  { name: 'server' },
  { name: 'server', only: 'accounts' },
];

/** A figure that cannot be had on a machine, such as the CPU of processes, is null. */
const rowsSchema = v.record(
  v.string(),
  v.object({ figure: v.nullable(v.number()), unit: v.string(), reach: v.nullable(v.number()) }),
);

export type PrintedRows = v.InferOutput<typeof rowsSchema>;

/** As one types it. */
export function toCommand({ name, only }: Program): string {
  const end = only === undefined ? '' : ` -- --only ${only.includes(' ') ? `"${only}"` : only}`;
  return `npm run bench:${name}${end}`;
}

/** Runs a program once. Rejects with what it said where it ends badly. */
export async function runProgram({ name, only }: Program): Promise<PrintedRows> {
  const file = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  const words = [file, '--json', ...(only === undefined ? [] : ['--only', only])];
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 50_000_000 });
  return v.parse(rowsSchema, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}
