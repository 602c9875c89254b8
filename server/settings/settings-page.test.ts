/** docs/settings.md describes each setting, with its default. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variables } from './variables.ts';

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
const rows = page.matchAll(/^\| (?<names>`[A-Z_]+`(?: or `[A-Z_]+`)?) \| (?<fallback>.*?) ?\| .+ \|$/gmu);
const described = Array.from(rows, ({ groups }) => [groups?.['names'] ?? '', groups?.['fallback'] ?? ''] as const);

/** These defaults are relative to the folder of the project. */
const FOLDERS = new Map([
  ['DATA_DIR', './data'],
  ['WEB_DIR', './dist'],
]);

const settings = Object.values(variables).map(({ variable, fallback, ...setting }) => ({
  names: 'isSecret' in setting ? `\`${variable}\` or \`${variable}_FILE\`` : `\`${variable}\``,
  fallback: FOLDERS.get(variable) ?? fallback,
}));

test('the page has one row for each setting and for nothing else, with the file of each secret', () => {
  expect(described.map(([names]) => names).toSorted()).toEqual(settings.map(({ names }) => names).toSorted());
});

test('the page has the default of each setting that has one', () => {
  const defaults = settings.filter(({ fallback }) => fallback !== '');
  expect(Object.fromEntries(described)).toMatchObject(
    Object.fromEntries(defaults.map(({ names, fallback }) => [names, `\`${fallback}\``])),
  );
});
