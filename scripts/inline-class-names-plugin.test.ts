/** Names of classes in the scripts of a small app that is built for it. */
import { expect, test } from 'vitest';
import { inlineClassNames } from './inline-class-names-plugin.ts';
import { buildApp } from './testing/build-app.ts';

const SCRIPT = `import styles from './row.module.css'; console.log(styles['row'], styles['rowDone']);`;
const SHEET = '.row { color: red } .rowDone { color: green } .unused { color: blue }';

test('a name stands where it is used and in no list of names, and its sheet is there', async () => {
  const { script, sheet } = await buildRow(SCRIPT, SHEET);
  expect(script).toMatch(/console\.log\(.row.,.rowDone.\)/u);
  expect(script).not.toContain('unused');
  expect(sheet).toContain('.row{color:red}.rowDone{color:green}.unused');
});

test('the sheet is there, too, where nothing is left of the module that brought it', async () => {
  const { script, sheet } = await buildRow(SCRIPT.replace(", styles['rowDone']", ''), SHEET);
  expect(script).toMatch(/console\.log\(.row.\)/u);
  expect(sheet).toContain('.row{color:red}');
});

test('a name that is chosen while the app runs is found, too', async () => {
  const { script } = await buildRow(SCRIPT.replace("'row'", 'location.hash'), SHEET);
  expect(script).toContain('unused');
});

test('a name that would be lost ends the build', async () => {
  const built = buildRow(SCRIPT, SHEET.replace('rowDone', 'row-done'));
  await expect(built).rejects.toThrow('no names for classes: row-done');
});

/** Builds an app of one script and one sheet. */
async function buildRow(main: string, rows: string): Promise<{ readonly script: string; readonly sheet: string }> {
  const page = '<!doctype html><script type="module" src="/main.ts"></script>';
  const files = { 'index.html': page, 'main.ts': main, 'row.module.css': rows };
  const css = { modules: { generateScopedName: '[local]' } };
  const built = await buildApp(files, { plugins: [inlineClassNames()], css });
  const find = (end: string): string => [...built].find(([name]) => name.endsWith(end))?.[1] ?? '';
  return { script: find('.js'), sheet: find('.css') };
}
