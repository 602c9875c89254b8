/** Proves that the linter and the compiler refuse every planted violation and accept clean files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// The settings are in the root folder, for which there is no import alias.
// oxlint-disable-next-line import/no-relative-parent-imports
import lintSettings from '../../oxlint.config.ts';
import {
  COMPILED_LAYERS,
  plantProject,
  readPlantedFiles,
  type PlantedFile,
  type PlantedProject,
} from './planted-project.ts';
import { runCompiler, runOxlint, typeStyles, type Refusal } from './run-tool.ts';
import {
  COMPILER_USES,
  COMPILER_USES_TEXT,
  LINT_USES,
  LINT_USES_TEXT,
  nameCompilerUse,
  nameLintUse,
  refusedByCompiler,
  refusedByLint,
} from './uses.ts';

const repeat = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Violations that are too long to read. */
const OVERSIZED: readonly PlantedFile[] = [
  {
    file: 'core/long-file.ts',
    text: repeat(301, (at) => `export const weight${at} = ${at};`),
    rules: ['eslint/max-lines'],
  },
  {
    file: 'core/long-function.ts',
    text: `export function add(list: number[]): void {\n${repeat(39, (at) => `list.push(${at});`)}\n}`,
    rules: ['eslint/max-lines-per-function'],
  },
  {
    file: 'core/tangled.ts',
    text: `export function grade(weight: number): number {\n${repeat(8, (at) => `if (weight > ${at}) return ${at};`)}\nreturn 9;\n}`,
    rules: ['eslint/complexity'],
  },
  {
    file: 'web/basket/long-component.tsx',
    text: `export const Long = () => (\n<ul>\n${repeat(78, (at) => `<li>{${at}}</li>`)}\n</ul>\n);`,
    rules: ['eslint/max-lines-per-function'],
  },
];
const planted = [...(await readPlantedFiles()), ...OVERSIZED];
const clean = planted.filter(({ rules }) => rules.length === 0);
const isForCompiler = ({ rules }: PlantedFile): boolean => rules.some((rule) => rule.startsWith('TS'));

const uses = [
  ...Object.keys(LINT_USES).map((file) => ({ file, text: LINT_USES_TEXT })),
  ...Object.keys(COMPILER_USES).map((file) => ({ file, text: COMPILER_USES_TEXT })),
];

let project: PlantedProject;
let byLinter: readonly Refusal[];
let byCompiler: readonly Refusal[];

beforeAll(async () => {
  project = await plantProject([...planted, ...uses]);
  await typeStyles(project.root);
  [byLinter, byCompiler] = await Promise.all([runOxlint(project.root), runCompiler(project.root, COMPILED_LAYERS)]);
}, 120_000);
afterAll(async () => project.remove());

describe('the linter', () => {
  it.each(planted.filter((file) => !isForCompiler(file)))('refuses or accepts $file as planned: $rules', (file) => {
    expect(rulesAgainst(byLinter, file)).toEqual(file.rules);
  });

  it.each(Object.entries(LINT_USES))('refuses in %s what its layer must not use, and nothing else', (file, place) => {
    const boundaries = byLinter.filter(({ rule }) => /^eslint\/no-restricted-(?:imports|globals)$/u.test(rule));
    expect(linesIn(boundaries, file).map(nameLintUse)).toEqual(refusedByLint(place));
  });

  it('has a planted violation of every rule that oxlint.config.ts turns on by name', () => {
    const refused = new Set(byLinter.map(({ rule }) => rule));
    expect(namedRules().filter((rule) => !refused.has(rule))).toEqual([]);
  });
});

describe('the compiler', () => {
  it.each([...clean, ...planted.filter(isForCompiler)])('refuses or accepts $file as planned: $rules', (file) => {
    expect(rulesAgainst(byCompiler, file)).toEqual(file.rules);
  });

  it.each(Object.entries(COMPILER_USES))(
    'refuses in %s what its layer must not use, and nothing else',
    (file, accepted) => {
      expect(linesIn(byCompiler, file).map(nameCompilerUse)).toEqual(refusedByCompiler(accepted));
    },
  );
});

const rulesAgainst = (refusals: readonly Refusal[], { file }: PlantedFile): readonly string[] =>
  [...new Set(refusals.filter((refusal) => refusal.file === file).map(({ rule }) => rule))].toSorted();

const linesIn = (refusals: readonly Refusal[], file: string): readonly number[] =>
  [...new Set(refusals.filter((refusal) => refusal.file === file).map(({ line }) => line))].toSorted((a, b) => a - b);

function namedRules(): readonly string[] {
  const sets = [lintSettings.rules, ...lintSettings.overrides.map(({ rules }) => rules)];
  const named = sets.flatMap((rules) => Object.entries(rules ?? {}));
  return [...new Set(named.filter(([, setting]) => [setting].flat()[0] !== 'off').map(([rule]) => rule))];
}
