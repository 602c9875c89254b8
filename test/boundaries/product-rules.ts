/** Compares the rules in docs/product-rules.md with the rule ids in test titles. */

export type ProductRule = {
  /** A product rule such as `L6`, or a section of the specification such as `spec-4`. */
  readonly id: string;
  readonly rule: string;
  /** The location of the code. */
  readonly code: string;
};

/** The paths of the test files that cite a rule in a title, for each id. */
export type TestsByRule = ReadonlyMap<string, readonly string[]>;

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
  return [...testsByRule].flatMap(([id, files]) =>
    files.flatMap((file) => {
      if (!known.has(id)) return [`${file} cites ${id}, which is not a rule`];
      // The server stores rows without interpreting them, so its tests cannot prove rules about the list.
      const cannotProve = file.startsWith('server/') && /^[LSUD]\d/.test(id);
      return cannotProve ? [`${file} cites ${id}, which no server test can prove`] : [];
    }),
  );
}

/** @param sources the text of each test file, by its path from the root */
export function findTestsByRule(sources: Readonly<Record<string, string>>): TestsByRule {
  const testsByRule = new Map<string, string[]>();
  for (const [file, source] of Object.entries(sources)) {
    for (const id of citedRules(source)) testsByRule.set(id, [...(testsByRule.get(id) ?? []), file]);
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
    ...(code === '' ? [`${id} names no code`] : []),
  ];
}

/** The rule ids in a file's test titles. A title is the first argument of a call; a mention in a comment proves nothing. */
function citedRules(source: string): readonly string[] {
  const titles = [...source.matchAll(/\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>/g)];
  const ids = titles.flatMap(({ groups }) => [
    ...(groups?.['title'] ?? '').matchAll(/\[((?:[A-Z]\d+|spec-[\d.]+))\]/g),
  ]);
  return [...new Set(ids.map(([, id = '']) => id))];
}
