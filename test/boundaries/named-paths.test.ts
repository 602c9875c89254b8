/** Files that documents and comments name must exist, so that no reader searches for a file that was moved. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { PROJECT } from './planted-project.ts';

const ROOT_FOLDERS =
  'core|client|device|web|server|site|scripts|bench|test|e2e|supabase/migrations|supabase/baseline|docs|patches';
const EXTENSIONS = 'tsx?|js|mjs|sql|md|css|html|json|patch';
/** A path from the root, such as `core/list/row.ts`. A path after `#` or `/` is an import or part of a longer path. */
const ROOT_PATH = new RegExp(String.raw`(?<![\w#@/.-])(?:${ROOT_FOLDERS})/[\w./*+-]*[\w*/]`, 'gu');
const CODE_SPAN = /`([^`\n]+)`/gu;
const FILE_NAME = new RegExp(String.raw`^[\w.-]+\.(?:${EXTENSIONS})$`, 'u');
const LINK = /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/gu;
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/|--)/u;

/** Files that a build, an operator or the server creates, and a package with the name of a file. */
const NOT_TRACKED = new Set(['config.json', 'jwks.json', 'sw.js', 'recovery.html', 'ipaddr.js']);

const files = globSync(['*', `{${ROOT_FOLDERS.replaceAll('|', ',')}}/**/*.*`], { cwd: PROJECT }).map((file) =>
  file.replaceAll('\\', '/'),
);
const names = new Set(files.map((file) => path.basename(file)));

describe('a path', () => {
  it('in a document exists', () => {
    const documents = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
    expect(documents.flatMap((file) => findMissing(file, findDocumentPaths))).toEqual([]);
  });

  it('in a comment exists', () => {
    const sources = files.filter((file) => /\.(?:tsx?|js|sql)$/u.test(file) && !file.startsWith('test/boundaries/'));
    expect(sources.flatMap((file) => findMissing(file, findCommentPaths))).toEqual([]);
  });

  it('is found in code spans, links and comments, but not in imports', () => {
    const text =
      'See `core/list/row.ts`, `server/backup/*.test.ts`, [this](../guides/backup.md#top) and https://a.org/web/x.ts';
    expect(findDocumentPaths(text, 'docs/decisions/0001.md')).toEqual([
      'core/list/row.ts',
      'server/backup/*.test.ts',
      'docs/guides/backup.md',
    ]);
    expect(findCommentPaths("import '#core/list/row.ts';\n// As in web/main.tsx.")).toEqual(['web/main.tsx']);
  });
});

test('no two decisions have the same number, and the index lists each one', () => {
  const decisions = files.flatMap((file) => /^docs\/decisions\/(\d{4}-.+)$/u.exec(file)?.[1] ?? []);
  const index = readFileSync(path.join(PROJECT, 'docs/decisions/README.md'), 'utf8');
  expect(Array.from(index.matchAll(LINK), ([, link = '']) => link).toSorted()).toEqual(decisions.toSorted());
  expect(new Set(decisions.map((name) => name.slice(0, 4))).size).toBe(decisions.length);
});

type FindPaths = (text: string, file: string) => readonly string[];

function findMissing(file: string, findPaths: FindPaths): readonly string[] {
  const text = readFileSync(path.join(PROJECT, file), 'utf8');
  return findPaths(text, file)
    .filter((named) => !exists(named))
    .map((named) => `${file} names ${named}, which does not exist`);
}

function findDocumentPaths(text: string, file: string): readonly string[] {
  const spans = Array.from(text.matchAll(CODE_SPAN), ([, span = '']) => span);
  const links = Array.from(text.matchAll(LINK), ([, link = '']) => path.posix.join(path.posix.dirname(file), link));
  return [...spans.flatMap((span) => [...findRootPaths(span), ...(FILE_NAME.test(span) ? [span] : [])]), ...links];
}

const findCommentPaths = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => COMMENT.test(line))
    .flatMap(findRootPaths);

const findRootPaths = (text: string): readonly string[] => Array.from(text.matchAll(ROOT_PATH), ([found]) => found);

function exists(named: string): boolean {
  if (!named.includes('/')) return names.has(named) || NOT_TRACKED.has(named);
  return named.includes('*') ? globSync(named, { cwd: PROJECT }).length > 0 : existsSync(path.join(PROJECT, named));
}

test('no two CSS modules have the same name, because the build names their classes after them', () => {
  const modules = files.filter((file) => file.endsWith('.module.css')).map((file) => path.basename(file));
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.filter((name, at) => modules.indexOf(name) !== at)).toEqual([]);
});
