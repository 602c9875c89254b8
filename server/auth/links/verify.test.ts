/** Emailed links: destinations, single use, and use by other people. */
import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, test, vi } from 'vitest';
import { requestApp, createTestAuth, limitTo, newEmail, SITE } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth({ redirectUrls: ['http://localhost:5173'] });
const { database, request } = auth;

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = { code_challenge: challenge, code_challenge_method: 's256' };
const dead = 'error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';

/** Requests a link and returns its query. */
async function emailLink(email: string, { redirectTo = '', body = {} } = {}): Promise<string> {
  const before = auth.mails.length;
  const response = await request(`POST /recover${redirectTo && `?redirect_to=${encodeURIComponent(redirectTo)}`}`, {
    body: { email, ...body },
  });
  expect(response).toMatchObject({ status: 200 });
  const mail = await vi.waitUntil(() =>
    auth.mails.slice(before).find(({ to, subject }) => to === email && subject === 'Reset your password'),
  );
  return new URL(mail.link).search;
}

async function follow(query: string, method = 'GET'): Promise<URL> {
  const answer = await auth.app.request(`/verify${query}`, { method });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return new URL(answer.headers.get('location') ?? '');
}

const exchange = (code: unknown, by: unknown) =>
  request('POST /token?grant_type=pkce', { body: { auth_code: code, code_verifier: by } });

test('[wire] a link without a challenge leads to the site with a session in the fragment', async () => {
  const { email, id } = await auth.join();
  const target = await follow(await emailLink(email));
  expect(target.origin).toBe(SITE);
  expect(target.search).toBe('');
  const session = Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
  expect(session).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: 'bearer',
    type: 'recovery',
    expires_in: '3600',
    expires_at: String(decodeJwt(session['access_token'] ?? '').exp),
  });
  expect(decodeJwt(session['access_token'] ?? '')).toMatchObject({ sub: id, amr: [{ method: 'otp' }] });
  const user = await request('GET /user', { token: session['access_token'] ?? '' });
  expect(user.json).toMatchObject({ email, recovery_sent_at: expect.any(String) });
});

test('[wire] a link works once, for an hour, and ends the others of its kind', async () => {
  const { email } = await auth.join();
  const first = await emailLink(email);
  const second = await emailLink(email);
  expect((await follow(first)).hash).toContain('access_token');
  for (const used of [first, second]) expect((await follow(used)).hash).toBe(`#error=access_denied&${dead}`);
  const third = await emailLink(email);
  auth.wait(3601);
  const fourth = await emailLink(email);
  expect((await follow(third)).hash).toBe(`#error=access_denied&${dead}`);
  expect((await follow(fourth)).hash).toContain('access_token');
});

test('[wire] a link scanner does not consume a link', async () => {
  const { email } = await auth.join();
  const query = await emailLink(email);
  expect((await auth.app.request(`/verify${query}`, { method: 'HEAD' })).status).toBe(200);
  for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }, { 'x-moz': 'prefetch' }]) {
    expect((await auth.app.request(`/verify${query}`, { headers })).status).toBe(503);
  }
  expect((await follow(query)).hash).toContain('access_token');
});

test('[wire] a link with a challenge returns a code, and the code with its verifier a session, once', async () => {
  const { email, id } = await auth.join();
  const target = await follow(await emailLink(email, { redirectTo: 'http://localhost:5173/reset?flow=7', body: pkce }));
  expect(target.origin + target.pathname).toBe('http://localhost:5173/reset');
  expect(target.searchParams.get('flow')).toBe('7');
  expect(target.hash).toBe('');
  const code = target.searchParams.get('code');
  const wrong = await exchange(code, 'w'.repeat(43));
  expect(wrong).toMatchObject({ status: 400, json: { code: 'bad_code_verifier' } });
  const { status, json } = await exchange(code, verifier);
  expect(status).toBe(200);
  expect(json.user?.id).toBe(id);
  expect(decodeJwt(json.access_token)).toMatchObject({ amr: [{ method: 'recovery' }] });
  expect(await exchange(code, verifier)).toMatchObject({ status: 404, json: { code: 'flow_state_not_found' } });
});

test('[wire] of many simultaneous exchanges of a code, one gets the session', async () => {
  const { email } = await auth.join();
  const code = (await follow(await emailLink(email, { body: pkce }))).searchParams.get('code');
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(code, verifier)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
});

test('[wire] a code expires after five minutes, and an unknown code is refused', async () => {
  const { email } = await auth.join();
  const code = (await follow(await emailLink(email, { body: pkce }))).searchParams.get('code');
  auth.wait(301);
  expect(await exchange(code, verifier)).toMatchObject({ status: 422, json: { code: 'flow_state_expired' } });
  expect(await exchange('nothing', verifier)).toMatchObject({ status: 404, json: { code: 'flow_state_not_found' } });
  for (const [a, b] of [
    ['', verifier],
    [code, null],
    [undefined, undefined],
  ]) {
    expect(await exchange(a, b)).toMatchObject({ status: 400, json: { code: 'validation_failed' } });
  }
});

