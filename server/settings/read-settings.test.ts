/** How the settings are read. */
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureToMessage } from '#server/failures.ts';
import { readSettings } from './read-settings.ts';
import { variables } from './variables.ts';

/** The sentence a wrong setting is refused with; empty where nothing is wrong. */
function complain(env: Record<string, string>): string {
  const read = readSettings(env);
  return read.ok ? '' : failureToMessage(read.failure);
}

test('by default the server listens on loopback, port 3000, and stores its data in ./data', () => {
  const settings = {
    host: '127.0.0.1',
    port: 3000,
    dataFolder: resolve('data'),
    webFolder: resolve(import.meta.dirname, '../../dist'),
    databaseUrl: null,
    poolSize: 10,
    publicUrl: null,
    basePath: '',
    backend: null,
    smtpUrl: null,
    mailFrom: 'Checklist <checklist@localhost>',
    mailTemplates: null,
    textWebhook: null,
    redirectUrls: [],
    accounts: {
      autoconfirm: true,
      signUp: 'open',
      limitsRates: true,
      passwords: true,
      minPasswordLength: 6,
      accessTokenLifetime: 3600,
      sessionLifetime: 0,
      refreshReuseInterval: 10,
      recentSignIn: 86_400,
      confirmsBothAddresses: true,
      mailsPerHour: 1000,
      textsPerHour: 100,
      totp: true,
      phone: true,
      passkeys: true,
      manualLinking: true,
      providers: [],
    },
    captcha: null,
    schemas: ['public'],
    maxRows: 1000,
    sizes: { rowBytes: 65_536, accountRows: 100_000, accountBytes: 100_000_000 },
    trustedProxies: [],
    signingKey: null,
    jwtSecret: null,
    log: { level: 'warn', format: 'text' },
    metrics: null,
    backups: null,
    releasesUrl: null,
  };
  expect(readSettings({})).toEqual({ ok: true, value: settings });
  const empty = Object.fromEntries(Object.values(variables).map(({ variable }) => [variable, ' ']));
  expect(readSettings(empty)).toEqual({ ok: true, value: settings });
});

test('the defaults of the settings are valid', () => {
  const complaints = Object.values(variables).map(({ fallback, check }) => (fallback === '' ? null : check(fallback)));
  expect(complaints.filter((complaint) => complaint !== null)).toEqual([]);
});

test.each(['0', '1', '8080', '65535', ' 80 '])('PORT "%s" is accepted', (text) => {
  expect(readSettings({ PORT: text })).toMatchObject({ ok: true, value: { port: Number(text) } });
});

test.each(['abc', '-1', '65536', '3000.5', '0x50', '1e3', '99999999'])('PORT "%s" is refused', (text) => {
  expect(complain({ PORT: text })).toBe(`PORT must be a whole number from 0 to 65535, but it is "${text}".`);
});

test.each(['0.0.0.0', '::', '::1', 'localhost', 'shop.example'])('HOST "%s" is accepted', (host) => {
  expect(readSettings({ HOST: host })).toMatchObject({ ok: true, value: { host } });
});

test.each(['http://localhost', 'local host', '-x', '127.0.0.1:80'])('HOST "%s" is refused', (text) => {
  expect(complain({ HOST: text })).toBe(
    `HOST must be an address or a host name, such as 127.0.0.1, but it is "${text}".`,
  );
});

