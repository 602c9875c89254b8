/** The page's own style sheet, in a small app that is built for it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { build } from 'vite';
import { inlineStyles } from './inline-styles-plugin.ts';

let folder = '';

afterEach(() => rm(folder, { recursive: true, force: true }));

const APP = {
  'index.html': '<!doctype html><script type="module" src="/main.js"></script>',
  'main.js': `import './main.css'; export const word = 'word' + Math.random(); import('./list.js');`,
  'main.css': `p::before { content: '$&' }`,
  'list.js': `console.log('list'); import('./door.js');`,
  // It imports the chunk whose sheet is in the page, and has a sheet of its own.
  'door.js': `import './door.css'; import { word } from './main.js'; console.log('door', word);`,
  'door.css': 'p { color: red }',
};

/** Builds the app; gives the text of each file by its name. */
async function buildApp(app = APP): Promise<ReadonlyMap<string, string>> {
  folder = await mkdtemp(path.join(tmpdir(), 'checklist-inline-styles-'));
  for (const [name, content] of Object.entries(app)) await writeFile(path.join(folder, name), content);
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [inlineStyles(['--set'])],
    build: {
      write: false,
      rolldownOptions: {
        output: { assetFileNames: '[name][extname]', chunkFileNames: '[name].js', entryFileNames: '[name].js' },
      },
    },
  });
  const output = 'output' in built ? built.output : [];
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]));
}

test('the sheet stands in the page as it is written, and is no file any more', async () => {
  const files = await buildApp();
  expect(files.get('index.html')).toContain('<style>p:before{content:"$&"}');
  expect(files.get('index.html')).not.toContain('stylesheet');
  expect([...files.keys()].filter((name) => name.endsWith('.css'))).toEqual(['door.css']);
});

test('no script asks for the sheet that is not there, and each asks for its own', async () => {
  const files = await buildApp();
  expect(files.get('list.js')).toContain('door.css');
  const named = [...files.values()].flatMap((text) => text.match(/[\w-]+\.css/gu) ?? []);
  expect(new Set(named)).toEqual(new Set(['door.css']));
});

test('a token that comes with a later sheet, or with none, ends the build, unless a script sets it', async () => {
  const sheet = `:root { --here: 1px } p { margin: var(--here) var(--set) var(--there) var(--there, 0) }`;
  await expect(buildApp({ ...APP, 'main.css': sheet })).rejects.toThrow("The page's own style sheet lacks --there.");
});
