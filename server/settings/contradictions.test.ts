/** Settings that depend on each other. */
import { expect, test } from 'vitest';
import { failureToMessage } from '#server/failures.ts';
import { readSettings } from './read-settings.ts';

/** The sentence that settings are refused with; empty where nothing is wrong. */
function complain(env: Record<string, string>): string {
  const read = readSettings(env);
  return read.ok ? '' : failureToMessage(read.failure);
}

const captcha = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'hidden' };
const elsewhere = { BACKEND_URL: 'https://x.example', BACKEND_ANON_KEY: 'key' };

test('[A2] a captcha needs all three settings', () => {
  expect(readSettings(captcha)).toMatchObject({
    value: { captcha: { provider: 'turnstile', siteKey: 'site', secret: 'hidden' } },
  });
  for (const [missing, because] of [
    ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY'],
    ['CAPTCHA_SITE_KEY', 'CAPTCHA_PROVIDER'],
    ['CAPTCHA_SECRET', 'CAPTCHA_PROVIDER'],
  ] as const) {
    expect(complain({ ...captcha, [missing]: '' })).toBe(`${because} is set. Set ${missing} too.`);
  }
  expect(complain({ ...captcha, CAPTCHA_PROVIDER: 'recaptcha' })).toBe(
    'CAPTCHA_PROVIDER must be "hcaptcha" or "turnstile", but it is "recaptcha".',
  );
});

test('[A2] with another backend, this server needs no captcha secret', () => {
  expect(complain({ ...captcha, ...elsewhere, CAPTCHA_SECRET: '' })).toBe('');
  expect(complain({ ...captcha, ...elsewhere, CAPTCHA_SITE_KEY: '' })).toContain('CAPTCHA_SITE_KEY');
});

test('[A3] text message codes go to a webhook, or to a console that someone watches', () => {
  const url = 'https://sms.example/send?key=hidden';
  expect(readSettings({ SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: 'x'.repeat(16) })).toMatchObject({
    value: { textWebhook: { url, secret: 'x'.repeat(16) }, accounts: { phone: true } },
  });
  expect(readSettings({ LOG_FORMAT: 'json' })).toMatchObject({ value: { accounts: { phone: false } } });
  expect(readSettings({ LOG_FORMAT: 'json', SMS_WEBHOOK_URL: url })).toMatchObject({
    value: { accounts: { phone: true } },
  });
  expect(complain({ SMS_WEBHOOK_SECRET: 'x'.repeat(16) })).toBe('SMS_WEBHOOK_SECRET is set. Set SMS_WEBHOOK_URL too.');
  expect(complain({ SMS_WEBHOOK_URL: 'sms.example?key=hidden' })).not.toContain('hidden');
  expect(complain({ SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: 'short' })).toBe(
    'SMS_WEBHOOK_SECRET must have at least 16 characters.',
  );
});

test('[A3] an email change is confirmed by both addresses, or by the new one alone', () => {
  expect(readSettings({ EMAIL_CHANGE_CONFIRM: 'new' })).toMatchObject({
    value: { accounts: { confirmsBothAddresses: false } },
  });
  expect(complain({ EMAIL_CHANGE_CONFIRM: 'none' })).toContain('must be "both" or "new"');
});

test('[A3] with another backend, passkeys are offered only if the setting is on', () => {
  expect(readSettings(elsewhere)).toMatchObject({ value: { accounts: { passkeys: false } } });
  expect(readSettings({ ...elsewhere, PASSKEYS: 'on' })).toMatchObject({ value: { accounts: { passkeys: true } } });
});

test('[A3] providers have their own variables, and an invalid one is named without its value', () => {
  const google = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'me', PROVIDER_GOOGLE_CLIENT_SECRET: 'hidden' };
  expect(readSettings(google)).toMatchObject({
    value: { accounts: { providers: [{ name: 'google', clientId: 'me' }] } },
  });
  expect(complain({ ...google, PROVIDER_GOOGLE_CLIENT_ID: '' })).toBe(
    'PROVIDERS is set, but PROVIDER_GOOGLE_CLIENT_ID is missing or invalid.',
  );
});

test.each([
  'auth',
  'public,auth',
  'stock,public',
  'public,pg_catalog',
  'public,"x"',
  'public,information_schema',
  'public,storage',
  'public,private',
  'public,supabase_migrations',
])('[wire] EXPOSED_SCHEMAS "%s" is refused', (text) => {
  expect(complain({ EXPOSED_SCHEMAS: text })).toBe(
    `EXPOSED_SCHEMAS must start with "public" and must not contain system schemas, but it is "${text}".`,
  );
});

test('[wire] named schemas are exposed', () => {
  expect(readSettings({ EXPOSED_SCHEMAS: 'public, stock' })).toMatchObject({ value: { schemas: ['public', 'stock'] } });
});

test.each([
  [{ HOST: '0.0.0.0' }, false],
  [{ TRUST_PROXY: '127.0.0.1' }, false],
  [{ PUBLIC_URL: 'https://list.example' }, false],
  [{ PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: '127.0.0.2' }, true],
  [{ HOST: '0.0.0.0', METRICS_TOKEN: 'x'.repeat(16) }, true],
])('[spec-9] with %o metrics need no further token: %s', (env, isFine) => {
  const sentence =
    'METRICS is on and this server can be reached from the network. Set METRICS_TOKEN to protect the metrics.';
  expect(complain({ METRICS: 'on', ...env })).toBe(isFine ? '' : sentence);
  expect(complain({ METRICS: 'off', ...env })).toBe('');
});

test('[spec-9] a JSON log has every request by default, a text log only problems', () => {
  expect(readSettings({ LOG_FORMAT: 'json' })).toMatchObject({ value: { log: { format: 'json', level: 'info' } } });
  expect(readSettings({ LOG_LEVEL: 'debug' })).toMatchObject({ value: { log: { format: 'text', level: 'debug' } } });
  expect(complain({ LOG_LEVEL: 'loud' })).toContain('"debug" or "info" or "warn" or "error" or "silent"');
});

test('[P8] passwords can be off only with a provider, and not with sign-up by invitation', () => {
  const google = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'me', PROVIDER_GOOGLE_CLIENT_SECRET: 'hidden' };
  expect(readSettings({ PASSWORDS: 'off', ...google })).toMatchObject({ value: { accounts: { passwords: false } } });
  expect(readSettings({})).toMatchObject({ value: { accounts: { passwords: true } } });
  expect(complain({ PASSWORDS: 'off', PASSKEYS: 'on' })).toBe(
    'PASSWORDS is off, so people need another way to sign in. Set PROVIDERS, or set PASSWORDS to "on".',
  );
  expect(complain({ PASSWORDS: 'off', ...google, SIGNUP_ENABLED: 'invited' })).toBe(
    'PASSWORDS is off, so nobody can sign up with an invitation. Set SIGNUP_ENABLED to "on" or "off".',
  );
  expect(complain({ PASSWORDS: 'off', ...elsewhere })).toBe('');
});
