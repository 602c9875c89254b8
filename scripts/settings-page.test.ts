/** The settings page matches the settings. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variables } from '#server/settings/variables.ts';
import { fillPage, settingsPage } from './settings-page.ts';

const page = readFileSync(settingsPage, 'utf8');

test('docs/settings.md is up to date; run `npm run settings` if it is not', () => {
  expect(page).toBe(fillPage(page));
});

test('the page has a row for each setting and for nothing else, and a file for each secret', () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)`(?: or `([A-Z_]+)`)? \|/gmu)].map(([, name, file]) => [name, file]);
  const settings = Object.values(variables).map((setting) => [
    setting.variable,
    'isSecret' in setting ? `${setting.variable}_FILE` : undefined,
  ]);
  expect(new Map(rows.map(([name, file]) => [name, file]))).toEqual(
    new Map(settings.map(([name, file]) => [name, file])),
  );
  expect(rows).toHaveLength(settings.length);
});
