/** Provider settings that are accepted, and those that stop the server from starting. */
import { expect, test } from 'vitest';
import { readProviders } from '#server/auth/providers/provider-settings.ts';

const google = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'id', PROVIDER_GOOGLE_CLIENT_SECRET: 'secret' };
const own = {
  PROVIDERS: 'keycloak',
  PROVIDER_KEYCLOAK_ISSUER: 'https://id.example.org/realms/home/',
  PROVIDER_KEYCLOAK_CLIENT_ID: 'id',
  PROVIDER_KEYCLOAK_CLIENT_SECRET: 'secret',
};

test('[A2] without settings there are no providers', () => {
  expect(readProviders({})).toEqual({ ok: true, value: [] });
  expect(readProviders({ PROVIDERS: ' , ' })).toEqual({ ok: true, value: [] });
});

test('[A2] a known provider needs only id and secret; others need an issuer as well', () => {
  expect(readProviders({ ...google, ...own, PROVIDERS: 'google, keycloak' })).toEqual({
    ok: true,
    value: [
      {
        name: 'google',
        kind: 'oidc',
        issuer: 'https://accounts.google.com',
        clientId: 'id',
        clientSecret: 'secret',
        scopes: ['openid', 'email', 'profile'],
      },
      {
        name: 'keycloak',
        kind: 'oidc',
        issuer: 'https://id.example.org/realms/home/',
        clientId: 'id',
        clientSecret: 'secret',
        scopes: ['openid', 'email', 'profile'],
      },
    ],
  });
});

test('[A2] scopes can be changed; an id_token is always requested, except from GitHub', () => {
  const chosen = readProviders({ ...own, PROVIDER_KEYCLOAK_SCOPES: 'email,groups' });
  expect(chosen).toMatchObject({ value: [{ scopes: ['openid', 'email', 'groups'] }] });
  const github = { PROVIDERS: 'github', PROVIDER_GITHUB_CLIENT_ID: 'id', PROVIDER_GITHUB_CLIENT_SECRET: 'secret' };
  expect(readProviders({ ...github, PROVIDER_GITHUB_SCOPES: 'user' })).toMatchObject({
    value: [{ kind: 'github', issuer: 'https://github.com', scopes: ['user'] }],
  });
});

test('[A2] a missing or invalid setting is reported by its variable', () => {
  for (const [env, variable] of [
    [{ PROVIDERS: 'google,google' }, 'PROVIDERS'],
    [{ PROVIDERS: 'Google' }, 'PROVIDERS'],
    [{ PROVIDERS: 'email' }, 'PROVIDERS'],
    [{ PROVIDERS: '../x' }, 'PROVIDERS'],
    [{ PROVIDERS: 'google' }, 'PROVIDER_GOOGLE_CLIENT_ID'],
    [{ ...google, PROVIDER_GOOGLE_CLIENT_SECRET: ' ' }, 'PROVIDER_GOOGLE_CLIENT_SECRET'],
    [{ ...own, PROVIDER_KEYCLOAK_ISSUER: undefined }, 'PROVIDER_KEYCLOAK_ISSUER'],
    [{ ...own, PROVIDER_KEYCLOAK_SCOPES: 'a"b' }, 'PROVIDER_KEYCLOAK_SCOPES'],
  ] as const) {
    expect([env, readProviders(env)]).toEqual([env, { ok: false, failure: { type: 'wrong-provider', variable } }]);
  }
});

test('[A2] an issuer uses TLS or is on this machine', () => {
  const read = (issuer: string): boolean => readProviders({ ...own, PROVIDER_KEYCLOAK_ISSUER: issuer }).ok;
  for (const issuer of ['https://id.example.org', 'http://127.0.0.1:8080', 'http://localhost/a', 'http://[::1]:1/']) {
    expect([issuer, read(issuer)]).toEqual([issuer, true]);
  }
  for (const issuer of [
    'http://id.example.org',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'https://user:pw@id.example.org',
    'https://id.example.org?x=1',
    'https://id.example.org#x',
    'ftp://id.example.org',
    'id.example.org',
  ]) {
    expect([issuer, read(issuer)]).toEqual([issuer, false]);
  }
});
