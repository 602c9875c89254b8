/** The page's first script, in a small test build. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FIRST_SCREEN_PLACE } from '#client/ports/service-worker.ts';
import { firstScript } from './first-script-plugin.ts';
import { buildApp } from './testing/build-app.ts';

const PAGE = `<!doctype html>
<script>FIRST_SCRIPT</script>
<template>FIRST_CARD</template>
<script type="module" src="/main.js"></script>`;

const SCRIPT = 'web/first-screen/first-script.ts';
const CARD = 'web/sign-in/screen/sign-in-card.tsx';

/** Builds the app and returns its page. */
async function buildPage(files: Readonly<Record<string, string>>): Promise<string> {
  const modules = {
    script: SCRIPT,
    signedIn: ['list.js'],
    signedOut: ['signed-out.js', 'words.js'],
    card: CARD,
  };
  const built = await buildApp(files, { plugins: [firstScript(modules)] });
  return built.get('index.html') ?? '';
}

test('names the chunks that follow, their imports and sheets, without the files that the page names', async () => {
  const page = await buildPage({
    'index.html': PAGE,
    'main.js': `import { word } from './word.js'; import('./signed-out.js'); import('./words.js'); import('./list.js'); console.log(word);`,
    'word.js': `export const word = 'word' + Math.random();`,
    'signed-out.js': `import './signed-out.css'; import { field } from './field.js'; import { word } from './word.js'; console.log(field, word);`,
    'signed-out.css': 'p { color: red }',
    'words.js': `import { word } from './word.js'; console.log('words', word);`,
    'list.js': `import { field } from './field.js'; console.log('list', field);`,
    'field.js': `export const field = 'field' + Math.random();`,
  });
  expect(page).toContain(
    '{sheets:[`./signed-out.css`],scripts:[`./first-screen.js`],chunks:[`./signed-out.js`,`./field.js`,`./words.js`]}',
  );
  expect(page).toContain('{sheets:[],scripts:[],chunks:[`./list.js`,`./field.js`]}');
});

test('writes the sign-in card into the page', async () => {
  const page = await buildPage({
    'index.html': PAGE,
    'main.js': `import('./signed-out.js'); import('./words.js'); import('./list.js');`,
    'signed-out.js': 'console.log(1);',
    'words.js': 'console.log(2);',
    'list.js': 'console.log(3);',
  });
  const card = /<template>(?<markup>.*)<\/template>/u.exec(page)?.groups?.['markup'] ?? '';
  expect(card).toContain('type="submit">Sign In</button>');
  expect(card).toContain('>Try Demo</button>');
});

test.each([
  ['are missing', ''],
  ['are in the first chunk', `import './list.js'; import('./signed-out.js'); import('./words.js');`],
])('a build in which those screens %s is refused', async (_, main) => {
  const files = { 'signed-out.js': 'console.log(1);', 'words.js': 'console.log(2);', 'list.js': 'console.log(3);' };
  const building = buildPage({ 'index.html': PAGE, 'main.js': main, ...files });
  await expect(building).rejects.toThrow('list.js has no separate chunk');
});

test('the page has one place for the stored screen, as the service worker expects it', async () => {
  const page = await readFile('web/index.html', 'utf8');
  expect(page.split(FIRST_SCREEN_PLACE)).toHaveLength(2);
});
