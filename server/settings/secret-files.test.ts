/** Secrets in files: the value, and the problems that stop the start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failureToMessage } from '#server/failures.ts';
import { readSettings } from './read-settings.ts';
import { fileVariable } from './secret-files.ts';
import { variables } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'checklist-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(text: string): string {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  return file;
}

/** The sentence that settings are refused with; empty where nothing is wrong. */
function complain(env: Record<string, string>): string {
  const read = readSettings(env);
  return read.ok ? '' : failureToMessage(read.failure);
}

const long = 'a secret with spaces, and 32 characters';

test.each([`${long}\n`, `${long}\r\n`, long])('a secret can be in a file: %j', (text) => {
  expect(readSettings({ JWT_SECRET_FILE: ` ${write(text)} ` })).toMatchObject({ value: { jwtSecret: long } });
});

const settings = Object.values(variables);

test.each(settings.filter((setting) => 'isSecret' in setting && setting.check('short') !== null))(
  '$variable can be in a file',
  ({ variable }) => {
    expect(readSettings({ [`${variable}_FILE`]: write('short') })).toMatchObject({ failure: { variable, text: '' } });
  },
);

test('a setting that is no secret cannot be in a file', () => {
  const plain = settings.filter((setting) => !('isSecret' in setting));
  const results = plain.map(({ variable }) => readSettings({ [fileVariable(variable)]: '/nowhere' }));
  // The server refuses to start, but ignores short names, which another program may use.
  expect(results.filter((read) => read.ok || read.failure.type !== 'misspelled-setting')).toEqual(
    results.filter((read) => read.ok).map(() => readSettings({})),
  );
});

test("a provider's secret can be in a file", () => {
  const google = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'me' };
  const name = 'PROVIDER_GOOGLE_CLIENT_SECRET';
  expect(readSettings({ ...google, [`${name}_FILE`]: write('hidden\n') })).toMatchObject({
    value: { accounts: { providers: [{ name: 'google', clientSecret: 'hidden' }] } },
  });
  expect(complain({ ...google, [name]: 'x', [`${name}_FILE`]: write('hidden\n') })).toBe(
    `${name} and ${name}_FILE are both set. Remove one of them.`,
  );
});

test('an invalid value in a file is refused as the secret itself, without being shown', () => {
  expect(complain({ SMTP_URL_FILE: write('me:hidden@mail') })).toBe(
    'SMTP_URL must be a complete URL that starts with "smtp://" or "smtps://".',
  );
});

test('a secret that is set twice is refused; an empty variable is not set', () => {
  expect(complain({ JWT_SECRET: long, JWT_SECRET_FILE: write(long) })).toBe(
    'JWT_SECRET and JWT_SECRET_FILE are both set. Remove one of them.',
  );
  expect(complain({ JWT_SECRET: ' ', JWT_SECRET_FILE: write(long) })).toBe('');
  expect(complain({ JWT_SECRET: long, JWT_SECRET_FILE: '' })).toBe('');
});

test.each([
  ['is missing', () => join(folder, 'hidden'), 'the file could not be read (ENOENT)'],
  ['is a folder', () => folder, 'the file could not be read (EISDIR)'],
  ['is empty', () => write('\n'), 'the file is empty'],
])('a file that %s is refused without its path, which may be a mistyped secret', (_what, file, reason) => {
  expect(complain({ DATABASE_URL_FILE: file() })).toBe(
    `DATABASE_URL_FILE must be the path of a file with the value of DATABASE_URL, but ${reason}.`,
  );
});