test.each([
  ['DATABASE_POOL', 1, 999, (value: number) => ({ poolSize: value })],
  ['MIN_PASSWORD_LENGTH', 6, 72, (value: number) => ({ accounts: { minPasswordLength: value } })],
  ['ACCESS_TOKEN_LIFETIME', 300, 604_800, (value: number) => ({ accounts: { accessTokenLifetime: value } })],
  ['SESSION_LIFETIME', 0, 31_536_000, (value: number) => ({ accounts: { sessionLifetime: value } })],
  ['REFRESH_REUSE_INTERVAL', 0, 300, (value: number) => ({ accounts: { refreshReuseInterval: value } })],
  ['RECENT_SIGN_IN', 0, 31_536_000, (value: number) => ({ accounts: { recentSignIn: value } })],
  ['MAILS_PER_HOUR', 1, 1_000_000, (value: number) => ({ accounts: { mailsPerHour: value } })],
  ['TEXTS_PER_HOUR', 1, 1_000_000, (value: number) => ({ accounts: { textsPerHour: value } })],
  ['MAX_ROWS', 1000, 100_000, (value: number) => ({ maxRows: value })],
])('%s is a whole number from %s to %s', (...[variable, least, most, expected]) => {
  for (const value of [least, most]) {
    expect(readSettings({ [variable]: String(value) })).toMatchObject({ ok: true, value: expected(value) });
  }
  for (const text of [String(least - 1), String(most + 1), 'many', `${least}.5`, `${least}x`, `0${least}`, '1e3']) {
    expect(complain({ [variable]: text })).toBe(
      `${variable} must be a whole number from ${least} to ${most}, but it is "${text}".`,
    );
  }
});

test.each([
  ['AUTOCONFIRM', (is: boolean) => ({ accounts: { autoconfirm: is } })],
  ['RATE_LIMITS', (is: boolean) => ({ accounts: { limitsRates: is } })],
  ['MFA_TOTP', (is: boolean) => ({ accounts: { totp: is } })],
  ['MFA_PHONE', (is: boolean) => ({ accounts: { phone: is } })],
  ['PASSKEYS', (is: boolean) => ({ accounts: { passkeys: is } })],
  ['MANUAL_LINKING', (is: boolean) => ({ accounts: { manualLinking: is } })],
  ['METRICS', (is: boolean) => ({ metrics: is ? { token: null } : null })],
])('%s is "on" or "off"', (variable, expected) => {
  expect(readSettings({ [variable]: 'on' })).toMatchObject({ ok: true, value: expected(true) });
  expect(readSettings({ [variable]: 'off' })).toMatchObject({ ok: true, value: expected(false) });
  for (const text of ['true', '1', 'ON', 'yes']) {
    expect(complain({ [variable]: text })).toBe(`${variable} must be "on" or "off", but it is "${text}".`);
  }
});

test.each([
  'list@example.org',
  'Checklist <list@example.org>',
  'Checklist<list@localhost>',
  '"Shop, Inc." <list@example.org>',
  "Anna's Einkäufe <list@example.org>",
])('MAIL_FROM %s is accepted', (text) => {
  expect(readSettings({ MAIL_FROM: text })).toMatchObject({ ok: true, value: { mailFrom: text } });
});

test.each([
  'Checklist',
  'Checklist <list>',
  'Checklist <list@example.org',
  '"Checklist <list@example.org>"',
  'Shop, Inc. <list@example.org>',
  'a@example.org, b@example.org',
  'Checklist <a@example.org> <b@example.org>',
  'a\r\nBcc: b@example.org <a@example.org>',
])('MAIL_FROM %j is refused', (text) => {
  expect(complain({ MAIL_FROM: text })).toBe(
    `MAIL_FROM must be an email address, such as "Checklist <list@example.org>", but it is "${text}".`,
  );
});

test.each(['Europe/Berlin', 'UTC', ':/etc/localtime'])('TZ "%s" is accepted', (text) => {
  expect(complain({ TZ: text })).toBe('');
});

test.each(['Berlin', 'Europe/Foo', 'CET-1CEST'])('TZ "%s" is refused', (text) => {
  expect(complain({ TZ: text })).toBe(
    `TZ must be the name of a time zone, such as "Europe/Berlin" or "UTC", but it is "${text}".`,
  );
});

test('[P4] SIGNUP_ENABLED is "on", "invited" or "off"', () => {
  for (const [text, signUp] of [
    ['on', 'open'],
    ['invited', 'invited'],
    ['off', 'closed'],
  ]) {
    expect(readSettings({ SIGNUP_ENABLED: text })).toMatchObject({ ok: true, value: { accounts: { signUp } } });
  }
  expect(complain({ SIGNUP_ENABLED: 'true' })).toBe(
    'SIGNUP_ENABLED must be "on" or "invited" or "off", but it is "true".',
  );
});

