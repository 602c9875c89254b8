/** Fields that users may not set: sending them has no effect. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestAuth, newEmail, PASSWORD, type TestAuth } from '#server/auth/testing/test-auth.ts';
import type { Database } from '#server/database/database.ts';
import { createRest } from '#server/rest/rest.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

let database: Database;
let auth: TestAuth;
let rest: ReturnType<typeof createRest>;
beforeAll(async () => {
  database = await createTestDatabase();
  auth = await createTestAuth({}, { database });
  const settings = { schemas: ['public'], anonRole: 'anon', maxRows: 1000, connections: 10, maxBodyBytes: 100_000 };
  rest = createRest({ database, tokens: auth.tokens, settings });
});
afterAll(() => database.close());

const stolen = '00000000-0000-4000-8000-000000000001';
const longAgo = '2001-01-01T00:00:00Z';
/** Every column of an account, its names in responses, and other names that an attacker might try. */
const forbiddenFields = {
  id: stolen,
  aud: 'service_role',
  role: 'service_role',
  aal: 'aal2',
  amr: [{ method: 'totp', timestamp: 1 }],
  session_id: stolen,
  app_metadata: { provider: 'google', providers: ['google'], role: 'service_role', admin: true },
  raw_app_meta_data: { admin: true },
  user_metadata: { injected: true },
  raw_user_meta_data: { injected: true },
  email_confirmed_at: longAgo,
  confirmed_at: longAgo,
  email_verified: true,
  email_confirm: true,
  phone_confirmed_at: longAgo,
  encrypted_password: 'x',
  password_hash: '$argon2id$x',
  is_super_admin: true,
  is_anonymous: true,
  is_sso_user: true,
  banned_until: 'none',
  ban_duration: '1h',
  factors: [{ id: stolen, status: 'verified', factor_type: 'totp' }],
  identities: [{ provider: 'google', id: 'x' }],
  created_at: longAgo,
  updated_at: longAgo,
  last_sign_in_at: longAgo,
};

const rowOf = async (email: string): Promise<unknown> => {
  const [row] = await database.sql`
    select role, aud, raw_app_meta_data, raw_user_meta_data ? 'injected' as injected, banned_until,
      created_at > now() - interval '1 hour' as is_new, (select count(*)::int from auth.identities where user_id = u.id) as identities
    from auth.users u where email = ${email}`;
  return row;
};
const usual = {
  role: 'authenticated',
  aud: 'authenticated',
  raw_app_meta_data: { provider: 'email', providers: ['email'] },
  injected: false,
  banned_until: null,
  is_new: true,
  identities: 1,
};

