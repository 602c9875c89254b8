/** Runs the benchmark programs with `--json` and reads their rows. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';

export type Program = {
  readonly name: 'ui' | 'sync' | 'server';
  /** The part to run; all parts if missing. */
  readonly only?: string;
};

/** All programs. */
export const PROGRAMS: readonly Program[] = [{ name: 'ui' }, { name: 'sync' }, { name: 'server' }];

/** A figure that a machine cannot measure, such as the CPU time of processes outside of Linux, is null. */
const rowsSchema = v.record(
  v.string(),
  v.object({ figure: v.nullable(v.number()), unit: v.string(), limit: v.nullable(v.number()) }),
);

export type PrintedRows = v.InferOutput<typeof rowsSchema>;

/** The command line of a program. */
export function toCommand({ name, only }: Program): string {
  const end = only === undefined ? '' : ` -- --only ${only.includes(' ') ? `"${only}"` : only}`;
  return `npm run bench:${name}${end}`;
}

/** Runs a program once. Rejects with its output if it fails. */
export async function runProgram({ name, only }: Program): Promise<PrintedRows> {
  const file = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  const words = [file, '--json', ...(only === undefined ? [] : ['--only', only])];
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 50_000_000 });
  return v.parse(rowsSchema, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}
