/** The page's own style sheet, in a small app that is built for it. */
import { expect, test } from 'vitest';
import { inlineStyles } from './inline-styles-plugin.ts';
import { buildApp } from './testing/build-app.ts';

const APP = {
  'index.html': '<!doctype html><script type="module" src="/main.js"></script>',
  'main.js': `import './main.css'; export const word = 'word' + Math.random(); import('./list.js');`,
  'main.css': `p::before { content: '$&' }`,
  'list.js': `console.log('list'); import('./door.js');`,
  // It imports the chunk whose sheet is inlined, and also has a separate sheet.
  'door.js': `import './door.css'; import { word } from './main.js'; console.log('door', word);`,
  'door.css': 'p { color: red }',
};

const plugins = [inlineStyles(['--set'])];

test('the sheet is inlined in the page unchanged, and its file is removed', async () => {
  const files = await buildApp(APP, { plugins });
  expect(files.get('index.html')).toContain('<style>p:before{content:"$&"}');
  expect(files.get('index.html')).not.toContain('stylesheet');
  expect([...files.keys()].filter((name) => name.endsWith('.css'))).toEqual(['door.css']);
});

test('no script asks for the sheet that is not there, and each asks for its own', async () => {
  const files = await buildApp(APP, { plugins });
  expect(files.get('list.js')).toContain('door.css');
  const named = [...files.values()].flatMap((text) => text.match(/[\w-]+\.css/gu) ?? []);
  expect(new Set(named)).toEqual(new Set(['door.css']));
});

test('a token that comes with a later sheet, or with none, ends the build, unless a script sets it', async () => {
  const sheet = `:root { --here: 1px } p { margin: var(--here) var(--set) var(--there) var(--there, 0) }`;
  await expect(buildApp({ ...APP, 'main.css': sheet }, { plugins })).rejects.toThrow(
    "The page's own style sheet lacks --there.",
  );
});
