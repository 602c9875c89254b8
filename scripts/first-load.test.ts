/** The files that count as the first load, on a small test build. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { measureFirstLoad, measureSignedOut } from './first-load.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function build(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'checklist-size-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const page = `<!doctype html>
<link rel="icon" href="/icon.svg"><link rel="manifest" href="/app.webmanifest">
<script>inline()</script>
<script type="module" crossorigin src="./assets/main-1a.js"></script>
<link rel="modulepreload" crossorigin href="./assets/react-2b.js">
<link rel="stylesheet" crossorigin href="./assets/main-3c.css">`;

const files = {
  'index.html': page,
  'assets/main-1a.js': `import{a as b}from"./react-2b.js";import"./side-4d.js";export*from"./again-5e.js";
    const text = 'import "./not-this.js"'; import("./later-6f.js").then(b);`,
  'assets/react-2b.js': 'export const a = 1;',
  'assets/side-4d.js': 'import "./deep-7g.js";',
  'assets/deep-7g.js': 'import "./side-4d.js"; console.log(1);',
  'assets/again-5e.js': 'export const c = 2;',
  'assets/later-6f.js': 'export const d = 3;',
  'assets/main-3c.css': 'body { margin: 0 }',
  'sw.js': 'self',
};

test('the first load is the page, the files it names, and the static imports of its scripts, each once', async () => {
  const measured = await measureFirstLoad(await build(files));
  expect(measured.map(({ path, part }) => `${part} ${path}`).toSorted()).toEqual([
    'own assets/again-5e.js',
    'own assets/deep-7g.js',
    'own assets/main-1a.js',
    'own assets/main-3c.css',
    'own assets/side-4d.js',
    'own index.html',
    'react assets/react-2b.js',
  ]);
});

test('a signed-out visitor also loads the files that the first script names, and their imports', async () => {
  const folder = await build({
    ...files,
    'index.html': page.replace(
      'inline()',
      'load({signedIn:[`./assets/list-7g.js`],signedOut:[`./assets/door-8h.js`,`./assets/door-9i.css`]})',
    ),
    'assets/door-8h.js': 'import "./main-1a.js"; import "./field-0j.js";',
    'assets/door-9i.css': 'p { color: red }',
    'assets/field-0j.js': 'export const e = 4;',
  });
  const measured = await measureSignedOut(folder, await measureFirstLoad(folder));
  expect(measured.map(({ path }) => path)).toEqual(['assets/door-8h.js', 'assets/door-9i.css', 'assets/field-0j.js']);
});

test('a file is measured raw and compressed with gzip', async () => {
  const [first] = await measureFirstLoad(await build(files));
  const gzip = gzipSync(page, { level: 9 }).byteLength;
  expect(first).toEqual({ path: 'index.html', part: 'own', raw: Buffer.byteLength(page), gzip });
});

test('a build with a missing script, or one from another server, is refused', async () => {
  const elsewhere = await build({ 'index.html': '<script src="https://cdn.example/x.js"></script>' });
  await expect(measureFirstLoad(elsewhere)).rejects.toThrow('loads https://cdn.example/x.js from another server');
  const missing = await build({ 'index.html': '<script type="module" src="./assets/gone.js"></script>' });
  await expect(measureFirstLoad(missing)).rejects.toThrow('ENOENT');
});
