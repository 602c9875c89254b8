/** Which sessions the backend remembers as ended by their owner, and what it tells the devices of these sessions. */
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '#server/auth/testing/test-auth.ts';
import { openAccountParts, sessionOf } from './account-parts.ts';

const parts = await openAccountParts();
const { call, join, signIn, request, sql, tokens } = parts;

/** The answer to a device whose token was refused: it only has the app's key and the id of its session. */
const endOf = async (token: string): Promise<unknown> => {
  const answer = await call(tokens.anonKey).rpc('read_session_end', { session_id: sessionOf(token) });
  expect(answer.error).toBeNull();
  return answer.data;
};

/** An account that is signed in on a phone and on a laptop. */
async function joinTwice() {
  const { id, email, access: phone, refresh } = await join();
  return { id, email, phone, refresh, laptop: await signIn(email) };
}

const asOperator = (line: string, body?: object) => request(line, { token: tokens.serviceRoleKey, body });

describe('[Y9] the backend remembers a session that its owner ended from elsewhere', () => {
  test('by logging out one device', async () => {
    const { phone, laptop } = await joinTwice();
    expect([await endOf(phone), await endOf(laptop)]).toEqual([null, null]);
    expect((await call(laptop).rpc('end_session', { session_id: sessionOf(phone) })).data).toBe(true);
    expect([await endOf(phone), await endOf(laptop)]).toEqual(['logged-out', null]);
  });

  test('by logging out all other devices, or all', async () => {
    const { phone, laptop } = await joinTwice();
    await request('POST /logout?scope=others', { token: laptop });
    expect([await endOf(phone), await endOf(laptop)]).toEqual(['logged-out', null]);
    await request('POST /logout?scope=global', { token: laptop });
    expect(await endOf(laptop)).toBe('logged-out');
  });

  test('by choosing a new password', async () => {
    const { phone, laptop } = await joinTwice();
    const changed = await request('PUT /user', {
      token: laptop,
      body: { password: 'battery staple', current_password: PASSWORD },
    });
    expect(changed.status).toBe(200);
    expect([await endOf(phone), await endOf(laptop)]).toEqual(['password-changed', null]);
  });

  test('by letting the operator choose one', async () => {
    const { id, phone } = await joinTwice();
    expect((await asOperator(`PUT /admin/users/${id}`, { password: 'battery staple' })).status).toBe(200);
    expect(await endOf(phone)).toBe('password-changed');
  });

  test('by deleting the account, which leaves nothing of it but the ids of its sessions', async () => {
    const { id, email, phone, laptop } = await joinTwice();
    const lost = await signIn(email);
    await call(laptop).rpc('end_session', { session_id: sessionOf(lost) });
    expect((await call(laptop).rpc('delete_account', { confirmation: email })).error).toBeNull();
    expect([await endOf(phone), await endOf(laptop), await endOf(lost)]).toEqual([
      'account-deleted',
      'account-deleted',
      'logged-out',
    ]);
    const kept = await sql<{ user_id: string | null }[]>`select user_id from public.ended_sessions
      where id in (${sessionOf(phone)}, ${sessionOf(laptop)}, ${sessionOf(lost)})`;
    expect(kept.map((row) => row.user_id)).toEqual([null, null, null]);
    expect(await sql`select from public.ended_sessions where user_id = ${id}`).toHaveLength(0);
  });

  test('by letting the operator delete it', async () => {
    const { id, phone } = await joinTwice();
    expect((await asOperator(`DELETE /admin/users/${id}`)).status).toBe(200);
    expect(await endOf(phone)).toBe('account-deleted');
  });
});

describe('[A1] the backend remembers no session that ended in another way', () => {
  test.each([
    ['a logout on the device itself', ({ phone }) => request('POST /logout?scope=local', { token: phone })],
    ['a ban', ({ id }) => asOperator(`PUT /admin/users/${id}`, { ban_duration: '1h' })],
    [
      'a token that was used again',
      async ({ refresh }) => {
        const renew = (token: string) =>
          request('POST /token?grant_type=refresh_token', { body: { refresh_token: token } });
        const { json } = await renew(refresh);
        await renew(json.refresh_token);
        parts.wait(60);
        await renew(refresh);
      },
    ],
    [
      'a restored backup that does not know it',
      ({ phone }) => sql`delete from auth.sessions where id = ${sessionOf(phone)}`,
    ],
  ] as readonly (readonly [string, (account: Awaited<ReturnType<typeof joinTwice>>) => Promise<unknown>])[])(
    'after %s',
    async (_, end) => {
      const account = await joinTwice();
      await end(account);
      expect(await sql`select from auth.sessions where id = ${sessionOf(account.phone)}`).toHaveLength(0);
      expect(await endOf(account.phone)).toBeNull();
    },
  );

  test('nor reports one that a restored backup has again', async () => {
    const { id, phone, laptop } = await joinTwice();
    await call(laptop).rpc('end_session', { session_id: sessionOf(phone) });
    await sql`insert into auth.sessions (id, user_id) values (${sessionOf(phone)}, ${id})`;
    expect(await endOf(phone)).toBeNull();
  });
});

describe('what the backend remembers about ended sessions', () => {
  test('[Y9] is bounded: 200 for each account, and each for a year', async () => {
    const { id, phone, laptop } = await joinTwice();
    await sql`insert into public.ended_sessions (id, user_id, reason, ended_at)
      select gen_random_uuid(), ${id}, 'logged-out', now() - nth * interval '1 minute' from generate_series(1, 250) nth`;
    const [old] = await sql<{ id: string }[]>`insert into public.ended_sessions (id, reason, ended_at)
      values (gen_random_uuid(), 'account-deleted', now() - interval '366 days') returning id`;
    await call(laptop).rpc('end_session', { session_id: sessionOf(phone) });
    expect(await sql`select from public.ended_sessions where user_id = ${id}`).toHaveLength(200);
    expect(await endOf(phone)).toBe('logged-out');
    expect(await sql`select from public.ended_sessions where id = ${old?.id ?? ''}`).toHaveLength(0);
  });

  test('[A3] cannot be read or written by anyone else', async () => {
    const { phone, laptop } = await joinTwice();
    await call(laptop).rpc('end_session', { session_id: sessionOf(phone) });
    for (const token of [tokens.anonKey, laptop]) {
      expect((await call(token).from('ended_sessions').select()).error?.code).toBe('42501');
      const added = await call(token)
        .from('ended_sessions')
        .insert({ id: sessionOf(laptop), reason: 'logged-out' });
      expect(added.error?.code).toBe('42501');
    }
    const foreign = await call((await join()).access).rpc('end_session', { session_id: sessionOf(laptop) });
    expect([foreign.data, await endOf(laptop)]).toEqual([false, null]);
  });

  test('[wire] changes no answer of the auth service', async () => {
    const { laptop, phone, refresh } = await joinTwice();
    await call(laptop).rpc('end_session', { session_id: sessionOf(phone) });
    const renewed = await request('POST /token?grant_type=refresh_token', { body: { refresh_token: refresh } });
    expect([renewed.status, renewed.json['code']]).toEqual([400, 'refresh_token_not_found']);
    expect((await request('GET /user', { token: phone })).json['code']).toBe('session_not_found');
  });
});
