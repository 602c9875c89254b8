/** Properties of all auth endpoints: error formats, hostile bodies and permissions. */
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { requestApp, createTestAuth, newEmail, PASSWORD } from './testing/test-auth.ts';

const auth = await createTestAuth();
const { database, app, request } = auth;

test("[wire] an error has the format of the caller's API version", async () => {
  const path = '/token?grant_type=nonsense';
  for (const version of ['2024-01-01', '2025-06-30']) {
    const current = await app.request(path, { method: 'POST', headers: { 'X-Supabase-Api-Version': version } });
    expect(current.status).toBe(400);
    expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(current.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(await current.json()).toEqual({ code: 'invalid_credentials', message: 'unsupported_grant_type' });
  }
  for (const version of ['', '2023-12-31', 'nonsense', '9']) {
    const legacy = await app.request(path, { method: 'POST', headers: { 'X-Supabase-Api-Version': version } });
    expect(legacy.headers.has('x-supabase-api-version')).toBe(false);
    expect(legacy.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(await legacy.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'unsupported_grant_type',
    });
  }
  const weak = await app.request('/signup', {
    method: 'POST',
    body: JSON.stringify({ email: newEmail(), password: 'x' }),
  });
  expect(await weak.json()).toEqual({
    code: 422,
    error_code: 'weak_password',
    msg: 'Password should be at least 6 characters.',
    weak_password: { reasons: ['length'] },
  });
});

test('[wire] an unknown path or method is answered with JSON, also in a mounted app', async () => {
  const mounted = new Hono().route('/auth/v1', app);
  for (const line of ['GET /', 'GET /nowhere', 'DELETE /signup', 'POST /factors/x', 'GET /admin/users/a/b']) {
    const answer = await requestApp(mounted, line.replace(' ', ' /auth/v1'));
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({ code: 'not_found', message: 'This path does not exist' });
  }
  expect((await mounted.request('/auth/v1/health')).status).toBe(200);
});

const routes = [
  'POST /signup',
  'POST /token?grant_type=password',
  'POST /token?grant_type=refresh_token',
  'POST /token?grant_type=pkce',
];
const withBody = [...routes, 'POST /recover', 'POST /verify', 'PUT /user', 'POST /admin/users'];
const { access } = await auth.join();
const tokenFor = (line: string): string => (line.includes('admin') ? auth.tokens.serviceRoleKey : access);

test('[wire] a body that is not a JSON object or cannot be stored is refused', async () => {
  const deep = `${'{"data":'.repeat(4_000)}1${'}'.repeat(4_000)}`;
  const wide = `{"email":"a@example.org","password":"${PASSWORD}","data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  const bad = ['', ' ', 'nonsense', '{', '[]', 'null', '5', '"text"', 'true', '[{}]', '\0'];
  const unstorable = [{ email: 'a\0b' }, { email: '\ud800' }, { data: { 'a\0': 1 } }, { data: { a: ['\udc00'] } }].map(
    (body) => JSON.stringify(body),
  );
  for (const line of withBody) {
    for (const body of bad) {
      expect([line, body, await request(line, { body, token: tokenFor(line) })]).toMatchObject([
        line,
        body,
        { status: 400, json: { code: 'bad_json' } },
      ]);
    }
    for (const body of [...unstorable, deep, wide]) {
      const { status, json } = await request(line, { body, token: tokenFor(line) });
      expect([line, status, json['code']]).toEqual([line, 400, 'validation_failed']);
    }
  }
});

test('[wire] the refusal of a field with a wrong type contains its name but not its value', async () => {
  for (const line of withBody) {
    for (const wrong of [5, true, ['secret'], { secret: 1 }]) {
      const body = { email: wrong, password: wrong, refresh_token: wrong, auth_code: wrong, type: wrong };
      const { status, json } = await request(line, { body, token: tokenFor(line) });
      expect([line, status, json['code']]).toEqual([line, 400, 'validation_failed']);
      expect(JSON.stringify(json)).not.toContain('secret');
    }
  }
});

test('[wire] a long text in any field is refused or has no effect', async () => {
  const long = 'x'.repeat(200_000);
  for (const line of withBody) {
    const body = {
      email: long,
      password: long,
      refresh_token: long,
      auth_code: long,
      code_verifier: long,
      type: long,
      token: long,
    };
    const { status } = await request(line, { body, token: tokenFor(line) });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
});

test('[wire] a body above 64 kB is refused, even without a content length', async () => {
  const huge = JSON.stringify({ email: 'x'.repeat(64 * 1024) });
  for (const line of withBody) {
    expect(await request(line, { body: huge, token: tokenFor(line) })).toMatchObject({
      status: 413,
      json: { code: 'validation_failed' },
    });
  }
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(16 * 1024));
    },
  });
  // Half duplex is not in the types, but Node's fetch wants it for a stream.
  const init = { method: 'POST', body, duplex: 'half' };
  const streamed = await app.request(new Request('http://localhost/signup', init));
  expect(streamed.status).toBe(413);
});

test('[wire] a bug is reported to the operator without the request, and the caller gets 500', async () => {
  const written: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  await database.sql`alter table auth.identities add constraint test_fault check (provider_id = '') not valid`;
  const body = { email: newEmail(), password: 'my secret word' };
  const { status, json } = await request('POST /signup', { body });
  const legacy = await app.request('/signup', { method: 'POST', body: JSON.stringify(body) });
  await database.sql`alter table auth.identities drop constraint test_fault`;
  spy.mockRestore();
  expect(status).toBe(500);
  expect(json).toMatchObject({
    code: 'unexpected_failure',
    message: 'Unexpected failure, please check server logs for more information',
  });
  expect(await legacy.json()).toMatchObject({
    code: 500,
    error_code: 'unexpected_failure',
    error_id: expect.any(String),
  });
  expect(written.join('')).toContain('Postgres error 23514');
  expect(written.join('')).not.toMatch(/example\.org|secret|Failing row/);
});

test('[wire] health, settings and keys are public', async () => {
  expect((await request('GET /health')).json).toMatchObject({
    name: 'GoTrue',
    version: expect.any(String),
    description: expect.any(String),
  });
  expect((await request('GET /settings')).json).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  });
  const keys = await request('GET /.well-known/jwks.json');
  expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
  expect(keys.json['keys']).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256', kid: expect.any(String) }]);
  expect(JSON.stringify(keys.json)).not.toContain('"d"');
});