describe('[wire] an account', () => {
  test('a sign-up gets the rights of an ordinary user, whatever the body contains', async () => {
    const email = newEmail();
    const { status, json } = await auth.request('POST /signup', {
      body: { ...forbiddenFields, email, password: PASSWORD },
    });
    expect(status).toBe(200);
    expect(json.user?.id).not.toBe(stolen);
    expect(await rowOf(email)).toEqual(usual);
    expect(decodeJwt(json.access_token)).toMatchObject({ role: 'authenticated', aud: 'authenticated', aal: 'aal1' });
    expect(decodeJwt(json.access_token)['session_id']).not.toBe(stolen);
  });

  test('with confirmation required, a sign-up cannot confirm itself', async () => {
    const email = newEmail();
    const app = auth.beside({ autoconfirm: false });
    const body = JSON.stringify({ ...forbiddenFields, email, password: PASSWORD, data: forbiddenFields });
    const answer = await app.request('/signup', { method: 'POST', body });
    expect(await answer.json()).not.toHaveProperty('access_token');
    const [row] = await database.sql`select email_confirmed_at from auth.users where email = ${email}`;
    expect(row).toEqual({ email_confirmed_at: null });
  });

  test('an account update ignores fields that the user must not change', async () => {
    const { email, access, id } = await auth.join();
    const { json, status } = await auth.request('PUT /user', {
      token: access,
      body: { ...forbiddenFields, data: { kept: true } },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ id, role: 'authenticated', user_metadata: { kept: true } });
    expect(await rowOf(email)).toEqual(usual);
  });

  test.each(['refresh_token', 'password'])('a grant by %s gives only the session that was proved', async (grant) => {
    const { email, refresh, access, id } = await auth.join();
    const body = { ...forbiddenFields, email, password: PASSWORD, refresh_token: refresh };
    const { json } = await auth.request(`POST /token?grant_type=${grant}`, { body });
    const claims = decodeJwt(json.access_token);
    expect(claims).toMatchObject({ sub: id, role: 'authenticated', aal: 'aal1' });
    expect(claims['app_metadata']).toEqual(usual.raw_app_meta_data);
    const before = decodeJwt(access)['session_id'];
    expect(claims['session_id'] === before).toBe(grant === 'refresh_token');
    expect(claims['session_id']).not.toBe(stolen);
  });

  test('[A1] a client cannot choose or fix a session: each sign-in opens a new one with new tokens', async () => {
    const { email, refresh } = await auth.join();
    const signIn = () =>
      auth.request('POST /token?grant_type=password', { body: { email, password: PASSWORD, refresh_token: refresh } });
    const [first, second] = [(await signIn()).json, (await signIn()).json];
    const sessions = [first, second].map(({ access_token: token }) => decodeJwt(token)['session_id']);
    expect(new Set(sessions).size).toBe(2);
    expect(new Set([refresh, first.refresh_token, second.refresh_token]).size).toBe(3);
    // A token that the server did not issue is ignored.
    const { status } = await auth.request('POST /token?grant_type=refresh_token', {
      body: { refresh_token: 'chosenbyeve1' },
    });
    expect(status).toBe(400);
  });
});

describe('[wire] [Y1] rows', () => {
  const tables = ['grocery_items', 'categories', 'saved_lists'];
  const send = async (token: string, line: string, body: unknown): Promise<Response> => {
    const [method = '', path = ''] = line.split(' ');
    const prefer = 'return=representation,resolution=merge-duplicates';
    const headers = { authorization: `Bearer ${token}`, prefer, 'content-type': 'application/json' };
    return rest.request(path, { method, headers, body: JSON.stringify(body) });
  };

  test.each(tables)('the server sets the versions of %s, whatever is sent', async (table) => {
    const { access, id } = await auth.join();
    const row = { id: `row-${id}` };
    const forged = { ...row, version: 999_999_999 };
    const first: unknown = await (await send(access, `POST /${table}`, forged)).json();
    expect(first).toEqual([expect.objectContaining({ version: 1 })]);
    for (const version of [0, -1, 999_999_999]) await send(access, `PATCH /${table}?id=eq.${row.id}`, { version });
    const last: unknown = await (await send(access, `POST /${table}?on_conflict=id`, { ...row, version: 7 })).json();
    // An upsert of a row that is there counts twice: for the row it tries to insert, too.
    expect(last).toEqual([expect.objectContaining({ version: 6 })]);
  });

  test.each(tables)('no user writes rows of %s for another user, whatever the device id', async (table) => {
    const [ann, eve] = [await auth.join(), await auth.join()];
    const row = { user_id: ann.id, device_id: 'ann-phone', device_seq: 9_007_199_254_740_991, version: 1 };
    expect((await send(eve.access, `POST /${table}`, row)).status).toBe(403);
    expect((await send(eve.access, `POST /${table}`, [row, { ...row, user_id: eve.id }])).status).toBe(403);
    // Her own device's numbers are counted apart: Eve's claim does not make Ann's writes pass for applied ones.
    const own = { id: `eve-${eve.id}` };
    expect((await send(eve.access, `POST /${table}`, { ...own, device_id: 'ann-phone', device_seq: 99 })).status).toBe(
      201,
    );
    const written = { id: `ann-${ann.id}` };
    const answer = await send(ann.access, `POST /${table}`, { ...written, device_id: 'ann-phone', device_seq: 1 });
    expect(await answer.json()).toEqual([expect.objectContaining({ user_id: ann.id, version: 1 })]);
  });
});
