/** Compares the table in docs/product-rules.md with the rule ids in test titles. */

export type ProductRule = {
  /** A product rule such as `L6`, or a section of the specification such as `spec-4`. */
  readonly id: string;
  readonly rule: string;
  /** Paths of the test files that prove it, from the root. */
  readonly tests: readonly string[];
  /** The location of the code. */
  readonly code: string;
};

/** Returns the text of a test file, or undefined if it does not exist. */
export type ReadTest = (file: string) => string | undefined;

/** The rows of every table with the columns `id | rule | test | code`. */
export const parseProductRules = (markdown: string): readonly ProductRule[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(lineToRule)
    .filter(({ id }) => id !== 'id' && !/^:?-+:?$/.test(id));

/** The errors in the table, one message each; empty if every row has its proof. */
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
  // Markdown escapes a bar inside a cell as \|.
  const [id = '', rule = '', tests = '', code = ''] = line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  return { id, rule, tests: tests.match(/[\w./-]+\.tsx?/g) ?? [], code };
}

function findFormFaults({ id, rule, code }: ProductRule): readonly string[] {
  return [
    ...(/^(?:[A-Z]\d+|spec-\d+(?:\.\d+)*)$/.test(id) ? [] : [`${id} is not an id like L6 or spec-4.7`]),
    ...(rule === '' ? [`${id} has no rule text`] : []),
    ...(code === '' ? [`${id} names no code`] : []),
  ];
}

function findProofFaults({ id, tests }: ProductRule, readTest: ReadTest): readonly string[] {
  if (tests.length === 0) return [`${id} names no test file`];
  return tests.flatMap((file) => {
    const source = readTest(file);
    if (source === undefined) return [`${id} names ${file}, which does not exist`];
    return citedRules(source).includes(id) ? [] : [`${id} names ${file}, where no test title has [${id}]`];
  });
}

/**
 * Test titles that cite a rule without being listed as its proof, or that cannot prove it: one message each.
 * @param file path of a test file from the root
 */
export function findStrayCitations(rules: readonly ProductRule[], file: string, source: string): readonly string[] {
  return citedRules(source).flatMap((id) => {
    const rule = rules.find((row) => row.id === id);
    if (rule === undefined) return [`${file} cites ${id}, which is not a rule`];
    // The server stores rows without interpreting them, so its tests cannot prove rules about the list.
    if (file.startsWith('server/') && /^[LSUD]\d/.test(id))
      return [`${file} cites ${id}, which no server test can prove`];
    return rule.tests.includes(file) ? [] : [`${file} cites ${id}, but docs/product-rules.md does not list it there`];
  });
}

/** The rule ids in a file's test titles. A title is the first argument of a call; a mention in a comment proves nothing. */
function citedRules(source: string): readonly string[] {
  const titles = [...source.matchAll(/\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>/g)];
  const ids = titles.flatMap(({ groups }) => [
    ...(groups?.['title'] ?? '').matchAll(/\[((?:[A-Z]\d+|spec-[\d.]+))\]/g),
  ]);
  return [...new Set(ids.map(([, id = '']) => id))];
}
