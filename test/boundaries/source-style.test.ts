/** Checks style rules that the linter cannot check, on every source file of the project. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBareExceptions, hasOpeningSentence } from './source-style.ts';
import { PROJECT } from './planted-project.ts';

const FOLDERS = ['core', 'client', 'device', 'languages', 'web', 'server', 'site', 'scripts', 'bench', 'test', 'e2e'];

describe('every source file', () => {
  it('starts with a sentence about its purpose', async () => {
    const sources = await readSources();
    expect(
      sources.filter(({ file, text }) => !isTest(file) && !hasOpeningSentence(text)).map(({ file }) => file),
    ).toEqual([]);
  });

  it('gives the reason for each lint exception on the line above', async () => {
    const sources = await readSources();
    const bare = sources.flatMap(({ file, text }) => findBareExceptions(text).map((line) => `${file}:${line}`));
    expect(bare).toEqual([]);
  });
});

describe('an opening sentence', () => {
  it.each(['/** What it is for. */\n', '/**\n * What it is for.\n */', '#!/usr/bin/env node\n/** What it does. */\n'])(
    'is found in %j',
    (source) => {
      expect(hasOpeningSentence(source)).toBe(true);
    },
  );

  it.each(["import a from 'a';\n", '// A remark.\n', '', '/** */'])('is missed in %j', (source) => {
    expect(hasOpeningSentence(source)).toBe(false);
  });
});

describe('an exception', () => {
  it('is bare without a comment above it', () => {
    expect(findBareExceptions('const a = 1;\n// oxlint-disable-next-line a/b\n')).toEqual([2]);
    expect(findBareExceptions('// oxlint-disable-next-line a/b\n// oxlint-disable-next-line a/c\n')).toEqual([1, 2]);
  });

  it('is accepted with its reason on the line above', () => {
    expect(findBareExceptions('// React asks for a class here.\n// oxlint-disable-next-line a/b\n')).toEqual([]);
    expect(findBareExceptions('{/* The list names it. */}\n{/* oxlint-disable-next-line a/b */}\n')).toEqual([]);
  });
});

type Source = { readonly file: string; readonly text: string };

async function readSources(): Promise<readonly Source[]> {
  const roots = await readdir(PROJECT);
  const found = await Promise.all(roots.filter((name) => FOLDERS.includes(name)).map(listSources));
  const files = [...roots.filter((name) => name.endsWith('.config.ts')), ...found.flat()];
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(path.join(PROJECT, file), 'utf8') })));
}

async function listSources(folder: string): Promise<readonly string[]> {
  const names = await readdir(path.join(PROJECT, folder), { recursive: true });
  const files = names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  return files.filter(
    (file) => /\.(?:ts|tsx|js)$/.test(file) && !/^(?:test\/boundaries\/violations|web\/public)\//.test(file),
  );
}

const isTest = (file: string): boolean => /^(?:test|e2e)\/|\.test\.tsx?$/.test(file);
