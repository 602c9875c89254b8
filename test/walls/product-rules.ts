/** Reads the table of docs/product-rules.md and finds what it promises but no test proves. */

export type ProductRule = {
  /** `L6` of the product decisions, or `spec-4.7` of the specification. */
  readonly id: string;
  readonly rule: string;
  /** The test files that prove it, as paths from the root. */
  readonly tests: readonly string[];
  /** Where in the code it stands. */
  readonly place: string;
};

/** The text of a test file, or undefined where there is none. */
export type ReadTest = (file: string) => string | undefined;

/** The rows of every table with the columns `id | rule | test | place`. */
export const parseProductRules = (markdown: string): readonly ProductRule[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(lineToRule)
    .filter(({ id }) => id !== 'id' && !/^:?-+:?$/.test(id));

/** What is wrong with the table, one sentence each; empty when every row is proved. */
export function findRuleFaults(rules: readonly ProductRule[], readTest: ReadTest): readonly string[] {
  const ids = rules.map(({ id }) => id);
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  return [
    ...repeated.map((id) => `${id} has more than one row`),
    ...rules.flatMap((rule) => [...findFormFaults(rule), ...findProofFaults(rule, readTest)]),
  ];
}

/** The ids that have no row. */
export function findMissingRules(rules: readonly ProductRule[], wanted: readonly string[]): readonly string[] {
  const listed = new Set(rules.map(({ id }) => id));
  return wanted.filter((id) => !listed.has(id));
}

function lineToRule(line: string): ProductRule {
  // A bar inside a cell is written \|, as Markdown asks.
  const [id = '', rule = '', tests = '', place = ''] = line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  return { id, rule, tests: tests.match(/[\w./-]+\.tsx?/g) ?? [], place };
}

function findFormFaults({ id, rule, place }: ProductRule): readonly string[] {
  return [
    ...(/^(?:[A-Z]\d+|spec-\d+(?:\.\d+)*)$/.test(id) ? [] : [`${id} is not an id like L6 or spec-4.7`]),
    ...(rule === '' ? [`${id} does not say its rule`] : []),
    ...(place === '' ? [`${id} does not name its place`] : []),
  ];
}

function findProofFaults({ id, tests }: ProductRule, readTest: ReadTest): readonly string[] {
  if (tests.length === 0) return [`${id} names no test file`];
  const sources = tests.map((file) => ({ file, source: readTest(file) }));
  const missing = sources
    .filter(({ source }) => source === undefined)
    .map(({ file }) => `${id} names ${file}, which is not there`);
  if (sources.some(({ source }) => source !== undefined && isCited(id, source))) return missing;
  return [...missing, `${id} is in no test title of ${tests.join(', ')}: begin one with [${id}]`];
}

/** A title is a text that is the first argument of a call; a mention in a comment proves nothing. */
const isCited = (id: string, source: string): boolean =>
  [...source.matchAll(/\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>/g)].some(({ groups }) =>
    groups?.['title']?.includes(`[${id}]`),
  );
