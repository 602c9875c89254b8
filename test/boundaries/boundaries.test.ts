/** Proves that the linter and the compiler refuse every planted violation and accept clean files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// The settings are in the root folder, for which there is no import alias.
// oxlint-disable-next-line import/no-relative-parent-imports
import lintSettings from '../../oxlint.config.ts';
import { plantProject, type PlantedProject } from './planted-project.ts';
import { COMPILER_VIOLATIONS, LINT_VIOLATIONS } from './planted-violations.ts';
import { runCompiler, runOxlint, typeStyles, type Refusal } from './run-tool.ts';

describe('the linter', () => {
  let project: PlantedProject;
  let refusals: readonly Refusal[];

  beforeAll(async () => {
    project = await plantProject('lint');
    await typeStyles(project.root);
    refusals = await runOxlint(project.root);
  }, 60_000);
  afterAll(async () => project.remove());

  it('has an expectation for every planted violation', () => {
    expect(project.violations).toEqual(Object.keys(LINT_VIOLATIONS).toSorted());
  });

  it.each(Object.entries(LINT_VIOLATIONS))('refuses %s by %s', (file, rules) => {
    expect(rulesAgainst(refusals, file)).toEqual([rules].flat());
  });

  it('accepts the clean files of every layer', () => {
    expect(refusals.filter(({ file }) => !(file in LINT_VIOLATIONS))).toEqual([]);
  });

  it('has a planted violation of every rule that oxlint.config.ts turns on by name', () => {
    const planted = new Set(Object.values(LINT_VIOLATIONS).flat());
    expect(namedRules().filter((rule) => !planted.has(rule))).toEqual([]);
  });
});

describe('the compiler', () => {
  const layers = ['core', 'client', 'device', 'web', 'web/service-worker', 'server'];
  let project: PlantedProject;
  let refusals: readonly Refusal[];

  beforeAll(async () => {
    project = await plantProject('compiler');
    await typeStyles(project.root);
    refusals = await runCompiler(project.root, layers);
  }, 60_000);
  afterAll(async () => project.remove());

  it('has an expectation for every planted violation', () => {
    expect(project.violations).toEqual(Object.keys(COMPILER_VIOLATIONS).toSorted());
  });

  it.each(Object.entries(COMPILER_VIOLATIONS))('refuses %s by %s', (file, rule) => {
    expect(rulesAgainst(refusals, file)).toEqual([rule]);
  });

  it('accepts the clean files of every layer', () => {
    expect(refusals.filter(({ file }) => !(file in COMPILER_VIOLATIONS))).toEqual([]);
  });
});

const rulesAgainst = (refusals: readonly Refusal[], file: string): readonly string[] =>
  [...new Set(refusals.filter((refusal) => refusal.file === file).map(({ rule }) => rule))].toSorted();

function namedRules(): readonly string[] {
  const sets = [lintSettings.rules, ...lintSettings.overrides.map(({ rules }) => rules)];
  const named = sets.flatMap((rules) => Object.entries(rules ?? {}));
  return [...new Set(named.filter(([, setting]) => [setting].flat()[0] !== 'off').map(([rule]) => rule))];
}
