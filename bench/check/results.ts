/** The committed rows: bench/results.json. */
import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';

const FILE = new URL('../results.json', import.meta.url);

const rowSchema = v.object({
  figure: v.number(),
  low: v.number(),
  high: v.number(),
  /** Of how many runs. */
  runs: v.number(),
  unit: v.string(),
  reach: v.nullable(v.number()),
  /** What prints the row. */
  command: v.string(),
});

export type KeptRow = v.InferOutput<typeof rowSchema>;
export type Results = Readonly<Record<string, KeptRow>>;

/** Gives the rows by name; none where nothing is committed yet. */
export async function readResults(): Promise<Results> {
  const text = await readFile(FILE, 'utf8').catch(() => '{}');
  return v.parse(v.record(v.string(), rowSchema), JSON.parse(text));
}

/** In the order of their names, so that two recordings can be compared line by line. */
export async function writeResults(results: Results): Promise<void> {
  const rows = Object.entries(results).toSorted(([a], [b]) => a.localeCompare(b));
  await writeFile(FILE, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}
