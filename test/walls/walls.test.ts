/** Guards the guards: every wall refuses the fault planted against it, and lets clean files through. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPILER_FAULTS, LINT_FAULTS } from './planted-faults.ts';
import { HOUSE, plantHouse, type PlantedHouse } from './planted-house.ts';
import { runCompiler, runOxlint, type Refusal } from './run-tool.ts';

describe('the linter', () => {
  let house: PlantedHouse;
  let refusals: readonly Refusal[];

  beforeAll(async () => {
    house = await plantHouse('lint');
    refusals = await runOxlint(house.root);
  }, 60_000);
  afterAll(async () => house.remove());

  it('is tried on every planted fault', () => {
    expect(house.faults).toEqual(Object.keys(LINT_FAULTS).toSorted());
  });

  it.each(Object.entries(LINT_FAULTS))('refuses %s by %s', (file, rules) => {
    expect(rulesAgainst(refusals, file)).toEqual([rules].flat());
  });

  it('lets the clean files of every floor through', () => {
    expect(refusals.filter(({ file }) => !(file in LINT_FAULTS))).toEqual([]);
  });

  it('is tried on every rule that .oxlintrc.json turns on by name', async () => {
    const tried = new Set(Object.values(LINT_FAULTS).flat());
    const untried = (await namedRules()).filter((rule) => !tried.has(rule));
    expect(untried).toEqual([]);
  });
});

describe('the compiler', () => {
  const floors = ['core', 'client', 'device', 'web', 'web/service-worker', 'server'];
  let house: PlantedHouse;
  let refusals: readonly Refusal[];

  beforeAll(async () => {
    house = await plantHouse('compiler');
    refusals = await runCompiler(house.root, floors);
  }, 60_000);
  afterAll(async () => house.remove());

  it('is tried on every planted fault', () => {
    expect(house.faults).toEqual(Object.keys(COMPILER_FAULTS).toSorted());
  });

  it.each(Object.entries(COMPILER_FAULTS))('refuses %s by %s', (file, rule) => {
    expect(rulesAgainst(refusals, file)).toEqual([rule]);
  });

  it('lets the clean files of every floor through', () => {
    expect(refusals.filter(({ file }) => !(file in COMPILER_FAULTS))).toEqual([]);
  });
});

const rulesAgainst = (refusals: readonly Refusal[], file: string): readonly string[] =>
  [...new Set(refusals.filter((refusal) => refusal.file === file).map(({ rule }) => rule))].toSorted();

type Rules = Readonly<Record<string, string | readonly unknown[]>>;
type LintSettings = { readonly rules: Rules; readonly overrides: readonly { readonly rules: Rules }[] };

async function namedRules(): Promise<readonly string[]> {
  const text = await readFile(path.join(HOUSE, '.oxlintrc.json'), 'utf8');
  // Our own file, whose comments have lines to themselves; another shape fails the test.
  const settings = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')) as LintSettings;
  const named = [settings.rules, ...settings.overrides.map(({ rules }) => rules)].flatMap((rules) =>
    Object.entries(rules),
  );
  return [...new Set(named.filter(([, setting]) => [setting].flat()[0] !== 'off').map(([rule]) => rule))];
}
