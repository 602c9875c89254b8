/** Refreshing: rotation, lost responses, theft, and many callers at once in several processes. */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { requestApp, createTestAuth, limitTo } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { database, request } = auth;

const refresh = (token: unknown, app = auth.app) =>
  requestApp(app, 'POST /token?grant_type=refresh_token', { body: { refresh_token: token } });
const next = async (token: string): Promise<string> => (await refresh(token)).json.refresh_token;
const used = {
  status: 400,
  json: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
};

test('[wire] a refresh gives new tokens of the same session', async () => {
  const joined = await auth.join();
  const { status, json } = await refresh(joined.refresh);
  expect(status).toBe(200);
  expect(json.refresh_token).not.toBe(joined.refresh);
  expect(json.refresh_token).toMatch(/^[\w-]{43}$/);
  expect(json).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: joined.id } });
  const [before, after] = [decodeJwt(joined.access), decodeJwt(json.access_token)];
  expect(after).toMatchObject({ session_id: before['session_id'], amr: before['amr'] });
  expect(await refresh(json.refresh_token)).toMatchObject({ status: 200 });
});

test('[wire] [A1] the parent of the active token returns the active token until an access token of that is used', async () => {
  const { refresh: first } = await auth.join();
  const second = await next(first);
  auth.wait(3600 * 24 * 90);
  expect(await next(first)).toBe(second);
  const third = await next(second);
  expect(await next(second)).toBe(third);
  expect(await refresh(third)).toMatchObject({ status: 200 });
});

test('[A3] once an access token was used, the previous refresh token is a reuse and ends the session', async () => {
  const { refresh: first } = await auth.join();
  const { json } = await refresh(first);
  expect(await request('GET /user', { token: json.access_token })).toMatchObject({ status: 200 });
  // Two tabs that refresh at once still get the same token.
  auth.wait(9);
  expect((await refresh(first)).json.refresh_token).toBe(json.refresh_token);
  auth.wait(2);
  expect(await refresh(first)).toMatchObject(used);
  expect(await request('GET /user', { token: json.access_token })).toMatchObject({
    status: 403,
    json: { code: 'session_not_found' },
  });
});

test('[wire] within the interval an older token returns the active one, too', async () => {
  const { refresh: first } = await auth.join();
  const second = await next(first);
  const third = await next(second);
  auth.wait(9);
  expect(await next(first)).toBe(third);
});

test('[A3] any other reuse ends the session, access tokens included', async () => {
  const { refresh: first, access } = await auth.join();
  const second = await next(first);
  const third = await next(second);
  auth.wait(11);
  expect(await refresh(first)).toMatchObject(used);
  const notFound = { status: 400, json: { code: 'refresh_token_not_found' } };
  expect(await refresh(third)).toMatchObject(notFound);
  expect(await refresh(second)).toMatchObject(notFound);
  expect(await request('GET /user', { token: access })).toMatchObject({
    status: 403,
    json: { code: 'session_not_found' },
  });
  const { refresh: other } = await auth.join();
  expect(await refresh(other)).toMatchObject({ status: 200 });
});

test('[wire] a stolen database or a stolen token alone does not give the successor', async () => {
  const { refresh: first } = await auth.join();
  const second = await next(first);
  const stored = await database.sql<
    { hash: Buffer; nonce: Buffer }[]
  >`select token_hash as hash, nonce from auth.refresh_tokens`;
  const guesses = stored.flatMap(({ hash, nonce }) => [hash.toString('base64url'), nonce.toString('base64url')]);
  expect(guesses).not.toContain(second);
  expect(guesses).not.toContain(first);
  for (const guess of guesses.slice(-4))
    expect(await refresh(guess)).toMatchObject({ status: 400, json: { code: 'refresh_token_not_found' } });
});

test('[wire] a malformed or unknown token is refused with its error code', async () => {
  for (const token of ['', null, undefined, 'short', 'with spaces in it', 'x'.repeat(129), "' or 1=1 --xxxx"]) {
    const answer = await refresh(token);
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'validation_failed', message: 'Refresh token is not valid' },
    });
  }
  for (const token of ['abcdefghijkl', 'x'.repeat(43)]) {
    const answer = await refresh(token);
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
    });
  }
});

test('[wire] a banned user is refused', async () => {
  const { refresh: token, id } = await auth.join();
  await database.sql`update auth.users set banned_until = now() + interval '1 year' where id = ${id}`;
  expect(await refresh(token)).toMatchObject({ status: 400, json: { code: 'user_banned' } });
});

test('[wire] two processes and many tabs that refresh at once all get the same active token', async () => {
  const { refresh: first } = await auth.join();
  const other = auth.beside({});
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => refresh(first, i % 2 === 0 ? auth.app : other)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
  const [stored] = await database.sql`select count(*)::int as active from auth.refresh_tokens t
    where session_id = (select session_id from auth.refresh_tokens where revoked_at is null order by id desc limit 1) and revoked_at is null`;
  expect(stored).toEqual({ active: 1 });
});

test('[wire] a request that waits too long for its session gets an answer that asks it to retry', async () => {
  const { refresh: token } = await auth.join();
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const locking = database.sql.begin(async (tx) => {
    await tx`select id from auth.sessions for update`;
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const startedAt = Date.now();
  expect(await refresh(token)).toMatchObject({
    status: 409,
    json: {
      code: 'conflict',
      message: 'Too many concurrent token refresh requests on the same session or refresh token',
    },
  });
  expect(Date.now() - startedAt).toBeGreaterThan(4500);
  released.resolve();
  await locking;
  expect(await refresh(token)).toMatchObject({ status: 200 });
});

test('[wire] tokens of a chain that were used long ago are deleted, the others are kept', async () => {
  const { refresh: first, id } = await auth.join();
  const second = await next(first);
  auth.wait(3600 * 24 * 31);
  const third = await next(second);
  const fourth = await next(third);
  const [stored] = await database.sql`select count(*)::int as links from auth.refresh_tokens t
    join auth.sessions s on s.id = t.session_id where s.user_id = ${id}`;
  expect(stored).toEqual({ links: 3 });
  expect(await next(third)).toBe(fourth);
  expect(await refresh(first)).toMatchObject({ status: 400, json: { code: 'refresh_token_not_found' } });
});

test('[wire] refreshes are rate limited by network address', async () => {
  const strict = auth.beside(limitTo({ refreshByAddress: 1 }));
  const { refresh: token } = await auth.join();
  expect(await refresh(token, strict)).toMatchObject({ status: 200 });
  expect(await refresh(token, strict)).toMatchObject({ status: 429, json: { code: 'over_request_rate_limit' } });
});
