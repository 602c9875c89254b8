/** Account functions over REST: permissions, and the list of signed-in devices. */
import { describe, expect, test } from 'vitest';
import { openAccountParts, sessionOf } from './account-parts.ts';

const parts = await openAccountParts();
const { call, join, sql, tokens } = parts;

/** Every function with valid arguments. */
const functions = [
  ['list_sessions', {}],
  ['end_session', { session_id: '00000000-0000-4000-8000-000000000000' }],
  ['export_account', {}],
  ['has_password', {}],
  ['delete_account', { confirmation: 'nobody@example.org' }],
] as const;

describe('[A3] every account function checks its caller', () => {
  test.each(functions)('%s refuses anonymous callers and role keys', async (name, args) => {
    expect(await call(tokens.anonKey).rpc(name, args)).toMatchObject({ status: 401, error: { code: '42501' } });
    expect(await call(tokens.serviceRoleKey).rpc(name, args)).toMatchObject({ status: 403, error: { code: '42501' } });
  });

  test.each(functions)('%s refuses a valid token of an ended session', async (name, args) => {
    const { access } = await join();
    await parts.request('POST /logout?scope=global', { token: access });
    const refused = { status: 401, error: { code: 'PT401', hint: 'session_not_found' } };
    expect(await call(access).rpc(name, args)).toMatchObject(refused);
  });

  test.each(functions)("%s refuses a token with another user's session, or without one", async (name, args) => {
    const [ann, eve] = [await join(), await join()];
    for (const session of [sessionOf(ann.access), '', "' or true", undefined]) {
      const forged = await parts.resign(eve.access, { session_id: session });
      expect(await call(forged).rpc(name, args)).toMatchObject({ status: 401, error: { hint: 'session_not_found' } });
    }
  });

  test.each(functions)('%s requires the second step where one is set up', async (name, args) => {
    const ann = await join();
    await parts.addFactor(ann.id);
    const refused = { status: 403, error: { code: 'PT403', hint: 'insufficient_aal' } };
    expect(await call(ann.access).rpc(name, args)).toMatchObject(refused);
    const full = await parts.resign(ann.access, { aal: 'aal2' });
    expect((await call(full).rpc(name, args)).error?.hint ?? '').not.toBe('insufficient_aal');
  });

  test('their internal functions cannot be called', async () => {
    const { access } = await join();
    const made = ['sessions_of(null)', 'rows_of(null, false)', 'ways_in_of(null)', 'last_proof()', 'require_session()'];
    for (const statement of made) {
      const [name = ''] = statement.split('(');
      expect(await call(access).rpc(name, {})).toMatchObject({ status: 404 });
      const direct = sql.begin(async (tx) => {
        await tx`set local role authenticated`;
        await tx.unsafe(`select private.${statement}`);
      });
      await expect(direct).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('[A3] devices', () => {
  test('are listed with the latest first, and only those of the caller', async () => {
    const ann = await join();
    await join();
    const phone = await parts.signIn(ann.email, 'A phone');
    await sql`update auth.sessions set created_at = '2026-01-02 03:04:05+02', refreshed_at = '2026-01-02 03:04:05+02'
      where id = ${sessionOf(phone)}`;
    const { data } = await call(ann.access).rpc('list_sessions');
    expect(data).toEqual([
      {
        id: sessionOf(ann.access),
        user_agent: '',
        ip: '192.0.2.1',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/u),
        last_used_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/u),
        aal: 'aal1',
        is_current: true,
      },
      {
        id: sessionOf(phone),
        user_agent: 'A phone',
        ip: '192.0.2.1',
        created_at: '2026-01-02T01:04:05+00:00',
        last_used_at: '2026-01-02T01:04:05+00:00',
        aal: 'aal1',
        is_current: false,
      },
    ]);
  });

  test('show the network of their last renewal', async () => {
    const ann = await join();
    const body = { refresh_token: ann.refresh };
    const headers = { 'user-agent': 'A new browser', 'x-test-address': '198.51.100.7' };
    await parts.request('POST /token?grant_type=refresh_token', { body, headers });
    const { data } = await call(ann.access).rpc('list_sessions');
    expect(data).toMatchObject([{ user_agent: 'A new browser', ip: '198.51.100.7' }]);
  });

  test('can be signed out individually, with their refresh tokens', async () => {
    const ann = await join();
    const phone = await parts.signIn(ann.email);
    const ended = await call(ann.access).rpc('end_session', { session_id: sessionOf(phone) });
    expect(ended).toMatchObject({ data: true, status: 200 });
    expect(await call(ann.access).rpc('end_session', { session_id: sessionOf(phone) })).toMatchObject({ data: false });
    expect(await sql`select from auth.refresh_tokens where session_id = ${sessionOf(phone)}`).toHaveLength(0);
    expect((await parts.request('GET /user', { token: phone })).json).toMatchObject({ code: 'session_not_found' });
    expect((await parts.request('GET /user', { token: ann.access })).status).toBe(200);
    await call(ann.access).rpc('end_session', { session_id: sessionOf(ann.access) });
    expect((await parts.request('GET /user', { token: ann.access })).status).toBe(403);
  });

  test('of other users cannot be signed out', async () => {
    const [ann, eve] = [await join(), await join()];
    const asked = { session_id: sessionOf(ann.access) };
    expect(await call(eve.access).rpc('end_session', asked)).toMatchObject({ data: false });
    expect((await parts.request('GET /user', { token: ann.access })).status).toBe(200);
    for (const wrong of ['nonsense', "' or true --", 1]) {
      expect((await call(eve.access).rpc('end_session', { session_id: wrong })).status).toBe(400);
    }
  });

  test('cannot be signed out by GET', async () => {
    const { access } = await join();
    const read = await call(access).rpc('end_session', { session_id: sessionOf(access) }, { get: true });
    expect(read.status).toBe(405);
    expect((await parts.request('GET /user', { token: access })).status).toBe(200);
  });
});

test('[A9] the database tells whether an account has a password, whatever its identities say', async () => {
  const ann = await join();
  expect((await call(ann.access).rpc('has_password', {})).data).toBe(true);
  await sql`update auth.users set encrypted_password = null where id = ${ann.id}`;
  expect((await call(ann.access).rpc('has_password', {})).data).toBe(false);
});
