/** Inlining the page's style sheet, in a small test build. */
import { expect, test } from 'vitest';
import { inlineStyles } from './inline-styles-plugin.ts';
import { buildApp } from './testing/build-app.ts';

const APP = {
  'index.html': '<!doctype html><script type="module" src="/main.js"></script>',
  'main.js': `import './main.css'; export const word = 'word' + Math.random(); import('./list.js');`,
  'main.css': `p::before { content: '$&' }`,
  'list.js': `console.log('list'); import('./sign-in.js');`,
  // Imports the chunk whose sheet is inlined, and has a separate sheet.
  'sign-in.js': `import './sign-in.css'; import { word } from './main.js'; console.log('sign-in', word);`,
  'sign-in.css': 'p { color: red }',
};

const plugins = [inlineStyles(['--set'])];

test('the sheet is inlined in the page unchanged, and its file is removed', async () => {
  const files = await buildApp(APP, { plugins });
  expect(files.get('index.html')).toContain('<style>p:before{content:"$&"}');
  expect(files.get('index.html')).not.toContain('stylesheet');
  expect([...files.keys()].filter((name) => name.endsWith('.css'))).toEqual(['sign-in.css']);
});

test('no script requests the removed sheet, and each requests its own', async () => {
  const files = await buildApp(APP, { plugins });
  expect(files.get('list.js')).toContain('sign-in.css');
  const named = [...files.values()].flatMap((text) => text.match(/[\w-]+\.css/gu) ?? []);
  expect(new Set(named)).toEqual(new Set(['sign-in.css']));
});

test('a token that is declared in a later sheet or nowhere fails the build, unless a script sets it', async () => {
  const sheet = `:root { --here: 1px } p { margin: var(--here) var(--set) var(--there) var(--there, 0) }`;
  await expect(buildApp({ ...APP, 'main.css': sheet }, { plugins })).rejects.toThrow(
    "The page's own style sheet lacks --there.",
  );
});
