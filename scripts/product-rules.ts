/** Compares the rules in docs/product-rules.md with the rule ids in test titles. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PROJECT = path.resolve(import.meta.dirname, '..');
/** A line or two of a wide page. */
const LONGEST_RULE = 300;
const MOST_PATHS = 4;

export type ProductRule = {
  /** A product rule such as `L6`, or a section of the specification such as `spec-4`. */
  readonly id: string;
  readonly rule: string;
  /** Where the code begins. */
  readonly code: string;
};

/** The tests that cite a rule in their titles, for each id. */
export type TestsByRule = ReadonlyMap<string, readonly CitingTest[]>;

export type CitingTest = { readonly file: string; readonly title: string };

/** The rules of the project. */
export const readProductRules = (): readonly ProductRule[] =>
  parseProductRules(readFileSync(path.join(PROJECT, 'docs/product-rules.md'), 'utf8'));

/** The text of each test file of the project by its path from the root, except the tests of these checks. */
export function readTestFiles(): Readonly<Record<string, string>> {
  const files = globSync('{core,client,device,languages,web,server,site,scripts,bench,test,e2e}/**/*.test.{ts,tsx}', {
    cwd: PROJECT,
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('test/boundaries/'));
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(PROJECT, file), 'utf8')]));
}

/** The rows of every table with the columns `id | rule | code`. */
export const parseProductRules = (markdown: string): readonly ProductRule[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(lineToRule)
    .filter(({ id }) => id !== 'id' && !/^:?-+:?$/.test(id));

/** The errors in the table, one message each; empty if every row is complete and has a test. */
export function findRuleFaults(rules: readonly ProductRule[], testsByRule: TestsByRule): readonly string[] {
  const ids = rules.map(({ id }) => id);
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  return [
    ...repeated.map((id) => `${id} has more than one row`),
    ...rules.flatMap((rule) => [
      ...findFormFaults(rule),
      ...(testsByRule.has(rule.id) ? [] : [`${rule.id} is in no test title`]),
    ]),
  ];
}

/** The ids that have no row. */
export function findMissingRules(rules: readonly ProductRule[], wanted: readonly string[]): readonly string[] {
  const listed = new Set(rules.map(({ id }) => id));
  return wanted.filter((id) => !listed.has(id));
}

/** Test titles that cite an unknown rule, or one that their file cannot prove: one message each. */
export function findStrayCitations(rules: readonly ProductRule[], testsByRule: TestsByRule): readonly string[] {
  const known = new Set(rules.map(({ id }) => id));
  return [...testsByRule].flatMap(([id, tests]) =>
    [...new Set(tests.map(({ file }) => file))].flatMap((file) => {
      if (!known.has(id)) return [`${file} cites ${id}, which is not a rule`];
      // The server stores rows without interpreting them, so its tests cannot prove rules about the list.
      const cannotProve = file.startsWith('server/') && /^[LSUD]\d/.test(id);
      return cannotProve ? [`${file} cites ${id}, which no server test can prove`] : [];
    }),
  );
}

/** @param sources the text of each test file, by its path from the root */
export function findTestsByRule(sources: Readonly<Record<string, string>>): TestsByRule {
  const testsByRule = new Map<string, CitingTest[]>();
  for (const [file, source] of Object.entries(sources)) {
    for (const title of readTitles(source)) {
      for (const [, id = ''] of title.matchAll(/\[((?:[A-Z]\d+|spec-[\d.]+))\]/g)) {
        testsByRule.set(id, [...(testsByRule.get(id) ?? []), { file, title }]);
      }
    }
  }
  return testsByRule;
}

function lineToRule(line: string): ProductRule {
  // Markdown escapes a bar inside a cell as \|.
  const [id = '', rule = '', code = ''] = line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  return { id, rule, code };
}

function findFormFaults({ id, rule, code }: ProductRule): readonly string[] {
  return [
    ...(/^(?:[A-Z]\d+|spec-\d+(?:\.\d+)*)$/.test(id) ? [] : [`${id} is not an id like L6 or spec-4.7`]),
    ...(rule === '' ? [`${id} has no rule text`] : []),
    ...(rule.length > LONGEST_RULE ? [`${id} has ${rule.length} characters; ${LONGEST_RULE} are the most`] : []),
    ...(code === '' ? [`${id} names no code`] : []),
    ...(code.split(', ').length > MOST_PATHS ? [`${id} names more than ${MOST_PATHS} places of its code`] : []),
  ];
}

/** The titles in a test file: the first argument of a call. A mention in a comment proves nothing. */
const readTitles = (source: string): readonly string[] =>
  Array.from(
    source.matchAll(/\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>/g),
    ({ groups }) => groups?.['title'] ?? '',
  );
