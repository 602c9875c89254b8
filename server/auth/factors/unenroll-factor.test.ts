/** Removing a second factor: permissions, and the sessions that are downgraded. */
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTestAuth } from '#server/auth/testing/test-auth.ts';
import { enrollApp, enrollPhone, joinWithApp, verify } from '#server/auth/factors/testing/test-factors.ts';

const auth = await createTestAuth();
const { database, request, signInByPassword } = auth;

const renew = async (refresh_token: string) =>
  decodeJwt((await request('POST /token?grant_type=refresh_token', { body: { refresh_token } })).json.access_token);

test('[A3] the password alone does not remove a second factor', async () => {
  const { email, access, factor } = await joinWithApp(auth);
  const { access_token: weak } = await signInByPassword(email);
  expect(await request(`DELETE /factors/${factor.id}`, { token: weak })).toMatchObject({
    status: 422,
    json: { code: 'insufficient_aal', message: 'AAL2 required to unenroll verified factor' },
  });
  const { status, json } = await request(`DELETE /factors/${factor.id}`, { token: access });
  expect([status, json.id]).toEqual([200, factor.id]);
  expect((await request('GET /user', { token: access })).json).not.toHaveProperty('factors');
  expect(await request(`DELETE /factors/${factor.id}`, { token: access })).toMatchObject({ status: 404 });
});

test('[A3] an unverified factor can be removed at any assurance level', async () => {
  const { access } = await auth.join();
  const factor = await enrollApp(auth, access);
  expect(await request(`DELETE /factors/${factor.id}`, { token: access, body: '' })).toMatchObject({ status: 200 });
});

test('[A3] a session whose factor was removed falls back to aal1 and keeps its other methods', async () => {
  const { access, refresh, factor } = await joinWithApp(auth);
  await request(`DELETE /factors/${factor.id}`, { token: access });
  const claims = await renew(refresh);
  expect(claims['aal']).toBe('aal1');
  expect(claims['amr']).toMatchObject([{ method: 'password' }]);
});

test('[A3] a session that another factor elevated stays at aal2', async () => {
  const { access, factor } = await joinWithApp(auth);
  const phone = await enrollPhone(auth, access);
  const { json } = await verify(auth, access, phone);
  await request(`DELETE /factors/${factor.id}`, { token: json.access_token });
  const claims = await renew(json.refresh_token);
  expect(claims['aal']).toBe('aal2');
  expect((await request('GET /user', { token: access })).json['factors']).toMatchObject([{ id: phone.id }]);
});

describe('[wire] an operator', () => {
  const key = auth.tokens.serviceRoleKey;

  test("sees a user's factors without secrets, and removes one", async () => {
    const { id, refresh, factor } = await joinWithApp(auth);
    const listed = await auth.app.request(`/admin/users/${id}/factors`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await listed.text();
    expect(JSON.parse(text)).toMatchObject([{ id: factor.id, factor_type: 'totp', status: 'verified' }]);
    expect(text).not.toContain('secret');
    const removed = await request(`DELETE /admin/users/${id}/factors/${factor.id}`, { token: key });
    expect(removed).toMatchObject({ status: 200, json: { id: factor.id } });
    expect((await renew(refresh))['aal']).toBe('aal1');
    expect(await request(`DELETE /admin/users/${id}/factors/${factor.id}`, { token: key })).toMatchObject({
      status: 404,
    });
  });

  test('gets an error for unknown factors, and other users cannot remove a factor', async () => {
    const [ann, eve] = [await joinWithApp(auth), await joinWithApp(auth)];
    const cases: [string, string, number][] = [
      [`DELETE /admin/users/${ann.id}/factors/${eve.factor.id}`, key, 404],
      [`DELETE /admin/users/${ann.id}/factors/x`, key, 404],
      [`DELETE /admin/users/x/factors/${ann.factor.id}`, key, 400],
      [`DELETE /admin/users/${ann.id}/factors/${ann.factor.id}`, ann.access, 403],
      [`GET /admin/users/${ann.id}/factors`, ann.access, 403],
      [`GET /admin/users/${ann.id}/factors`, auth.tokens.anonKey, 403],
    ];
    for (const [line, token, status] of cases) {
      expect([line, (await request(line, { token })).status]).toEqual([line, status]);
    }
    expect((await request('GET /user', { token: eve.access })).json['factors']).toHaveLength(1);
  });
});

test('[Y9] deleting an account deletes its factors, and no API key can read their secrets', async () => {
  const { id, factor } = await joinWithApp(auth);
  const grants = await database.sql`
    select grantee from information_schema.role_table_grants
    where table_schema = 'auth' and table_name in ('mfa_factors', 'mfa_challenges')
      and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')`;
  expect(grants).toHaveLength(0);
  await request(`DELETE /admin/users/${id}`, { token: auth.tokens.serviceRoleKey });
  expect(await database.sql`select from auth.mfa_factors where id = ${factor.id}`).toHaveLength(0);
});
