/** docs/threats.md, compared with the tests that it names. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const page = readFileSync('docs/threats.md', 'utf8');

type Row = { readonly threat: string; readonly proofs: readonly Proof[] };
type Proof = { readonly path: string; readonly title: string };

const rows: readonly Row[] = [...page.matchAll(/^\| (?!threat |---)(.+?) \| .+? \| (.+) \|$/gm)].map(
  ([, threat = '', tests = '']) => ({ threat, proofs: tests.split('<br>').map(readProof) }),
);

function readProof(text: string): Proof {
  const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(text.trim()) ?? [];
  return { path, title };
}

/** As a test's first argument, in whatever quotes it stands. */
function hasTest({ path, title }: Proof): boolean {
  if (!existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  return ["'", '"', '`'].some((quote) =>
    [`(${quote}${title}${quote}`, `\n  ${quote}${title}${quote}`, `\n    ${quote}${title}${quote}`].some((text) =>
      source.includes(text),
    ),
  );
}

describe('[style-30] every threat has a test', () => {
  test('the page has rows, and each threat once', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(new Set(rows.map(({ threat }) => threat)).size).toBe(rows.length);
  });

  test('the summary has the same headings, and can be read in ten minutes', () => {
    const summary = readFileSync('docs/security.md', 'utf8');
    const headings = (text: string): readonly string[] => text.match(/^## .+$/gm) ?? [];
    expect(headings(summary)).toEqual([...headings(page), '## Known limits']);
    expect(summary.split(/\s+/u).length).toBeLessThan(2200);
  });

  test.each(rows)('$threat', ({ proofs }) => {
    expect(proofs.length).toBeGreaterThan(0);
    expect(proofs.filter((proof) => !hasTest(proof))).toEqual([]);
  });

  test('every file of test/security is referenced', () => {
    const named = new Set(rows.flatMap(({ proofs }) => proofs.map(({ path }) => path)));
    const files = globSync('test/security/*.test.ts').filter((path) => path !== 'test/security/threats.test.ts');
    expect(files.filter((path) => !named.has(path))).toEqual([]);
  });
});
