/** Requests that end sessions and accounts take locks in the same order as others, so they never deadlock. */
import { afterAll, expect, test } from 'vitest';
import { createLinkToken } from '#server/auth/links/one-time-tokens.ts';
import { createFlowState } from '#server/auth/links/pkce.ts';
import { createPasskeySandbox } from '#server/auth/passkeys/testing/passkey-sandbox.ts';
import { newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { untilWaiting } from '#server/testing/test-database.ts';

const auth = await createPasskeySandbox();
const { database, request, join } = auth;
const { sql } = database;
afterAll(() => database.close());

test('[arch-5] an operator deletes an account while a device writes its rows', async () => {
  const { id } = await join();
  const insertItem = `insert into public.grocery_items (id, user_id, name) values (gen_random_uuid(), $1, 'Milk')`;
  await sql.unsafe(insertItem, [id]);
  const { deleting } = await sql.begin(async (tx) => {
    await tx`select from public.sync_state where list_id = ${id} for update`;
    const answer = request(`DELETE /admin/users/${id}`, { token: auth.tokens.serviceRoleKey });
    await untilWaiting(sql);
    await tx.unsafe(insertItem, [id]);
    return { deleting: answer };
  });
  expect((await deleting).status).toBe(200);
  expect(await sql`select from public.grocery_items where user_id = ${id}`).toHaveLength(0);
});

test('[arch-5] logging out everywhere waits for a request that is elevating a session', async () => {
  const { id, email, access } = await join();
  await request('POST /token?grant_type=password', { body: { email, password: PASSWORD } });
  const sessions = await sql<{ id: string }[]>`select id from auth.sessions where user_id = ${id} order by ctid`;
  const { leaving } = await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${id} for update`;
    await tx`select from auth.sessions where id = ${sessions[1]?.id ?? ''} for update`;
    const answer = request('POST /logout?scope=global', { token: access });
    await untilWaiting(sql);
    await tx`delete from auth.sessions where id = ${sessions[0]?.id ?? ''}`;
    return { leaving: answer };
  });
  expect((await leaving).status).toBe(204);
  expect(await sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0);
});

test('[arch-5] reuse of a refresh token is recorded while another request locks the user and the session', async () => {
  const { id, refresh: first } = await join();
  const refresh = (token: string) =>
    request('POST /token?grant_type=refresh_token', { body: { refresh_token: token } });
  const { json } = await refresh(first);
  await refresh(json.refresh_token);
  auth.wait(11);
  const { reusing } = await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${id} for update`;
    const answer = refresh(first);
    await untilWaiting(sql);
    await tx`select from auth.sessions where user_id = ${id} for update`;
    return { reusing: answer };
  });
  expect(await reusing).toMatchObject({ status: 400, json: { code: 'refresh_token_already_used' } });
  expect(await sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0);
  expect(await sql`select kind from auth.security_events where user_id = ${id} order by id desc limit 1`).toEqual([
    { kind: 'session-reused' },
  ]);
});

test('[H12] requests for an account that is locked for long give up, so that they do not hold all connections', async () => {
  const { id, access: token, email } = await join();
  await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${id} for update`;
    const refused = [
      request('POST /logout?scope=local', { token }),
      request('PUT /user', { token, body: { data: { color: 'green' } } }),
      request('POST /token?grant_type=password', { body: { email, password: 'correct horse' } }),
    ];
    for (const answer of await Promise.all(refused)) {
      expect(answer).toMatchObject({ status: 409, json: { code: 'conflict' } });
    }
  });
  expect((await request('POST /logout?scope=local', { token })).status).toBe(204);
});

test('[H12] any number of requests for a locked account leave connections to other accounts', async () => {
  const { id, access: token, email, refresh } = await join();
  const other = await join();
  const { asked } = await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${id} for update`;
    const many = Array.from({ length: 20 }, () => [
      request('POST /logout?scope=local', { token }),
      request('POST /token?grant_type=refresh_token', { body: { refresh_token: refresh } }),
      request('POST /token?grant_type=password', { body: { email, password: PASSWORD } }),
    ]).flat();
    await untilWaiting(sql, 3);
    expect(await auth.signInByPassword(other.email)).toMatchObject({ user: { id: other.id } });
    return { asked: many };
  });
  // Those beyond the queue were refused at once.
  const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
  expect(statuses).toContain(409);
  expect(statuses).not.toContain(500);
});

test('[H12] so do requests with a code, a link or a passkey of that account', async () => {
  const { id: userId, passkey } = await auth.joinWithPasskey();
  const other = await join();
  const now = new Date(auth.now());
  const verifier = 'v'.repeat(43);
  const challenge = { challenge: verifier, method: 'plain' } as const;
  const code = await createFlowState(sql, { userId, challenge, method: 'otp', linking: null, createdAt: now });
  const link = await createLinkToken(sql, { userId, type: 'recovery', challenge: null, signUp: null, now });
  const started = await Promise.all(Array.from({ length: 7 }, () => auth.startSignIn()));
  const { asked } = await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${userId} for update`;
    const many = started.flatMap(({ challenge_id, options }) => [
      request('POST /token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } }),
      request('POST /verify', { body: { type: 'recovery', token_hash: link } }),
      request('POST /passkeys/authentication/verify', { body: { challenge_id, credential: passkey.get(options) } }),
    ]);
    await untilWaiting(sql, 3);
    expect(await auth.signInByPassword(other.email)).toMatchObject({ user: { id: other.id } });
    return { asked: many };
  });
  // Three wait for the lock at once. On a slow machine, they give up before the sign-in has ended.
  const gaveUp = (await Promise.all(asked)).filter(({ status }) => status === 409);
  expect(gaveUp.length).toBeLessThan(7);
});

test.each(['global', 'others'])('[A3] logging out (%s) cancels pending flows of the account', async (scope) => {
  const { id, access: token } = await join();
  expect((await request('PUT /user', { token, body: { email: newEmail() } })).status).toBe(200);
  const [begun] = await sql`select email_change from auth.users where id = ${id}`;
  expect(begun).toMatchObject({ email_change: expect.any(String) });
  expect((await request(`POST /logout?scope=${scope}`, { token })).status).toBe(204);
  const [after] = await sql`select email_change from auth.users where id = ${id}`;
  expect(after).toMatchObject({ email_change: null });
  expect(await sql`select from auth.one_time_tokens where user_id = ${id}`).toHaveLength(0);
});

test('[A3] logging out of one device does not cancel a pending change of address', async () => {
  const { id, access: token } = await join();
  await request('PUT /user', { token, body: { email: newEmail() } });
  expect((await request('POST /logout?scope=local', { token })).status).toBe(204);
  const [after] = await sql`select email_change from auth.users where id = ${id}`;
  expect(after).toMatchObject({ email_change: expect.any(String) });
});
