/** Reads and writes the recorded rows in bench/results.json. */
import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';

const FILE = new URL('../results.json', import.meta.url);

const rowSchema = v.object({
  figure: v.number(),
  low: v.number(),
  high: v.number(),
  /** Number of runs behind the figure. */
  runs: v.number(),
  unit: v.string(),
  limit: v.nullable(v.number()),
  /** The command that prints the row. */
  command: v.string(),
});

export type RecordedRow = v.InferOutput<typeof rowSchema>;
export type Results = Readonly<Record<string, RecordedRow>>;

/** Returns the rows by name, or none if the file does not exist. */
export async function readResults(): Promise<Results> {
  const text = await readFile(FILE, 'utf8').catch(() => '{}');
  return v.parse(v.record(v.string(), rowSchema), JSON.parse(text));
}

/** Writes the rows sorted by name, so that two recordings can be compared line by line. */
export async function writeResults(results: Results): Promise<void> {
  const rows = Object.entries(results).toSorted(([a], [b]) => a.localeCompare(b));
  await writeFile(FILE, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}
