/** Folders import each other in one direction only, so that a folder can be read without those that use it. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './planted-project.ts';

const LAYERS = ['core', 'client', 'device', 'languages', 'web', 'server'];

/** The import specifiers of each file by its path from the root. */
type ImportsByFile = ReadonlyMap<string, readonly string[]>;

describe('sibling folders', () => {
  it('never import each other, in any layer', async () => {
    expect(findMutualImports(await readImports())).toEqual([]);
  });

  it('are reported if they do, at any depth, and for every kind of import', () => {
    const planted = new Map([
      ['server/auth/tokens/issue.ts', ['#server/auth/sessions/read.ts']],
      ['server/auth/sessions/read.ts', ['./cached/rows.ts', '#server/rest/ask.ts']],
      ['server/auth/sessions/cached/rows.ts', ['#server/auth/tokens/issue.ts']],
      ['server/rest/ask.ts', ['#server/log/log.ts', 'node:fs']],
      ['server/log/log.ts', ['./lines.ts']],
    ]);
    expect(findMutualImports(planted)).toEqual(['server/auth: sessions and tokens']);
    expect(readSpecifiers("import './a.ts';\nexport { b } from '#b/c.ts';\nconst d = () => import('./d.ts');")).toEqual(
      ['./a.ts', '#b/c.ts', './d.ts'],
    );
  });
});

/** Pairs of folders in one folder, where each has a file that imports a file of the other. */
function findMutualImports(importsByFile: ImportsByFile): readonly string[] {
  const seen = new Set<string>();
  const mutual = new Set<string>();
  for (const [file, specifiers] of importsByFile) {
    for (const specifier of specifiers) {
      const edge = findEdge(file.split('/'), toPath(file, specifier).split('/'));
      if (edge === null) continue;
      const { parent, from, to } = edge;
      seen.add(`${parent}/${from} ${to}`);
      if (seen.has(`${parent}/${to} ${from}`)) mutual.add(`${parent}: ${[from, to].toSorted().join(' and ')}`);
    }
  }
  return [...mutual].toSorted();
}

/** The two sibling folders that an import connects; null if one of the files is directly in their common folder. */
function findEdge(file: readonly string[], imported: readonly string[]) {
  const depth = file.findIndex((name, at) => name !== imported[at]);
  const [from, to] = [file[depth], imported[depth]];
  if (depth < 1 || depth >= file.length - 1 || depth >= imported.length - 1) return null;
  return from === undefined || to === undefined ? null : { parent: file.slice(0, depth).join('/'), from, to };
}

/** The imported file as a path from the root; packages keep their names. */
const toPath = (file: string, specifier: string): string =>
  specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier.replace(/^#/u, '');

const readSpecifiers = (text: string): readonly string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/gu)].map(([, specifier]) => specifier ?? '');

/** Tests and test helpers can import any folder. */
async function readImports(): Promise<ImportsByFile> {
  const imports = new Map<string, readonly string[]>();
  for (const layer of LAYERS) {
    const names = await readdir(path.join(PROJECT, layer), { recursive: true });
    for (const name of names) {
      const file = path.posix.join(layer, name.replaceAll(path.sep, '/'));
      if (!/\.tsx?$/u.test(file) || /\.test\.tsx?$/u.test(file) || file.includes('/testing/')) continue;
      imports.set(file, readSpecifiers(await readFile(path.join(PROJECT, file), 'utf8')));
    }
  }
  return imports;
}
