/** Misspelled settings, and variables of other programs. */
import { expect, test } from 'vitest';
import { failureToMessage } from '#server/failures.ts';
import { readSettings } from './read-settings.ts';
import { listIgnored } from './unknown-settings.ts';

/** The likely name of a variable, or undefined if the settings are accepted. */
function findMeant(variable: string, env: Record<string, string> = {}): string | undefined {
  const read = readSettings({ ...env, [variable]: 'hidden' });
  return !read.ok && read.failure.type === 'misspelled-setting' ? read.failure.meant : undefined;
}

const google = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'me' };

test.each([
  ['SMTP_URI', 'SMTP_URL'],
  ['BACKUP_EVRY', 'BACKUP_EVERY'],
  ['REDIRECT_URL', 'REDIRECT_URLS'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SINGUP_ENABLED', 'SIGNUP_ENABLED'],
  ['SIGN_UP_ENABLED', 'SIGNUP_ENABLED'],
  ['AUTO_CONFIRM', 'AUTOCONFIRM'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['JWT_SECRET_FIEL', 'JWT_SECRET_FILE'],
  ['PUBLIC_URL_FILE', 'PUBLIC_URL'],
])('[P2] %s stops the server from starting, and the message suggests %s', (variable, meant) => {
  expect(findMeant(variable)).toBe(meant);
});

test('[P2] the name of a provider can be misspelled as well', () => {
  expect(findMeant('PROVIDER_GOGLE_CLIENT_SECRET', google)).toBe('PROVIDER_GOOGLE_CLIENT_SECRET');
});

test.each([
  'HOME',
  'POST',
  'LOGNAME',
  'HOSTNAME',
  'PASSWORD',
  'npm_config_port',
  'DATABASE_HOST',
  'DATABASE_PORT',
  'DATABASE_USER',
  'DATABASE_NAME',
  'METRICS_PORT',
  'SMTP_USER',
  'SMTP_PORT',
  'MAIL_HOST',
  'REDIS_URL',
  'REDIRECT_URI',
  'BACKEND_SERVICE_HOST',
])('[P2] %s of another program does not stop the server from starting', (variable) => {
  expect(readSettings({ [variable]: 'x' }).ok).toBe(true);
});

test('[P2] an empty variable counts as not set, even if its name is misspelled', () => {
  expect(readSettings({ DATABASE_URI: ' ' }).ok).toBe(true);
});

test('[P2] the message has the likely name and no value', () => {
  const read = readSettings({ DATABASE_URI: 'hidden' });
  expect(read.ok ? '' : failureToMessage(read.failure)).toBe(
    "DATABASE_URI is not a setting. Did you mean DATABASE_URL? Rename it, or remove it from the server's environment.",
  );
  expect(JSON.stringify(read)).not.toContain('hidden');
});

test('[P2] a variable that only begins like a setting is reported, and other variables are not', () => {
  const env = { MAIL_SOMETHING_ELSE: 'x', SMTP_URI: 'x', SMTP_URL: 'x', METRICS_TOKEN_FILE: 'x', HOME: 'x' };
  expect(listIgnored(env)).toEqual(['MAIL_SOMETHING_ELSE']);
});
