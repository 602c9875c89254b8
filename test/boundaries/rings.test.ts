/** Nothing imports itself through others: on each level, folders and files can be read from the bottom up. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './planted-project.ts';

const LAYERS = ['core', 'client', 'web', 'server'];

/** The imported files of each file. All are paths from the root. */
type ImportsByFile = ReadonlyMap<string, readonly string[]>;

describe('folders and files', () => {
  it('import each other in no ring of any length', async () => {
    for (const layer of LAYERS) expect(findRings(await readImports(layer))).toEqual([]);
  });

  it('are reported if three folders form a ring', () => {
    const planted = new Map([
      ['server/auth/sign-in.ts', ['server/tokens/sign.ts', 'server/result.ts']],
      ['server/tokens/sign.ts', ['server/settings/keys/read.ts']],
      ['server/settings/keys/read.ts', ['server/auth/names.ts']],
      ['server/auth/names.ts', []],
    ]);
    expect(findRings(planted)).toEqual(['server: auth, settings, tokens']);
  });

  it('are reported if a file and a folder beside it form a ring', () => {
    const planted = new Map([
      ['server/realtime/hub.ts', ['server/realtime/presence/topics.ts', 'server/log/log.ts']],
      ['server/realtime/presence/topics.ts', ['server/realtime/connection.ts']],
      ['server/realtime/connection.ts', ['server/realtime/hub.ts']],
      ['server/log/log.ts', []],
    ]);
    expect(findRings(planted)).toEqual(['server/realtime: connection.ts, hub.ts, presence']);
  });
});

/** Lists the rings of each folder: its entries that reach themselves through other entries. */
function findRings(importsByFile: ImportsByFile): readonly string[] {
  const found = new Set<string>();
  for (const [folder, targetsByEntry] of groupByFolder(importsByFile)) {
    for (const entry of targetsByEntry.keys()) {
      const reached = reach(targetsByEntry, entry);
      const ring = [...reached].filter((other) => reach(targetsByEntry, other).has(entry));
      if (reached.has(entry)) found.add(`${folder}: ${ring.toSorted().join(', ')}`);
    }
  }
  return [...found].toSorted();
}

type Graph = Map<string, Set<string>>;

/** The imports between the entries of each folder. An import connects the entries below the common folder of two files. */
function groupByFolder(importsByFile: ImportsByFile): ReadonlyMap<string, Graph> {
  const graphByFolder = new Map<string, Graph>();
  for (const [file, imports] of importsByFile) {
    for (const imported of imports) {
      const [from, to] = [file.split('/'), imported.split('/')];
      const depth = from.findIndex((name, at) => name !== to[at]);
      const [source, target] = [from[depth], to[depth]];
      if (depth < 1 || source === undefined || target === undefined) continue;
      const folder = from.slice(0, depth).join('/');
      const graph = graphByFolder.get(folder) ?? new Map<string, Set<string>>();
      graphByFolder.set(folder, graph.set(source, (graph.get(source) ?? new Set()).add(target)));
    }
  }
  return graphByFolder;
}

/** The entries that an entry imports, directly or through others. */
function reach(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(start) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!reached.has(next)) waiting.push(...(graph.get(next) ?? []));
    reached.add(next);
  }
  return reached;
}

/** Tests and test helpers can import anything. */
async function readImports(layer: string): Promise<ImportsByFile> {
  const imports = new Map<string, readonly string[]>();
  for (const name of await readdir(path.join(PROJECT, layer), { recursive: true })) {
    const file = path.posix.join(layer, name.replaceAll(path.sep, '/'));
    if (!/\.tsx?$/u.test(file) || /\.test\.tsx?$/u.test(file) || file.includes('/testing/')) continue;
    const text = await readFile(path.join(PROJECT, file), 'utf8');
    const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/gu)].map(
      ([, specifier = '']) => specifier,
    );
    const inside = specifiers.filter((one) => one.startsWith('.') || one.startsWith(`#${layer}/`));
    imports.set(
      file,
      inside.map((one) =>
        one.startsWith('.') ? path.posix.join(path.posix.dirname(file), one) : one.replace(/^#/u, ''),
      ),
    );
  }
  return imports;
}