describe('addresses', () => {
  test("a URL is stored as browsers write it, without parts that a server's URL does not have", () => {
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
  ])('%s "%s" is refused, with the protocols that are allowed', (variable, text) => {
    expect(complain({ [variable]: text })).toBe(
      `${variable} must be a complete URL that starts with "http://" or "https://", but it is "${text}".`,
    );
  });

  test.each(['https://shop.example/list', 'https://shop.example/?a=b', 'https://me:secret@shop.example'])(
    'PUBLIC_URL "%s" is refused, because BASE_PATH has the path',
    (text) => {
      const sentence = complain({ PUBLIC_URL: text });
      expect(sentence).toMatch(
        /^PUBLIC_URL must be only the address of a host, .* set BASE_PATH to the path, such as "\/checklist"\.$/u,
      );
      expect(sentence).not.toContain('secret');
    },
  );

  test('[P10] BASE_PATH is a path without a slash at the end, and nothing else', () => {
    for (const path of ['/checklist', '/apps/check-list_2.0~x', '/.well-known']) {
      expect(readSettings({ BASE_PATH: path })).toMatchObject({ ok: true, value: { basePath: path } });
    }
    expect(readSettings({ BASE_PATH: ' ' })).toMatchObject({ ok: true, value: { basePath: '' } });
    const wrong = [
      '/',
      'checklist',
      '/checklist/',
      '//checklist',
      '/a//b',
      '/../a',
      '/a/.',
      '/a b',
      '/ä',
      '/%61',
      '/a?b',
    ];
    for (const path of [...wrong, 'https://list.example/checklist', '/a#b', '/<a>']) {
      expect(complain({ BASE_PATH: path })).toBe(
        `BASE_PATH must be a path such as "/checklist", without a slash at the end, but it is "${path}". It may have letters, digits and "-", ".", "_", "~".`,
      );
    }
  });

  test('[P9] a RELEASES_URL with a user name or a password is refused without being shown', () => {
    for (const user of ['me:secret@', 'secret@']) {
      const sentence = complain({ RELEASES_URL: `https://${user}git.example/latest` });
      expect(sentence).toBe('RELEASES_URL must not contain a user name or a password.');
    }
    expect(complain({ RELEASES_URL: 'git.example' })).toMatch(/must be a complete URL/u);
  });

  test.each([
    ['DATABASE_URL', 'mysql://me:secret@db.example/list', '"postgres://" or "postgresql://"'],
    ['DATABASE_URL', 'me:secret@db.example', '"postgres://" or "postgresql://"'],
    ['SMTP_URL', 'http://me:secret@mail.example', '"smtp://" or "smtps://"'],
  ])('an invalid %s is refused without being shown, as it may contain a password', (variable, text, protocols) => {
    expect(complain({ [variable]: text })).toBe(`${variable} must be a complete URL that starts with ${protocols}.`);
    expect(JSON.stringify(readSettings({ [variable]: text }))).not.toContain('secret');
  });

  test('another backend requires its key', () => {
    expect(complain({ BACKEND_URL: 'https://x.example' })).toBe(
      'BACKEND_URL is set. Set BACKEND_ANON_KEY to the public anonymous key of that backend.',
    );
  });
});

test('[P7] BACKUP_EVERY is in hours, and the backups are in the data folder by default', () => {
  const read = (env: Record<string, string>) => readSettings({ DATA_DIR: '/data', ...env });
  expect(read({ BACKUP_EVERY: '24h' })).toMatchObject({
    value: { backups: { everyHours: 24, keep: 7, folder: '/data/backups' } },
  });
  expect(read({ BACKUP_EVERY: '6', BACKUP_KEEP: '3', BACKUP_DIR: '/mnt/disk' })).toMatchObject({
    value: { backups: { everyHours: 6, keep: 3, folder: '/mnt/disk' } },
  });
  for (const text of ['0', '24d', '1.5h', 'daily', 'h']) {
    expect(complain({ BACKUP_EVERY: text })).toBe(
      `BACKUP_EVERY must be a whole number of hours from 1 to 8760, such as "24h", but it is "${text}".`,
    );
  }
  const elsewhere = { BACKEND_URL: 'https://x.example', BACKEND_ANON_KEY: 'key' };
  expect(read({ BACKUP_EVERY: '24h', ...elsewhere })).toMatchObject({ value: { backups: null } });
});
