/** A rule without a test is a bug: docs/product-rules.md must list the tests that prove each rule, and no others. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './planted-project.ts';
import {
  findMissingRules,
  findRuleFaults,
  findStrayCitations,
  parseProductRules,
  type ProductRule,
} from './product-rules.ts';

const readProjectFile = (file: string): string | undefined => {
  const full = path.join(PROJECT, file);
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
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
  const rules = parseProductRules(readProjectFile('docs/product-rules.md') ?? '');

  it('names tests for every rule, and each of them has the rule in a title', () => {
    expect(findRuleFaults(rules, readProjectFile)).toEqual([]);
  });

  it('lists every test whose title has the rule, and only tests that can prove it', () => {
    const files = globSync('{core,client,device,web,server,site,scripts,bench,test,e2e}/**/*.test.{ts,tsx}', {
      cwd: PROJECT,
    });
    const own = files.map((file) => file.replaceAll('\\', '/')).filter((file) => !file.startsWith('test/boundaries/'));
    expect(own.length).toBeGreaterThan(300);
    expect(own.flatMap((file) => findStrayCitations(rules, file, readProjectFile(file) ?? ''))).toEqual([]);
  });

  it('has every product rule', () => {
    expect(findMissingRules(rules, PRODUCT_RULES)).toEqual([]);
  });
});

describe('the table', () => {
  it('is parsed row by row, without its header', () => {
    const markdown = [
      '# Rules',
      '| id | rule | test | code |',
      '| --- | :--- | --- | ---: |',
      '| L6 | Rows hold still | `core/view/a.test.ts`, e2e/b.test.ts | `core/view` |',
    ].join('\n');
    expect(parseProductRules(markdown)).toEqual([
      { id: 'L6', rule: 'Rows hold still', tests: ['core/view/a.test.ts', 'e2e/b.test.ts'], code: '`core/view`' },
    ]);
  });

  it('can have a bar inside a cell', () => {
    expect(parseProductRules('| S1 | drop \\| keep | a.test.ts | core |')[0]?.tests).toEqual(['a.test.ts']);
  });

  it('must have every rule', () => {
    expect(findMissingRules([lineRule({ id: 'L1' })], ['L1', 'L2', 'spec-4.7'])).toEqual(['L2', 'spec-4.7']);
  });
});

describe('a row', () => {
  const cited = "it('[L6] rows hold still', () => {});";

  it('is valid when its id is in a title', () => {
    expect(findRuleFaults([lineRule({})], () => cited)).toEqual([]);
    expect(findRuleFaults([lineRule({})], () => "it.each(table)(\n  '[L5] [L6] sorts %s', () => {});")).toEqual([]);
    expect(findRuleFaults([lineRule({ id: 'spec-4.7' })], () => 'test("[spec-4.7] says so", async () => {});')).toEqual(
      [],
    );
  });

  it('is refused when its id is only in a comment or part of a longer id', () => {
    const fault = 'L6 names a.test.ts, where no test title has [L6]';
    expect(findRuleFaults([lineRule({})], () => "// [L6]\nit('holds still', () => {});")).toEqual([fault]);
    expect(findRuleFaults([lineRule({})], () => "it('[L61] holds still', () => {});")).toEqual([fault]);
  });

  it('is refused when a test file is missing or does not exist', () => {
    expect(findRuleFaults([lineRule({ tests: [] })], () => cited)).toEqual(['L6 names no test file']);
    expect(findRuleFaults([lineRule({ tests: ['gone.test.ts', 'a.test.ts'] })], readOnlyA)).toEqual([
      'L6 names gone.test.ts, which does not exist',
    ]);
  });

  it('is refused when it is repeated, misnamed or empty', () => {
    expect(findRuleFaults([lineRule({}), lineRule({})], () => cited)).toEqual(['L6 has more than one row']);
    expect(findRuleFaults([lineRule({ rule: '', code: '' })], () => cited)).toEqual([
      'L6 has no rule text',
      'L6 names no code',
    ]);
    expect(findRuleFaults([lineRule({ id: 'l six' })], () => "it('[l six]', () => {});")).toEqual([
      'l six is not an id like L6 or spec-4.7',
      'l six names a.test.ts, where no test title has [l six]',
    ]);
  });

  const readOnlyA = (file: string): string | undefined => (file === 'a.test.ts' ? cited : undefined);
});

describe('a test title', () => {
  const cites = (id: string) => `it('[${id}] rows hold still', () => {});`;

  it('can cite a rule that lists its file', () => {
    expect(findStrayCitations([lineRule({})], 'a.test.ts', cites('L6'))).toEqual([]);
  });

  it('is refused when the rule does not exist or does not list the file', () => {
    expect(findStrayCitations([lineRule({})], 'a.test.ts', cites('L7'))).toEqual([
      'a.test.ts cites L7, which is not a rule',
    ]);
    expect(findStrayCitations([lineRule({})], 'b.test.ts', cites('L6'))).toEqual([
      'b.test.ts cites L6, but docs/product-rules.md does not list it there',
    ]);
  });

  it('is refused when a server test cites a rule about the list', () => {
    const rules = [lineRule({ id: 'S2', tests: ['server/a.test.ts'] })];
    expect(findStrayCitations(rules, 'server/a.test.ts', cites('S2'))).toEqual([
      'server/a.test.ts cites S2, which no server test can prove',
    ]);
  });
});

const lineRule = (fields: Partial<ProductRule>): ProductRule => ({
  id: 'L6',
  rule: 'Rows hold still',
  tests: ['a.test.ts'],
  code: 'core/view',
  ...fields,
});
