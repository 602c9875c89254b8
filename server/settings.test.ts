/** How the settings are read. */
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startFailureToSentence } from './sentences.ts';
import { readSettings } from './settings.ts';

/** The sentence a wrong setting is refused with; empty where nothing is wrong. */
function complain(env: Record<string, string>): string {
  const read = readSettings(env);
  return read.ok ? '' : startFailureToSentence(read.failure);
}

test('without settings the server listens on loopback, port 3000, and keeps its data in ./data', () => {
  const settings = {
    host: '127.0.0.1',
    port: 3000,
    dataFolder: resolve('data'),
    webFolder: resolve(import.meta.dirname, '../dist'),
    databaseUrl: null,
    poolSize: 10,
    publicUrl: null,
    backend: null,
    smtpUrl: null,
    mailFrom: 'Checklist <checklist@localhost>',
    redirectUrls: [],
    autoconfirm: true,
    signupEnabled: true,
    limitsRates: true,
    trustsProxy: false,
    signingKey: null,
    jwtSecret: null,
  };
  expect(readSettings({})).toEqual({ ok: true, value: settings });
  expect(readSettings({ PORT: '', HOST: ' ', DATA_DIR: '', WEB_DIR: '', DATABASE_URL: '', TRUST_PROXY: ' ' })).toEqual({
    ok: true,
    value: settings,
  });
});

test('docs/settings.md has a row for each setting, and no other', async () => {
  const [code, page] = await Promise.all(
    ['settings.ts', '../docs/settings.md'].map((file) => readFile(join(import.meta.dirname, file), 'utf8')),
  );
  const named = code?.match(/(?<=^ {2}\w+: ')[A-Z_]+(?=',$)/gmu) ?? [];
  const described = page?.match(/(?<=^\| `)[A-Z_]+(?=` \|)/gmu) ?? [];
  expect(named.length).toBeGreaterThan(15);
  expect(described.toSorted()).toEqual(named.toSorted());
});

test.each(['0', '1', '8080', '65535', ' 80 '])('PORT "%s" is taken', (text) => {
  expect(readSettings({ PORT: text })).toMatchObject({ ok: true, value: { port: Number(text) } });
});

test.each(['abc', '-1', '65536', '3000.5', '0x50', '1e3', '99999999'])('PORT "%s" is refused', (text) => {
  expect(complain({ PORT: text })).toBe(`PORT must be a whole number from 0 to 65535, but it is "${text}".`);
});

test.each(['0.0.0.0', '::', '::1', 'localhost', 'shop.example'])('HOST "%s" is taken', (host) => {
  expect(readSettings({ HOST: host })).toMatchObject({ ok: true, value: { host } });
});

test.each(['http://localhost', 'local host', '-x', '127.0.0.1:80'])('HOST "%s" is refused', (text) => {
  expect(complain({ HOST: text })).toBe(
    `HOST must be an address or a host name, such as 127.0.0.1, but it is "${text}".`,
  );
});

test.each(['1', '25', '999'])('DATABASE_POOL "%s" is taken', (text) => {
  expect(readSettings({ DATABASE_POOL: text })).toMatchObject({ ok: true, value: { poolSize: Number(text) } });
});

test.each(['0', '1000', '-1', 'many', '2.5'])('DATABASE_POOL "%s" is refused', (text) => {
  expect(complain({ DATABASE_POOL: text })).toBe(
    `DATABASE_POOL must be a whole number from 1 to 999, but it is "${text}".`,
  );
});

test.each(['AUTOCONFIRM', 'SIGNUP_ENABLED', 'RATE_LIMITS', 'TRUST_PROXY'])('%s is "on" or "off"', (variable) => {
  const names: Record<string, string> = {
    AUTOCONFIRM: 'autoconfirm',
    SIGNUP_ENABLED: 'signupEnabled',
    RATE_LIMITS: 'limitsRates',
    TRUST_PROXY: 'trustsProxy',
  };
  const name = names[variable] ?? '';
  expect(readSettings({ [variable]: 'on' })).toMatchObject({ ok: true, value: { [name]: true } });
  expect(readSettings({ [variable]: 'off' })).toMatchObject({ ok: true, value: { [name]: false } });
  for (const text of ['true', '1', 'ON', 'yes']) {
    expect(complain({ [variable]: text })).toBe(`${variable} must be "on" or "off", but it is "${text}".`);
  }
});

