/** The page's first script, in a small test build. */
import { expect, test } from 'vitest';
import { firstScript } from './first-script-plugin.ts';
import { buildApp } from './testing/build-app.ts';

const PAGE = `<!doctype html>
<script>
  // A comment that the build removes.
  preload(SIGNED_OUT_FILES);
</script>
<template>FIRST_CARD</template>
<script type="module" src="/main.js"></script>`;

const CARD = 'web/sign-in/screen/first-card.tsx';

/** Builds the app and returns its page. */
async function buildPage(files: Readonly<Record<string, string>>): Promise<string> {
  const built = await buildApp(files, { plugins: [firstScript({ entry: 'signed-out.js', card: CARD })] });
  return built.get('index.html') ?? '';
}

test('lists the chunk of the signed-out screens, its imports and style sheets, without the files that the page names', async () => {
  const page = await buildPage({
    'index.html': PAGE,
    'main.js': `import { word } from './word.js'; import('./signed-out.js'); import('./list.js'); console.log(word);`,
    'word.js': `export const word = 'word' + Math.random();`,
    'signed-out.js': `import './signed-out.css'; import { field } from './field.js'; import { word } from './word.js'; console.log(field, word);`,
    'signed-out.css': 'p { color: red }',
    'list.js': `import { field } from './field.js'; console.log('list', field);`,
    'field.js': `export const field = 'field' + Math.random();`,
  });
  expect(page).toContain(
    '<script>preload({sheets:[`/signed-out.css`],scripts:[`/first-screen.js`],chunks:[`/signed-out.js`,`/field.js`]});</script>',
  );
});

test('writes the sign-in card into the page', async () => {
  const page = await buildPage({
    'index.html': PAGE,
    'main.js': `import('./signed-out.js');`,
    'signed-out.js': 'console.log(1);',
  });
  const card = /<template>(?<markup>.*)<\/template>/u.exec(page)?.groups?.['markup'] ?? '';
  expect(card).toContain('type="submit">Sign In</button>');
  expect(card).toContain('>Try Demo</button>');
});

test('a build in which those screens have no separate chunk is refused', async () => {
  await expect(buildPage({ 'index.html': PAGE, 'main.js': '' })).rejects.toThrow('signed-out.js has no separate chunk');
});
