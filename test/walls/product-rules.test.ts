/** A rule without a test is a bug: docs/product-rules.md may promise only what a test proves by its id. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUSE } from './planted-house.ts';
import { findMissingRules, findRuleFaults, parseProductRules, type ProductRule } from './product-rules.ts';

const readHouseFile = (file: string): string | undefined => {
  const place = path.join(HOUSE, file);
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined;
};

const numbered = (letter: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

/** The rules of the product decisions. */
const PRODUCT_RULES = [
  ...numbered('W', 5),
  ...numbered('L', 12),
  ...numbered('S', 3),
  ...numbered('U', 5),
  ...numbered('Y', 11),
  ...numbered('A', 4),
  ...numbered('D', 7),
];

describe('docs/product-rules.md', () => {
  const rules = parseProductRules(readHouseFile('docs/product-rules.md') ?? '');

  it('names for each rule a test that carries its id', () => {
    expect(findRuleFaults(rules, readHouseFile)).toEqual([]);
  });

  it('has every rule of words, list, saved lists, undo, sync, accounts and device', () => {
    expect(findMissingRules(rules, PRODUCT_RULES)).toEqual([]);
  });
});

describe('the table', () => {
  it('is read row by row, without its head', () => {
    const markdown = [
      '# Rules',
      '| id | rule | test | place |',
      '| --- | :--- | --- | ---: |',
      '| L6 | Rows hold still | `core/view/a.test.ts`, e2e/b.test.ts | `core/view` |',
    ].join('\n');
    expect(parseProductRules(markdown)).toEqual([
      { id: 'L6', rule: 'Rows hold still', tests: ['core/view/a.test.ts', 'e2e/b.test.ts'], place: '`core/view`' },
    ]);
  });

  it('may have a bar within a cell', () => {
    expect(parseProductRules('| S1 | drop \\| keep | a.test.ts | core |')[0]?.tests).toEqual(['a.test.ts']);
  });

  it('must have every rule', () => {
    expect(findMissingRules([lineRule({ id: 'L1' })], ['L1', 'L2', 'spec-4.7'])).toEqual(['L2', 'spec-4.7']);
  });
});

describe('a row', () => {
  const cited = "it('[L6] rows hold still', () => {});";

  it('is well when its id is in a title', () => {
    expect(findRuleFaults([lineRule({})], () => cited)).toEqual([]);
    expect(findRuleFaults([lineRule({})], () => "it.each(table)(\n  '[L5] [L6] sorts %s', () => {});")).toEqual([]);
    expect(findRuleFaults([lineRule({ id: 'spec-4.7' })], () => 'test("[spec-4.7] says so", async () => {});')).toEqual(
      [],
    );
  });

  it('is refused when only a comment or a longer id has it', () => {
    const fault = 'L6 is in no test title of a.test.ts: begin one with [L6]';
    expect(findRuleFaults([lineRule({})], () => "// [L6]\nit('holds still', () => {});")).toEqual([fault]);
    expect(findRuleFaults([lineRule({})], () => "it('[L61] holds still', () => {});")).toEqual([fault]);
  });

  it('is refused when its test file is not named or not there', () => {
    expect(findRuleFaults([lineRule({ tests: [] })], () => cited)).toEqual(['L6 names no test file']);
    expect(findRuleFaults([lineRule({ tests: ['gone.test.ts', 'a.test.ts'] })], readOnlyA)).toEqual([
      'L6 names gone.test.ts, which is not there',
    ]);
  });

  it('is refused when it is there twice, misnamed or empty', () => {
    expect(findRuleFaults([lineRule({}), lineRule({})], () => cited)).toEqual(['L6 has more than one row']);
    expect(findRuleFaults([lineRule({ rule: '', place: '' })], () => cited)).toEqual([
      'L6 does not say its rule',
      'L6 does not name its place',
    ]);
    expect(findRuleFaults([lineRule({ id: 'l six' })], () => "it('[l six]', () => {});")).toEqual([
      'l six is not an id like L6 or spec-4.7',
    ]);
  });

  const readOnlyA = (file: string): string | undefined => (file === 'a.test.ts' ? cited : undefined);
});

const lineRule = (fields: Partial<ProductRule>): ProductRule => ({
  id: 'L6',
  rule: 'Rows hold still',
  tests: ['a.test.ts'],
  place: 'core/view',
  ...fields,
});
