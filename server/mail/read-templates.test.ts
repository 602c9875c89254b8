/** The operator's templates: accepted files, and files that are refused when the server starts. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtInTemplates } from './mail.ts';
import { readMailTemplates } from './read-templates.ts';

const root = await mkdtemp(join(tmpdir(), 'templates-'));
afterAll(() => rm(root, { recursive: true }));

let folders = 0;

async function makeFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  folders += 1;
  const folder = join(root, String(folders));
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const TEXT = 'Subject: Neues Passwort für {{site}}\n\nHier: {{link}}\n';

test('[A2] a file replaces the template of its kind and no other', async () => {
  const html = '<p>{{ link }}</p>';
  const folder = await makeFolder({ 'recovery.txt': TEXT, 'recovery.html': html, '.hidden': '{{' });
  const { recovery, ...others } = builtInTemplates;
  expect(recovery.html).not.toBeNull();
  expect(await readMailTemplates(folder)).toEqual({
    ok: true,
    value: { ...others, recovery: { subject: 'Neues Passwort für {{site}}', text: 'Hier: {{link}}\n', html } },
  });
});

test('[A2] an empty folder changes nothing, and a template without HTML is plain text', async () => {
  expect(await readMailTemplates(await makeFolder({}))).toEqual({ ok: true, value: builtInTemplates });
  const windows = `\uFEFF${TEXT.replaceAll('\n', '\r\n')}`;
  const read = await readMailTemplates(await makeFolder({ 'recovery.txt': windows }));
  expect(read).toMatchObject({ value: { recovery: { text: 'Hier: {{link}}\n', html: null } } });
});

test('[A2] the built-in templates follow the rules for templates', async () => {
  const files = Object.entries(builtInTemplates).flatMap(([kind, { subject, text, html }]) => [
    [`${kind}.txt`, `Subject: ${subject}\n\n${text}`],
    [`${kind}.html`, html ?? ''],
  ]);
  const folder = await makeFolder(Object.fromEntries(files) as Record<string, string>);
  expect(await readMailTemplates(folder)).toEqual({ ok: true, value: builtInTemplates });
});

const CODE = 'Subject: Code\n\n{{code}}\n';
const wrong: readonly (readonly [string, Readonly<Record<string, string | Uint8Array>>, string])[] = [
  ['recovery.txt', { 'recovery.txt': TEXT.replace('{{link}}', '{ {link} }') }, 'has no {{link}}'],
  ['recovery.txt', { 'recovery.txt': TEXT.replace('{{link}}', '{{site}}') }, 'has no {{link}}'],
  ['reauthentication.txt', { 'reauthentication.txt': CODE.replace('{{code}}', '{{site}}') }, 'has no {{code}}'],
  [
    'recovery.txt',
    { 'recovery.txt': `${TEXT}{{code}}` },
    'has the unknown placeholder {{code}}; it may have {{link}}, {{site}}, {{email}}',
  ],
  ['recovery.txt', { 'recovery.txt': `${TEXT}{{ .Link }}` }, 'has the unknown placeholder {{.Link}}'],
  ['recovery.txt', { 'recovery.txt': `${TEXT}{{link}` }, 'has braces {{ or }} that are not a placeholder'],
  ['recovery.txt', { 'recovery.txt': TEXT.replace('{{site}}', '{{name}}') }, 'has the unknown placeholder {{name}}'],
  ['recovery.txt', { 'recovery.txt': TEXT.replace('{{site}}', '{{link}}') }, 'has {{link}} in its subject'],
  ['recovery.txt', { 'recovery.txt': TEXT.replace('Neues', 'x'.repeat(200)) }, 'has a subject of more than 200'],
  ['recovery.txt', { 'recovery.txt': 'Hier: {{link}}\n' }, 'must begin with a line "Subject: ..."'],
  ['recovery.txt', { 'recovery.txt': 'Subject:\n\n{{link}}\n' }, 'must begin with a line "Subject: ..."'],
  ['recovery.txt', { 'recovery.txt': 'Subject: x\n{{link}}\n' }, 'must begin with a line "Subject: ..."'],
  ['recovery.txt', { 'recovery.txt': '' }, 'must begin with a line "Subject: ..."'],
  ['recovery.txt', { 'recovery.txt': Uint8Array.of(0xff, 0xfe, 0x41) }, 'is not UTF-8'],
  ['recovery.txt', { 'recovery.txt': TEXT + 'x'.repeat(100_000) }, 'is larger than 100000 bytes'],
  ['recovery.html', { 'recovery.html': '{{link}}' }, 'requires recovery.txt'],
  ['recovery.html', { 'recovery.txt': TEXT, 'recovery.html': '<p>' }, 'has no {{link}}'],
  ['recover.txt', { 'recover.txt': TEXT }, 'is not one of the templates: recovery.txt, recovery.html'],
];

test('[A2] an unusable template is refused with its file name', async () => {
  for (const [name, files, problem] of wrong) {
    const folder = await makeFolder(files);
    expect([problem, await readMailTemplates(folder)]).toEqual([
      problem,
      {
        ok: false,
        failure: { type: 'wrong-template', file: join(folder, name), problem: expect.stringContaining(problem) },
      },
    ]);
  }
});

test('[A2] a missing folder, or a folder in place of a file, is refused with its name', async () => {
  const missing = join(root, 'missing');
  const failure = { type: 'wrong-template', file: missing, problem: 'cannot be read (ENOENT)' };
  expect(await readMailTemplates(missing)).toEqual({ ok: false, failure });
  const folder = await makeFolder({});
  await mkdir(join(folder, 'recovery.txt'));
  expect(await readMailTemplates(folder)).toMatchObject({ failure: { problem: 'cannot be read (EISDIR)' } });
});
