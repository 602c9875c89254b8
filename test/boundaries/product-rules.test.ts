/** A rule without a test is a bug: every rule in docs/product-rules.md is in a test title, and every cited rule exists. */
import { describe, expect, it } from 'vitest';
import {
  findMissingRules,
  findRuleFaults,
  findStrayCitations,
  findTestsByRule,
  parseProductRules,
  readProductRules,
  readTestFiles,
  type ProductRule,
} from '#scripts/product-rules.ts';

const numbered = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

/** The rules of the product decisions that are built. */
const PRODUCT_RULES = [
  ...numbered('W', 5),
  ...numbered('L', 16),
  ...numbered('S', 6),
  ...numbered('U', 5),
  ...numbered('Y', 11),
  ...numbered('A', 9),
  ...numbered('D', 8),
  ...numbered('H', 14),
  ...numbered('Q', 7),
  'I3',
  'O6',
  'O8',
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P6',
];

describe('docs/product-rules.md', () => {
  const rules = readProductRules();
  const sources = readTestFiles();
  const testsByRule = findTestsByRule(sources);

  it('has a test for every rule', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(300);
    expect(findRuleFaults(rules, testsByRule)).toEqual([]);
  });

  it('has every rule that a test title cites', () => {
    expect(findStrayCitations(rules, testsByRule)).toEqual([]);
  });

  it('has every product rule', () => {
    expect(findMissingRules(rules, PRODUCT_RULES)).toEqual([]);
  });
});

describe('the table', () => {
  it('is parsed row by row, without its header', () => {
    const markdown = [
      '# Rules',
      '| id | rule | code |',
      '| --- | :--- | ---: |',
      '| L6 | Rows hold still | `core/view` |',
    ].join('\n');
    expect(parseProductRules(markdown)).toEqual([{ id: 'L6', rule: 'Rows hold still', code: '`core/view`' }]);
  });

  it('can have a bar inside a cell', () => {
    expect(parseProductRules('| S1 | drop \\| keep | core |')[0]?.code).toBe('core');
  });

  it('must have every rule', () => {
    expect(findMissingRules([lineRule({ id: 'L1' })], ['L1', 'L2', 'spec-4.7'])).toEqual(['L2', 'spec-4.7']);
  });
});

describe('a row', () => {
  const findFaults = (rules: readonly ProductRule[], source: string) =>
    findRuleFaults(rules, findTestsByRule({ 'a.test.ts': source }));
  const cited = "it('[L6] rows hold still', () => {});";

  it('is valid when its id is in a title', () => {
    expect(findFaults([lineRule({})], cited)).toEqual([]);
    expect(findFaults([lineRule({})], "it.each(table)(\n  '[L5] [L6] sorts %s', () => {});")).toEqual([]);
    expect(findFaults([lineRule({ id: 'spec-4.7' })], 'test("[spec-4.7] says so", async () => {});')).toEqual([]);
  });

  it('is refused when its id is only in a comment or part of a longer id', () => {
    const fault = 'L6 is in no test title';
    expect(findFaults([lineRule({})], "// [L6]\nit('holds still', () => {});")).toEqual([fault]);
    expect(findFaults([lineRule({})], "it('[L61] holds still', () => {});")).toEqual([fault]);
  });

  it('is refused when it is longer than two lines or names many files', () => {
    const [faults, many] = [{ rule: 'Rows. '.repeat(51) }, { code: 'a, b, c, d, e' }].map((fields) =>
      findFaults([lineRule(fields)], cited),
    );
    expect(faults).toEqual(['L6 has 306 characters; 300 are the most']);
    expect(many).toEqual(['L6 names more than 4 places of its code']);
  });

  it('is refused when it is repeated, misnamed or empty', () => {
    expect(findFaults([lineRule({}), lineRule({})], cited)).toEqual(['L6 has more than one row']);
    expect(findFaults([lineRule({ rule: '', code: '' })], cited)).toEqual(['L6 has no rule text', 'L6 names no code']);
    expect(findFaults([lineRule({ id: 'l six' })], cited)).toEqual([
      'l six is not an id like L6 or spec-4.7',
      'l six is in no test title',
    ]);
  });
});

describe('a test title', () => {
  it('is found for each rule that it cites, with its file', () => {
    const testsByRule = findTestsByRule({ 'a.test.ts': "it('[L5] [L6] sorts', () => {});" });
    const test = { file: 'a.test.ts', title: '[L5] [L6] sorts' };
    expect([...testsByRule]).toEqual([
      ['L5', [test]],
      ['L6', [test]],
    ]);
  });

  const findStray = (rules: readonly ProductRule[], file: string, id: string) =>
    findStrayCitations(rules, findTestsByRule({ [file]: `it('[${id}] rows hold still', () => {});` }));

  it('can cite a rule', () => {
    expect(findStray([lineRule({})], 'a.test.ts', 'L6')).toEqual([]);
  });

  it('is refused when the rule does not exist', () => {
    expect(findStray([lineRule({})], 'a.test.ts', 'L7')).toEqual(['a.test.ts cites L7, which is not a rule']);
  });

  it('is refused when a server test cites a rule about the list', () => {
    expect(findStray([lineRule({ id: 'S2' })], 'server/a.test.ts', 'S2')).toEqual([
      'server/a.test.ts cites S2, which no server test can prove',
    ]);
  });
});

const lineRule = (fields: Partial<ProductRule>): ProductRule => ({
  id: 'L6',
  rule: 'Rows hold still',
  code: 'core/view',
  ...fields,
});
