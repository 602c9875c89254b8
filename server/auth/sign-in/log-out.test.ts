/** Signing out requires the second step if it ends other sessions. */
import { expect, test } from 'vitest';
import { Hono } from 'hono';
import { joinWithApp, verify } from '#server/auth/factors/testing/test-factors.ts';
import { MAX_SESSIONS } from '#server/auth/sessions/sessions.ts';
import { createAuthDevice } from '#server/auth/testing/auth-device.ts';
import { createTestAuth, PASSWORD } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { database, request } = auth;

const isAlive = async (token: string) => (await request('GET /user', { token })).status === 200;
const signIn = async (email: string) => (await auth.signInByPassword(email)).access_token;

test.each(['global', 'others'])(
  '[A3] a session without the second step cannot sign out other devices (%s), but it can sign out itself',
  async (scope) => {
    const { email, access, factor } = await joinWithApp(auth);
    const weak = await signIn(email);
    const refused = { status: 422, json: { code: 'insufficient_aal' } };
    expect(await request(`POST /logout?scope=${scope}`, { token: weak })).toMatchObject(refused);
    expect([await isAlive(access), await isAlive(weak)]).toEqual([true, true]);
    expect(await request('POST /logout?scope=local', { token: weak })).toMatchObject({ status: 204 });
    expect([await isAlive(access), await isAlive(weak)]).toEqual([true, false]);
    const token = await signIn(email);
    const { json } = await verify(auth, token, factor);
    expect(await request(`POST /logout?scope=${scope}`, { token: json.access_token })).toMatchObject({ status: 204 });
    expect(await isAlive(access)).toBe(false);
  },
);

test('[A3] the official client reports that other devices were not signed out', async () => {
  const { email } = await joinWithApp(auth);
  const device = createAuthDevice({ site: new Hono().route('/auth/v1', auth.app), key: auth.tokens.anonKey });
  await device.signInWithPassword({ email, password: PASSWORD });
  for (const scope of ['others', 'global'] as const) {
    expect((await device.signOut({ scope })).error).toMatchObject({ code: 'insufficient_aal' });
  }
  expect((await device.signOut({ scope: 'local' })).error).toBeNull();
});

test('[A3] an account has at most 100 sessions, and a new one ends the one that was unused for longest', async () => {
  const { id, email, access } = await auth.join();
  await database.sql`insert into auth.sessions (user_id, created_at, refreshed_at)
    select ${id}, now(), now() + make_interval(secs => n) from generate_series(1, ${MAX_SESSIONS - 1}) n`;
  expect(await isAlive(access)).toBe(true);
  auth.wait(3600);
  const latest = await signIn(email);
  expect([await isAlive(access), await isAlive(latest)]).toEqual([false, true]);
  const rows = await database.sql`select from auth.sessions where user_id = ${id}`;
  expect(rows).toHaveLength(MAX_SESSIONS);
});
