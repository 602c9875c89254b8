/** The attributes that mark the parts of the list are spelled in one file. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mark, markedAs, MARKS } from '#web/ui/marks.ts';
import { PROJECT } from './planted-project.ts';

const FOLDERS = ['web', 'e2e', 'bench', 'scripts'];

/** Finds attributes of marks that a source file spells, in markup, selectors or `dataset`. */
function findSpelled(text: string): readonly string[] {
  const attributes = Object.values(MARKS);
  const names = 'itemId|categoryId|action|blockKey';
  const spelled = new RegExp(`(?:${attributes.join('|')})(?![\\w-])|dataset(?:\\.|\\[')(?:${names})\\b`, 'gu');
  return [...text.matchAll(spelled)].map(([found]) => found);
}

async function readSources(folder: string): Promise<readonly string[]> {
  const entries = await readdir(path.join(PROJECT, folder), { recursive: true });
  return entries.filter((name) => /\.tsx?$/u.test(name)).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

test('[arch-1] rows, gestures, keys and browser tests import the marks of the list, and none spells one', async () => {
  const files = (await Promise.all(FOLDERS.map(readSources))).flat();
  const checked = files.filter((file) => file !== 'web/ui/marks.ts');
  const spelled = await Promise.all(
    checked.map(async (file) =>
      findSpelled(await readFile(path.join(PROJECT, file), 'utf8')).map((found) => `${file}: ${found}`),
    ),
  );
  expect(spelled.flat()).toEqual([]);
  expect(findSpelled(`<li data-item-id={id}>, '[data-action="tick"]', row.dataset['itemId'], 'data-actions'`)).toEqual([
    'data-item-id',
    'data-action',
    "dataset['itemId",
  ]);
});

test('a mark is set and found by its name, whatever characters its value has', () => {
  expect(mark('itemId', 'a"b')).toEqual({ 'data-item-id': 'a"b' });
  expect(markedAs('itemId', 'a"b\\c')).toBe(String.raw`[data-item-id="a\22 b\5c c"]`);
});
