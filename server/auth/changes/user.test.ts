/** The signed-in user: authentication, allowed changes, and the end of sessions. */
import { generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { TEST_ISSUER } from '#server/testing/test-tokens.ts';
import { requestApp, createTestAuth, limitTo, PASSWORD } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { database, request, signInByPassword } = auth;

const noSession = {
  status: 403,
  json: { code: 'session_not_found', message: 'Session from session_id claim in JWT does not exist' },
};

test('[wire] a request without a bearer token is refused', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'Bearer ü']) {
    for (const line of ['GET /user', 'PUT /user', 'POST /logout', 'GET /admin/users']) {
      expect(await request(line, { headers: { authorization } })).toMatchObject({
        status: 401,
        json: { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
      });
    }
  }
});

test('[wire] an expired token, or one with another key, algorithm or issuer, is refused', async () => {
  const { id, access } = await auth.join();
  const claims = { sub: id, aud: 'authenticated', role: 'authenticated', session_id: id };
  const { privateKey } = await generateKeyPair('ES256');
  const forge = () => new SignJWT(claims).setIssuer(TEST_ISSUER).setExpirationTime('1h');
  const parts = access.split('.');
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${parts[1]}.`;
  const forged = [
    await forge().setProtectedHeader({ alg: 'ES256' }).sign(privateKey),
    await forge().setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32)),
    none,
    `${parts[0]}.${parts[1]}.${'A'.repeat(86)}`,
    'a.b.c',
    'nonsense',
    'x'.repeat(10_000),
    auth.tokens.anonKey,
    auth.tokens.serviceRoleKey,
    await auth.tokens.sign({ ...claims, sub: 'root' }, 60),
  ];
  for (const token of forged)
    expect([token, await request('GET /user', { token })]).toMatchObject([
      token,
      { status: 403, json: { code: 'bad_jwt' } },
    ]);
  auth.wait(3601);
  const late = await request('GET /user', { token: access });
  expect(late).toMatchObject({ status: 403, json: { code: 'bad_jwt' } });
  expect(late.json['message']).toBe('invalid JWT: unable to parse or verify signature, token is expired');
});

test('[wire] a token whose user or session was deleted or does not match is refused with its error code', async () => {
  const [ann, bob] = [await auth.join(), await auth.join()];
  const [session] = await database.sql<{ id: string }[]>`select id from auth.sessions where user_id = ${bob.id}`;
  const claims = { aud: 'authenticated', role: 'authenticated' };
  const stolen = await auth.tokens.sign({ ...claims, sub: ann.id, session_id: session?.id }, 60);
  expect(await request('GET /user', { token: stolen })).toMatchObject(noSession);
  expect(await request('GET /user', { token: await auth.tokens.sign({ ...claims, sub: ann.id }, 60) })).toMatchObject(
    noSession,
  );
  await database.sql`update auth.users set banned_until = now() + interval '1 year' where id = ${ann.id}`;
  expect(await request('GET /user', { token: ann.access })).toMatchObject({
    status: 403,
    json: { code: 'user_banned' },
  });
  await database.sql`delete from auth.users where id = ${ann.id}`;
  expect(await request('GET /user', { token: ann.access })).toMatchObject({
    status: 403,
    json: { code: 'user_not_found', message: 'User from sub claim in JWT does not exist' },
  });
});

test('[wire] metadata is merged, and null removes a key', async () => {
  const { access } = await auth.join();
  await request('PUT /user', { token: access, body: { data: { name: 'Ann', theme: { dark: true } } } });
  const { status, json } = await request('PUT /user', {
    token: access,
    body: { data: { name: null, size: 5 }, password: null, email: null },
  });
  expect(status).toBe(200);
  expect(json['user_metadata']).toMatchObject({ theme: { dark: true }, size: 5, email_verified: true });
  expect(json['user_metadata']).not.toHaveProperty('name');
  expect((await request('GET /user', { token: access })).json).toEqual(json);
  const both = await Promise.all(
    [1, 2, 3, 4].map((n) => request('PUT /user', { token: access, body: { data: { [`key-${n}`]: n } } })),
  );
  expect(both.every((answer) => answer.status === 200)).toBe(true);
  expect((await request('GET /user', { token: access })).json['user_metadata']).toMatchObject({
    'key-1': 1,
    'key-2': 2,
    'key-3': 3,
    'key-4': 4,
  });
});

test('[wire] a new password ends the other sessions and keeps this one', async () => {
  const { email, access, refresh } = await auth.join();
  const here = await signInByPassword(email);
  expect(await request('PUT /user', { token: here.access_token, body: { password: 'brand new one' } })).toMatchObject({
    status: 200,
  });
  expect(await request('GET /user', { token: here.access_token })).toMatchObject({ status: 200 });
  expect(await request('GET /user', { token: access })).toMatchObject(noSession);
  const refused = await request('POST /token?grant_type=refresh_token', { body: { refresh_token: refresh } });
  expect(refused).toMatchObject({ status: 400, json: { code: 'refresh_token_not_found' } });
  expect((await signInByPassword(email)).access_token).toBe('');
  expect((await signInByPassword(email, 'brand new one')).access_token).not.toBe('');
});

test('[wire] an invalid change is refused with its error code', async () => {
  const { email, access } = await auth.join();
  const cases: [unknown, number, string][] = [
    [{ password: PASSWORD }, 422, 'same_password'],
    [{ password: '' }, 422, 'weak_password'],
    [{ password: 'x'.repeat(73) }, 400, 'validation_failed'],
    [{ password: 'brand new one', current_password: 'wrong' }, 400, 'invalid_credentials'],
    [{ email: 'nonsense' }, 400, 'validation_failed'],
    [{ phone: '+15550100' }, 400, 'validation_failed'],
    [{ data: ['a'] }, 400, 'validation_failed'],
    [{ data: { big: 'x'.repeat(5000) } }, 400, 'validation_failed'],
  ];
  for (const [body, status, code] of cases) {
    const answer = await request('PUT /user', { token: access, body });
    expect([body, answer]).toMatchObject([body, { status, json: { code } }]);
  }
  const fine = { email: email.toUpperCase(), password: 'brand new one', current_password: PASSWORD };
  expect(await request('PUT /user', { token: access, body: fine })).toMatchObject({ status: 200 });
});

test('[wire] signing out ends this session, the others, or all', async () => {
  const { email, access } = await auth.join();
  const [second, third] = [await signInByPassword(email), await signInByPassword(email)];
  const isAlive = async (token: string) => (await request('GET /user', { token })).status === 200;
  expect(await request('POST /logout?scope=local', { token: access })).toMatchObject({ status: 204 });
  expect([await isAlive(access), await isAlive(second.access_token)]).toEqual([false, true]);
  expect(await request('POST /logout?scope=others', { token: second.access_token })).toMatchObject({ status: 204 });
  expect([await isAlive(third.access_token), await isAlive(second.access_token)]).toEqual([false, true]);
  const fourth = await signInByPassword(email);
  expect(await request('POST /logout?scope=bogus', { token: fourth.access_token })).toMatchObject({
    status: 400,
    json: { code: 'validation_failed', message: 'Unsupported logout scope "bogus"' },
  });
  const { access: attacker } = await auth.join();
  expect(await request('POST /logout', { token: fourth.access_token })).toMatchObject({ status: 204 });
  expect([await isAlive(fourth.access_token), await isAlive(second.access_token), await isAlive(attacker)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await request('POST /logout', { token: fourth.access_token })).toMatchObject(noSession);
});

test('[wire] changes by account and requests by address are rate limited', async () => {
  const strict = auth.beside(limitTo({ changeByAccount: 1, otherByAddress: 4 }));
  const { access } = await auth.join();
  const change = () => requestApp(strict, 'PUT /user', { token: access, body: { data: {} } });
  expect(await change()).toMatchObject({ status: 200 });
  expect(await change()).toMatchObject({ status: 429 });
  for (const status of [200, 200, 429])
    expect(await requestApp(strict, 'GET /user', { token: access })).toMatchObject({ status });
});
