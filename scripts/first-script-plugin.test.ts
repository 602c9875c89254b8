/** The page's first script, in a small app that is built for it. */
import { expect, test } from 'vitest';
import { firstScript } from './first-script-plugin.ts';
import { buildApp } from './testing/build-app.ts';

const PAGE = `<!doctype html>
<script>
  // Why it is there.
  preload(SIGNED_OUT_FILES);
</script>
<script type="module" src="/main.js"></script>`;

/** Builds the app; gives its page. */
async function buildPage(files: Readonly<Record<string, string>>): Promise<string> {
  const built = await buildApp(files, { plugins: [firstScript('door.js')] });
  return built.get('index.html') ?? '';
}

test('names the chunk of the screens before the list, what it imports and its sheets, but nothing the page names', async () => {
  const page = await buildPage({
    'index.html': PAGE,
    'main.js': `import { word } from './word.js'; import('./door.js'); import('./list.js'); console.log(word);`,
    'word.js': `export const word = 'word' + Math.random();`,
    'door.js': `import './door.css'; import { field } from './field.js'; import { word } from './word.js'; console.log(field, word);`,
    'door.css': 'p { color: red }',
    'list.js': `import { field } from './field.js'; console.log('list', field);`,
    'field.js': `export const field = 'field' + Math.random();`,
  });
  expect(page).toContain('<script>preload([`/door.js`,`/field.js`,`/door.css`]);</script>');
});

test('a build in which those screens have no chunk of their own is refused', async () => {
  await expect(buildPage({ 'index.html': PAGE, 'main.js': '' })).rejects.toThrow('door.js has no chunk of its own');
});