test('[wire] errors of a link with a challenge are in the query, too', async () => {
  const { email } = await auth.join();
  const query = await emailLink(email, { body: pkce });
  await follow(query);
  const target = await follow(query);
  expect(target.hash).toBe(`#error=access_denied&${dead}`);
  expect(target.search).toBe(`?error=access_denied&${dead}`);
});

test('[wire] a link never redirects to an address that is not allowed, even if it was edited', async () => {
  const { email } = await auth.join();
  const query = new URLSearchParams(await emailLink(email, { redirectTo: 'https://evil.example/' }));
  expect(query.get('redirect_to')).toBe(SITE);
  query.set('redirect_to', 'https://evil.example/');
  expect((await follow(`?${query.toString()}`)).origin).toBe(SITE);
  expect((await follow('?token=x&type=recovery&redirect_to=//evil.example')).origin).toBe(SITE);
});

test('[wire] a link is refused with another or an unknown type, and for a banned user', async () => {
  const { email, id } = await auth.join();
  const query = await emailLink(email);
  expect((await follow(query.replace('type=recovery', 'type=signup'))).hash).toContain('otp_expired');
  expect((await follow(query.replace('type=recovery', 'type=constructor'))).hash).toContain(
    'error_code=validation_failed',
  );
  expect((await follow('')).hash).toContain('error_code=validation_failed');
  await database.sql`update auth.users set banned_until = now() + interval '1 year' where id = ${id}`;
  expect((await follow(query)).hash).toContain('error_code=user_banned');
});

test('[wire] an app can send the token alone or with the address', async () => {
  const { email, id } = await auth.join();
  const take = (query: string): string => new URLSearchParams(query).get('token') ?? '';
  const hash = { type: 'recovery', token_hash: take(await emailLink(email)) };
  expect(await request('POST /verify', { body: hash })).toMatchObject({ status: 200, json: { user: { id } } });
  expect(await request('POST /verify', { body: hash })).toMatchObject({
    status: 403,
    json: { code: 'otp_expired', message: 'Email link is invalid or has expired' },
  });
  const token = { type: 'recovery', token: take(await emailLink(email)) };
  expect(await request('POST /verify', { body: { ...token, email: newEmail() } })).toMatchObject({
    status: 403,
    json: { code: 'otp_expired', message: 'Token has expired or is invalid' },
  });
  expect(await request('POST /verify', { body: { ...token, email: email.toUpperCase() } })).toMatchObject({
    status: 200,
  });
  const sms = { type: 'sms', phone: '+15550100', token: '123456' };
  expect(await request('POST /verify', { body: sms })).toMatchObject({
    status: 403,
    json: { code: 'otp_expired', message: 'Token has expired or is invalid' },
  });
  expect(await request('POST /verify', { body: { ...sms, phone: 'phone' } })).toMatchObject({
    status: 400,
    json: { code: 'validation_failed', message: 'Invalid phone number format (E.164 required)' },
  });
  for (const body of [{}, { type: 'recovery' }, { ...token, email: 'x' }, { ...hash, type: 'sms' }]) {
    expect(await request('POST /verify', { body })).toMatchObject({ status: 400, json: { code: 'validation_failed' } });
  }
});

test('[wire] followed links, sent tokens and requests for emails are rate limited', async () => {
  const strict = auth.beside(limitTo({ verifyByAddress: 1, recoverByAddress: 1 }));
  await strict.request('/verify?token=x&type=recovery');
  const target = (await strict.request('/verify?token=x&type=recovery')).headers.get('location');
  expect(target).toContain('error_code=over_request_rate_limit');
  expect(await requestApp(strict, 'POST /verify', { body: { type: 'recovery', token_hash: 'x' } })).toMatchObject({
    status: 429,
  });
  expect(await requestApp(strict, 'POST /token?grant_type=pkce', { body: {} })).toMatchObject({ status: 429 });
  expect(await requestApp(strict, 'POST /recover', { body: { email: newEmail() } })).toMatchObject({ status: 200 });
  expect(await requestApp(strict, 'POST /recover', { body: { email: newEmail() } })).toMatchObject({ status: 429 });
});

test('[wire] a new password invalidates earlier links and codes', async () => {
  const { email, access } = await auth.join();
  const code = (await follow(await emailLink(email, { body: pkce }))).searchParams.get('code');
  const query = await emailLink(email);
  expect(await request('PUT /user', { token: access, body: { password: 'a new password' } })).toMatchObject({
    status: 200,
  });
  expect((await follow(query)).hash).toContain('otp_expired');
  expect(await exchange(code, verifier)).toMatchObject({ status: 404 });
});
