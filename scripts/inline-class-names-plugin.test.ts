/** Names of classes in the scripts of a small app that is built for it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { build } from 'vite';
import { inlineClassNames } from './inline-class-names-plugin.ts';

let folder = '';

afterEach(() => rm(folder, { recursive: true, force: true }));

const SCRIPT = `import styles from './row.module.css'; console.log(styles['row'], styles['rowDone']);`;
const SHEET = '.row { color: red } .rowDone { color: green } .unused { color: blue }';

test('a name stands where it is used and in no list of names, and its sheet is there', async () => {
  const { script, sheet } = await buildApp(SCRIPT, SHEET);
  expect(script).toMatch(/console\.log\(.row.,.rowDone.\)/u);
  expect(script).not.toContain('unused');
  expect(sheet).toContain('.row{color:red}.rowDone{color:green}.unused');
});

test('a name that is chosen while the app runs is found, too', async () => {
  const { script } = await buildApp(SCRIPT.replace("'row'", 'location.hash'), SHEET);
  expect(script).toContain('unused');
});

test('a name that would be lost ends the build', async () => {
  const built = buildApp(SCRIPT, SHEET.replace('rowDone', 'row-done'));
  await expect(built).rejects.toThrow('no names for classes: row-done');
});

/** Builds an app of one script and one sheet. */
async function buildApp(main: string, rows: string): Promise<{ readonly script: string; readonly sheet: string }> {
  folder = await mkdtemp(path.join(tmpdir(), 'checklist-class-names-'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><script type="module" src="/main.ts"></script>');
  await writeFile(path.join(folder, 'main.ts'), main);
  await writeFile(path.join(folder, 'row.module.css'), rows);
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [inlineClassNames()],
    css: { modules: { generateScopedName: '[local]' } },
    build: { write: false, rolldownOptions: { output: { entryFileNames: '[name].js' } } },
  });
  const output = 'output' in built ? built.output : [];
  const texts = output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)] as const);
  const find = (end: string): string => texts.find(([name]) => name.endsWith(end))?.[1] ?? '';
  return { script: find('.js'), sheet: find('.css') };
}