describe('addresses', () => {
  test('an address is kept as browsers write it, without what no server has', () => {
    const read = readSettings({
      PUBLIC_URL: ' HTTPS://Shop.Example:443/ ',
      BACKEND_URL: 'https://me:word@x.example/base//?a=b#c',
      BACKEND_ANON_KEY: 'key',
      DATABASE_URL: 'postgresql://me:word@db.example:5432/list',
      SMTP_URL: 'smtps://mail.example',
      REDIRECT_URLS: ' https://a.example/* ,, app://open ',
    });
    expect(read).toMatchObject({
      ok: true,
      value: {
        publicUrl: 'https://shop.example',
        backend: { url: 'https://x.example/base', anonKey: 'key' },
        databaseUrl: 'postgresql://me:word@db.example:5432/list',
        smtpUrl: 'smtps://mail.example',
        redirectUrls: ['https://a.example/*', 'app://open'],
      },
    });
  });

  test.each([
    ['PUBLIC_URL', 'shop.example'],
    ['PUBLIC_URL', 'ftp://shop.example'],
    ['BACKEND_URL', 'javascript:alert(1)'],
    ['BACKEND_URL', 'https://'],
  ])('%s "%s" is refused', (variable, text) => {
    expect(complain({ [variable]: text })).toBe(
      `${variable} must be a whole address with its protocol, but it is "${text}".`,
    );
  });

  test.each([
    ['DATABASE_URL', 'mysql://me:secret@db.example/list'],
    ['DATABASE_URL', 'me:secret@db.example'],
    ['SMTP_URL', 'http://me:secret@mail.example'],
  ])('%s is refused without showing it: there may be a password in it', (variable, text) => {
    expect(complain({ [variable]: text })).toBe(`${variable} must be a whole address with its protocol.`);
    expect(JSON.stringify(readSettings({ [variable]: text }))).not.toContain('secret');
  });

  test('another backend needs its key', () => {
    expect(complain({ BACKEND_URL: 'https://x.example' })).toBe(
      "BACKEND_URL is set: set BACKEND_ANON_KEY to that backend's public anonymous key, too.",
    );
  });
});

describe('keys', () => {
  const makeKey = (namedCurve: string) => ({
    ...generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'jwk' }),
    kid: 'mine',
  });
  const key = makeKey('P-256');

  test('a signing key is taken with what it needs and no more', () => {
    const text = JSON.stringify({ ...key, key_ops: ['sign', 'verify'], use: 'enc', extra: true });
    expect(readSettings({ JWT_SIGNING_KEY: text })).toMatchObject({ ok: true, value: { signingKey: key } });
  });

  test.each([
    ['no JSON', 'key'],
    ['no object', '"key"'],
    ['null', 'null'],
    ['without its id', JSON.stringify({ ...key, kid: undefined })],
    ['with an empty id', JSON.stringify({ ...key, kid: '' })],
    ['a public one', JSON.stringify({ ...key, d: undefined })],
    ['of another curve', JSON.stringify(makeKey('P-384'))],
    ['of another kind', JSON.stringify({ ...key, kty: 'oct' })],
    ['whose halves are two keys', JSON.stringify({ ...key, d: makeKey('P-256').d })],
    ['off the curve', JSON.stringify({ ...key, x: key.y })],
  ])('a signing key that is %s is refused without showing it', (_what, text) => {
    expect(complain({ JWT_SIGNING_KEY: text })).toBe(
      'JWT_SIGNING_KEY must be a private EC key of the curve P-256 with a "kid", as a JSON Web Key.',
    );
    expect(readSettings({ JWT_SIGNING_KEY: text })).toMatchObject({ failure: { text: '' } });
  });

  test('[wire] a secret shorter than its hash is refused without showing it', () => {
    expect(complain({ JWT_SECRET: 'x'.repeat(31) })).toBe('JWT_SECRET must have at least 32 characters.');
    expect(readSettings({ JWT_SECRET: 'x'.repeat(31) })).toMatchObject({ failure: { text: '' } });
    expect(readSettings({ JWT_SECRET: 'x'.repeat(32) })).toMatchObject({ value: { jwtSecret: 'x'.repeat(32) } });
  });
});
