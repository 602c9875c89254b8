/** The page about the runtime dependencies, compared with what is installed. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const schema = v.object({ dependencies: v.record(v.string(), v.string()) });
const { dependencies } = v.parse(schema, JSON.parse(readFileSync('package.json', 'utf8')));
const page = readFileSync('docs/decisions/0022-runtime-dependencies.md', 'utf8');

/** Of each row the names and their versions; names that have one version share it. */
function readRow(cell: string): readonly (readonly [string, string])[] {
  const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const versions = cell.match(/\d+\.\d+\.\d+[\w.-]*/g) ?? [];
  return names.map((name, place) => [name, versions[place] ?? versions.at(-1) ?? '']);
}

const rows = [...page.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) => readRow(cell));

test('[arch-5] each runtime dependency has a row with the installed version, and nothing else has one', () => {
  expect(Object.fromEntries(rows)).toEqual(dependencies);
});

test('[arch-5] versions are exact', () => {
  for (const [name, version] of Object.entries(dependencies))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d/)]);
});
