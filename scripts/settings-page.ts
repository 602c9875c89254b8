/** Writes the table of docs/settings.md from the settings of the server: `npm run settings`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { descriptions } from '#server/settings/descriptions.ts';
import { fileVariable } from '#server/settings/secret-files.ts';
import { variables, type Name } from '#server/settings/variables.ts';

export const settingsPage = new URL('../docs/settings.md', import.meta.url);

/** Replaces the table of the page. The text around it stays. */
export function fillPage(page: string): string {
  const [start = '', rest = ''] = page.split(BEGIN);
  const end = rest.slice(rest.indexOf(END));
  return `${start}${BEGIN}\n\n${createTable()}\n\n${end}`;
}

const BEGIN = '<!-- Generated: edit server/settings/descriptions.ts, then run `npm run settings`. -->';
const END = '<!-- /Generated -->';

function createTable(): string {
  // The keys of a record by name are the names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const names = Object.keys(descriptions) as readonly Name[];
  return ['| variable | default | what it does |', '| --- | --- | --- |', ...names.map(createRow)].join('\n');
}

function createRow(name: Name): string {
  const { otherwise, text } = descriptions[name];
  const setting = variables[name];
  const fallback = setting.fallback === '' ? '' : `\`${setting.fallback}\``;
  const file = 'isSecret' in setting ? ` or \`${fileVariable(setting.variable)}\`` : '';
  return `| \`${setting.variable}\`${file} | ${otherwise ?? fallback} | ${text} |`;
}

if (import.meta.main) writeFileSync(settingsPage, fillPage(readFileSync(settingsPage, 'utf8')));
