/** Forged, replayed, late or misdirected callbacks give no access. */
import { afterAll, expect, test } from 'vitest';
import { limitTo, SITE } from '#server/auth/testing/test-auth.ts';
import type { AuthSettings } from '#server/auth/context/auth-settings.ts';
import { createProviderSandbox } from './testing/provider-sandbox.ts';

const ground = await createProviderSandbox();
const { auth, provider, keycloak, visit } = ground;
const { sql } = auth.database;
const AUTHORIZE = `${SITE}/auth/v1/authorize?provider=keycloak`;
afterAll(() => ground.close());

/** The address by which a browser would come back to auth. */
const goOut = (query = '', app = auth.app): Promise<URL> => visit(app).openUntilReturn(`${AUTHORIZE}${query}`);

/** Returns from the provider and reads the error that the app gets. */
async function comeBack(back: URL, app = auth.app): Promise<{ target: string; code: string; error: string }> {
  const target = await visit(app).open(back.href);
  const fields = new URLSearchParams(target.hash.slice(1));
  return {
    target: `${target.origin}${target.pathname}`,
    code: fields.get('error_code') ?? '',
    error: fields.get('error') ?? '',
  };
}

const countSessions = async (): Promise<number> => (await sql`select 1 from auth.sessions`).length;

test('[A2] an unknown state redirects to the site with an error for both flows', async () => {
  for (const query of ['state=forged&code=x', `state=${'x'.repeat(43)}&code=x`, `state=${'x'.repeat(4000)}&code=x`]) {
    const answer = await auth.app.request(`/callback?${query}`);
    const target = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, target.origin]).toEqual([303, SITE]);
    for (const fields of [target.searchParams, new URLSearchParams(target.hash.slice(1))]) {
      expect(fields.get('error_code')).toBe('bad_oauth_state');
    }
  }
  const answer = await auth.app.request('/callback?code=x&error=access_denied');
  expect(answer.headers.get('location')).toContain('error_code=bad_oauth_callback');
});

test('[A2] a callback works once: replayed, it opens nothing', async () => {
  const back = await goOut();
  expect((await comeBack(back)).code).toBe('');
  const sessions = await countSessions();
  expect(await comeBack(back)).toEqual({ target: `${SITE}/`, code: 'bad_oauth_state', error: 'invalid_request' });
  const twice = await goOut();
  const both = await Promise.all([comeBack(twice), comeBack(twice)]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a.localeCompare(b))).toEqual(['', 'bad_oauth_state']);
  expect(await countSessions()).toBe(sessions + 1);
});

test('[A2] a HEAD request does not consume the state', async () => {
  const back = await goOut();
  expect((await auth.app.request(`/callback${back.search}`, { method: 'HEAD' })).status).toBe(200);
  expect((await comeBack(back)).code).toBe('');
});

test('[A2] a response to another request is refused: code, nonce, verifier and issuer must match', async () => {
  const sessions = await countSessions();
  const [mine, theirs] = [await goOut(), await goOut()];
  mine.searchParams.set('code', theirs.searchParams.get('code') ?? '');
  expect((await comeBack(mine)).code).toBe('unexpected_failure');

  const other = await goOut();
  other.searchParams.set('iss', 'https://other.example.org');
  expect((await comeBack(other)).code).toBe('unexpected_failure');

  for (const column of ['nonce', 'code_verifier']) {
    const back = await goOut();
    await sql`update auth.provider_flows set ${sql({ [column]: 'x'.repeat(43) })}`;
    expect([column, await comeBack(back)]).toMatchObject([
      column,
      { code: 'unexpected_failure', error: 'server_error' },
    ]);
  }
  expect(await countSessions()).toBe(sessions);
});

test('[A2] a missing or oversized code is refused', async () => {
  for (const code of ['', 'x'.repeat(5000)]) {
    const back = await goOut();
    back.searchParams.set('code', code);
    expect((await comeBack(back)).code).toBe('bad_oauth_callback');
  }
});

test('[A2] a user who refuses at the provider returns to the app, and the provider’s text is not shown', async () => {
  provider.chooseAccount(null);
  const back = await goOut(`&redirect_to=${SITE}/sign-in`);
  provider.chooseAccount('ann');
  expect(back.searchParams.get('error_description')).toBe('Not today');
  const target = await visit().open(back.href);
  expect(target.href).toMatch(/\/sign-in#error=access_denied&error_code=access_denied/);
  expect(decodeURIComponent(target.href)).not.toContain('today');

  const odd = await goOut();
  odd.searchParams.set('error', 'Call+this+number');
  const fields = await visit().open(odd.href);
  expect(fields.hash).toContain('error_code=unexpected_failure');
  expect(fields.href).not.toContain('number');
});

test('[A2] the browser is redirected only to allowed addresses, whatever happened', async () => {
  for (const requested of [
    'https://evil.example/',
    '//evil.example',
    'https://127.0.0.1:3000@evil.example',
    'javascript:x',
  ]) {
    const query = `&redirect_to=${encodeURIComponent(requested)}`;
    expect((await comeBack(await goOut(query))).target).toBe(`${SITE}/`);
    const refused = await goOut(query);
    refused.searchParams.delete('code');
    expect((await comeBack(refused)).target).toBe(`${SITE}/`);
  }
});

test('[A2] an unreachable provider or a wrong issuer is reported to the app', async () => {
  const beside = (changes: Partial<typeof keycloak>): AuthSettings['providers'] => [{ ...keycloak, ...changes }];
  for (const issuer of ['http://127.0.0.1:9', keycloak.issuer.replace('127.0.0.1', 'localhost')]) {
    const app = auth.beside({ providers: beside({ issuer }) });
    const target = await visit(app).open(`${AUTHORIZE}&redirect_to=${SITE}/sign-in`);
    expect(target.href).toMatch(/\/sign-in#error=server_error&error_code=unexpected_failure/);
    const requested = await app.request('/authorize?provider=keycloak&skip_http_redirect=true');
    expect(requested.status).toBe(500);
  }
  const wrongSecret = auth.beside({ providers: beside({ clientSecret: 'wrong' }) });
  expect((await comeBack(await goOut('', wrongSecret), wrongSecret)).code).toBe('unexpected_failure');
  const removed = auth.beside({ providers: [] });
  expect((await comeBack(await goOut(), removed)).code).toBe('validation_failed');
});

test('[A2] starts and callbacks are rate limited by address', async () => {
  const app = auth.beside({ ...limitTo({ providerByAddress: 2 }), providers: [keycloak] });
  const back = await goOut('', app);
  expect((await comeBack(back, app)).code).toBe('');
  expect((await comeBack(back, app)).code).toBe('over_request_rate_limit');
  const target = await visit(app).open(AUTHORIZE);
  expect(target.hash).toContain('error=temporarily_unavailable');
});

test('[A2] a state expires after ten minutes, and its flow is deleted', async () => {
  const back = await goOut();
  auth.wait(601);
  expect((await comeBack(back)).code).toBe('bad_oauth_state');
  await goOut();
  auth.wait(601);
  await goOut();
  expect(await sql`select 1 from auth.provider_flows`).toHaveLength(1);
});
