/** Signing in with a real provider and the official client, step by step. */
import { afterAll, expect, test } from 'vitest';
import { SITE } from '#server/auth/testing/test-auth.ts';
import { createBrowser } from './testing/browser.ts';
import { createProviderSandbox } from './testing/provider-sandbox.ts';

const ground = await createProviderSandbox();
const { auth, provider, signIn, visit } = ground;
const { issuer, accounts, clientId } = provider;
const key = auth.tokens.anonKey;
afterAll(() => ground.close());

test('[A2] a sign-in with a provider creates an account', async () => {
  const browser = visit();
  const started = await browser.client.signInWithOAuth({
    provider: 'keycloak',
    options: { redirectTo: `${SITE}/list?from=provider`, skipBrowserRedirect: true },
  });
  const target = await browser.open(started.data.url ?? '');
  expect(target.href).toMatch(/^http:\/\/127\.0\.0\.1:3000\/list\?from=provider&code=[\w-]{43}$/);

  const { data, error } = await browser.client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: 'ann@example.org',
    app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    user_metadata: { name: 'Ann Example', full_name: 'Ann Example', email: 'ann@example.org', email_verified: true },
    identities: [
      {
        provider: 'keycloak',
        id: 'ann',
        identity_data: { sub: 'ann', provider_id: 'ann', iss: issuer, email: 'ann@example.org', email_verified: true },
      },
    ],
  });
  expect(data.user?.email_confirmed_at).toBeDefined();
  const { data: claims } = await browser.client.getClaims();
  expect(claims).toMatchObject({ claims: { aal: 'aal1', amr: [{ method: 'oauth' }] } });
});

test('[A2] a returning user keeps the account, even if the provider reports another name', async () => {
  accounts.set('bea', { email: 'bea@example.org', email_verified: true, name: 'Bea' });
  const { user: first } = await signIn('bea');
  accounts.set('bea', { email: 'married@example.org', email_verified: false, name: 'Bea B.' });
  const { user: again } = await signIn('bea');
  expect(again?.id).toBe(first?.id);
  expect(again).toMatchObject({ email: 'bea@example.org', user_metadata: { name: 'Bea B.' } });
  expect(again?.identities).toMatchObject([{ identity_data: { email: 'married@example.org', email_verified: false } }]);
});

test('[A2] names from providers are shortened and cleaned before they are stored', async () => {
  accounts.set('odd', {
    email: 'Odd@Example.ORG',
    email_verified: true,
    name: `\u0000\uD800${'long '.repeat(100)}`,
    picture: 'javascript:alert(1)',
  });
  const { user } = await signIn('odd');
  expect(user?.email).toBe('odd@example.org');
  expect(String(user?.user_metadata['name'])).toHaveLength(200);
  expect(user?.user_metadata).not.toHaveProperty('picture');
});

test('[wire] a client without a challenge gets the session in the fragment', async () => {
  const browser = createBrowser(auth.app, key, 'implicit');
  const { data } = await browser.client.signInWithOAuth({
    provider: 'keycloak',
    options: { redirectTo: `${SITE}/list`, skipBrowserRedirect: true },
  });
  const target = await browser.open(data.url ?? '');
  expect(target.search).toBe('');
  const fields = new URLSearchParams(target.hash.slice(1));
  expect([...fields.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'token_type',
  ]);
  const { data: me } = await browser.client.getUser(fields.get('access_token') ?? '');
  expect(me.user?.email).toBe('ann@example.org');
});

test('[wire] the provider may post its response as a form', async () => {
  const browser = createBrowser(auth.app, key, 'implicit');
  const back = await browser.openUntilReturn(`${SITE}/auth/v1/authorize?provider=keycloak`);
  const answer = await auth.app.request('/callback', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: back.searchParams.toString(),
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:3000\/#access_token=/);
});

test('[A2] a name that a provider sends once, outside the id_token, is stored', async () => {
  accounts.set('cleo', { email: 'cleo@example.org', email_verified: true });
  const back = await visit().openUntilReturn(`${SITE}/auth/v1/authorize?provider=keycloak&login_hint=cleo`);
  const userField = JSON.stringify({ name: { firstName: 'Cleo', lastName: 'Apple' }, email: 'victim@example.org' });
  back.searchParams.set('user', userField);
  await auth.app.request('/callback', { method: 'POST', body: back.searchParams.toString() });
  const { user } = await signIn('cleo');
  expect(user).toMatchObject({ email: 'cleo@example.org', user_metadata: { name: 'Cleo Apple' } });
});

test('[wire] the authorization URL has the required parameters and only allowed hints', async () => {
  const query = [
    'provider=keycloak&scopes=groups%20email&skip_http_redirect=true&prompt=login&login_hint=ann',
    'redirect_uri=https://evil.example&state=chosen&nonce=chosen&response_type=token&client_id=other',
    'request=x&request_uri=https://evil.example&response_mode=fragment&code_challenge_method=&code_challenge=',
  ].join('&');
  const { json, status } = await auth.request(`GET /authorize?${query}`);
  expect(status).toBe(200);
  const sent = Object.fromEntries(new URL(String(json['url'])).searchParams);
  const random = expect.stringMatching(/^[\w-]{43}$/);
  expect(sent).toEqual({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: `${SITE}/auth/v1/callback`,
    scope: 'openid email profile groups',
    prompt: 'login',
    login_hint: 'ann',
    code_challenge_method: 'S256',
    code_challenge: random,
    state: random,
    nonce: random,
  });
  const redirect = await auth.app.request('/authorize?provider=keycloak');
  expect(redirect.status).toBe(302);
  expect(redirect.headers.get('location')).toMatch(issuer);
});

test('[wire] invalid client parameters are refused at once', async () => {
  for (const [query, code] of [
    ['', 'validation_failed'],
    ['provider=google', 'validation_failed'],
    ['provider=__proto__', 'validation_failed'],
    ['provider=keycloak&code_challenge=short&code_challenge_method=s256', 'validation_failed'],
    ['provider=keycloak&scopes=a%22b', 'validation_failed'],
  ]) {
    const { status, json } = await auth.request(`GET /authorize?${query}`);
    expect([query, status, json['code']]).toEqual([query, 400, code]);
  }
});
