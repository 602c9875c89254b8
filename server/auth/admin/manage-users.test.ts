/** Operators can manage users, and other callers cannot. */
import { expect, test, vi } from 'vitest';
import type { RowChange } from '#server/database/database.ts';
import { requestApp, createTestAuth, limitTo, newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';

const auth = await createTestAuth();
const { database } = auth;

const token = auth.tokens.serviceRoleKey;
const request = (line: string, body?: unknown) => auth.request(line, { token, body });
const signIn = (email: string, password = PASSWORD) =>
  auth.request('POST /token?grant_type=password', { body: { email, password } });
const unknownId = '00000000-0000-4000-8000-000000000000';

test('[wire] only a key with the role service_role is accepted', async () => {
  const { access, id } = await auth.join();
  for (const line of [
    'GET /admin/users',
    'POST /admin/users',
    `GET /admin/users/${id}`,
    `PUT /admin/users/${id}`,
    `DELETE /admin/users/${id}`,
  ]) {
    for (const other of [access, auth.tokens.anonKey]) {
      expect(await auth.request(line, { token: other })).toMatchObject({
        status: 403,
        json: { code: 'not_admin', message: 'User not allowed' },
      });
    }
    expect(await auth.request(line)).toMatchObject({ status: 401, json: { code: 'no_authorization' } });
  }
});

test('[wire] a password set by an operator can be used to sign in, also by a user who has a provider', async () => {
  const { id } = await auth.join();
  await database.sql`update auth.identities set provider = 'github' where user_id = ${id}`;
  const { json } = await request(`PUT /admin/users/${id}`, { password: 'another one' });
  expect(json['identities']).toMatchObject([{ provider: 'github' }, { provider: 'email' }]);
});

test('[wire] a user is created, read, changed and deleted', async () => {
  const email = newEmail();
  const made = await request('POST /admin/users', {
    email: email.toUpperCase(),
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { name: 'Ann' },
    app_metadata: { plan: 'free' },
  });
  expect(made).toMatchObject({ status: 200, json: { email, user_metadata: { name: 'Ann', email_verified: true } } });
  expect(made.json['app_metadata']).toEqual({ provider: 'email', providers: ['email'], plan: 'free' });
  const at = `/admin/users/${made.json.id}`;
  expect((await request(`GET ${at}`)).json).toEqual(made.json);
  const session = await signIn(email);
  expect(session.status).toBe(200);

  const other = newEmail();
  const changed = await request(`PUT ${at}`, { email: other, password: 'another one', app_metadata: { plan: null } });
  expect(changed).toMatchObject({ status: 200, json: { email: other, app_metadata: { provider: 'email' } } });
  expect(changed.json['app_metadata']).not.toHaveProperty('plan');
  expect(await auth.request('GET /user', { token: session.json.access_token })).toMatchObject({ status: 403 });
  expect(await signIn(other, 'another one')).toMatchObject({ status: 200 });

  expect(await request(`DELETE ${at}`, { should_soft_delete: false })).toMatchObject({ status: 200 });
  expect(await request(`GET ${at}`)).toMatchObject({ status: 404, json: { code: 'user_not_found' } });
  expect(await request(`DELETE ${at}`)).toMatchObject({ status: 404, json: { code: 'user_not_found' } });
});

test('[wire] a user without a password or with an unconfirmed address cannot sign in with a password', async () => {
  const email = newEmail();
  const { json } = await request('POST /admin/users', { email });
  expect(json).not.toHaveProperty('email_confirmed_at');
  expect(await signIn(email, '')).toMatchObject({ status: 400, json: { code: 'invalid_credentials' } });
  await request(`PUT /admin/users/${json.id}`, { password: PASSWORD });
  expect(await signIn(email)).toMatchObject({ status: 400, json: { code: 'email_not_confirmed' } });
  // Without the password, the first proof would remove it (P8).
  await request(`PUT /admin/users/${json.id}`, { email_confirm: true, password: PASSWORD });
  expect(await signIn(email)).toMatchObject({ status: 200 });
});

test('[wire] a banned user cannot sign in until the ban ends or is lifted', async () => {
  const { id, email, access, refresh } = await auth.join();
  const banned = await request(`PUT /admin/users/${id}`, { ban_duration: '1h30m' });
  expect(Date.parse(String(banned.json['banned_until']))).toBeGreaterThan(auth.now() + 5_300_000);
  expect(await signIn(email)).toMatchObject({ status: 400, json: { code: 'user_banned', message: 'User is banned' } });
  expect(await auth.request('GET /user', { token: access })).toMatchObject({
    status: 403,
    json: { code: 'user_banned' },
  });
  expect(
    await auth.request('POST /token?grant_type=refresh_token', { body: { refresh_token: refresh } }),
  ).toMatchObject({
    status: 400,
  });
  auth.wait(5401);
  expect(await signIn(email)).toMatchObject({ status: 200 });
  await request(`PUT /admin/users/${id}`, { ban_duration: '24h' });
  const free = await request(`PUT /admin/users/${id}`, { ban_duration: 'none' });
  expect(free.json).not.toHaveProperty('banned_until');
  expect(await signIn(email)).toMatchObject({ status: 200 });
});

test('[wire] an invalid value is refused with its error code and changes nothing', async () => {
  const { email, id } = await auth.join();
  const fresh = newEmail();
  const cases: [string, unknown, number, string][] = [
    ['POST /admin/users', {}, 400, 'validation_failed'],
    ['POST /admin/users', { email: 'nonsense' }, 400, 'validation_failed'],
    ['POST /admin/users', { email }, 422, 'email_exists'],
    ['POST /admin/users', { email: fresh, password: 'short' }, 422, 'weak_password'],
    ['POST /admin/users', { email: fresh, user_metadata: { big: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    ['POST /admin/users', { email: fresh, app_metadata: { big: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    ['POST /admin/users', { email: fresh, role: 'postgres' }, 400, 'validation_failed'],
    ['POST /admin/users', { email: fresh, phone: '+15550100' }, 400, 'validation_failed'],
    ['POST /admin/users', { email: fresh, ban_duration: 'for ever' }, 400, 'validation_failed'],
    ['POST /admin/users', { email: fresh, id: unknownId }, 400, 'validation_failed'],
    ['POST /admin/users', { email: fresh, password_hash: '$2y$10$abcdefghijklmnopqrstuv' }, 400, 'validation_failed'],
    [`PUT /admin/users/${id}`, { password_hash: '$2y$10$abcdefghijklmnopqrstuv' }, 400, 'validation_failed'],
    ['POST /admin/users', { email: fresh, ban_duration: '9999999999999h' }, 400, 'validation_failed'],
    ['GET /admin/users/me', undefined, 400, 'validation_failed'],
    [`GET /admin/users/${unknownId}`, undefined, 404, 'user_not_found'],
    [`PUT /admin/users/${unknownId}`, {}, 404, 'user_not_found'],
    [`DELETE /admin/users/${id}`, { should_soft_delete: true }, 400, 'validation_failed'],
    [`DELETE /admin/users/${id}`, { should_soft_delete: 'no' }, 400, 'validation_failed'],
    ['GET /admin/users?page=0', undefined, 400, 'validation_failed'],
    ['GET /admin/users?page=x', undefined, 400, 'validation_failed'],
    ['GET /admin/users?per_page=1001', undefined, 400, 'validation_failed'],
  ];
  for (const [line, body, status, code] of cases) {
    expect([line, body, await request(line, body)]).toMatchObject([line, body, { status, json: { code } }]);
  }
  const usedEmail = newEmail();
  await request('POST /admin/users', { email: usedEmail });
  expect(await request(`PUT /admin/users/${id}`, { email: usedEmail })).toMatchObject({
    status: 422,
    json: { code: 'email_exists' },
  });
  expect(await request('POST /admin/users', { email: fresh })).toMatchObject({ status: 200 });
});

test('[wire] users are listed newest first, page by page', async () => {
  await database.sql`delete from auth.users`;
  for (let i = 0; i < 5; i += 1) {
    await auth.join();
    auth.wait(1);
  }
  const all = await request('GET /admin/users?page=&per_page=');
  expect(all.headers.get('x-total-count')).toBe('5');
  expect(all.json['users']).toHaveLength(5);
  const second = await request('GET /admin/users?page=2&per_page=2');
  expect(second.json['users']).toEqual((all.json['users'] as unknown[]).slice(2, 4));
  expect(second.headers.get('link')).toBe(
    '</admin/users?page=3&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"',
  );
  expect((await request('GET /admin/users?page=3&per_page=2')).headers.get('link')).not.toContain('next');
});

test('[wire] operators are not rate limited, but callers who impersonate them are', async () => {
  const strict = auth.beside(limitTo({ otherByAddress: 2 }));
  for (let i = 0; i < 4; i += 1)
    expect(await requestApp(strict, 'GET /admin/users', { token })).toMatchObject({ status: 200 });
  for (const status of [403, 403, 429]) {
    expect(await requestApp(strict, 'GET /admin/users', { token: auth.tokens.anonKey })).toMatchObject({ status });
  }
});

test('[H12] an operator can delete an account with very many rows: that may take longer than other statements', async () => {
  const { id } = await auth.join();
  const { sql } = database;
  await sql`create table deletions (id uuid, most text)`;
  await sql`create function note_deletion() returns trigger language plpgsql as $$
    begin insert into deletions values (old.id, current_setting('statement_timeout')); return old; end $$`;
  await sql`create trigger note_deletion before delete on auth.users for each row execute function note_deletion()`;
  expect(await request(`DELETE /admin/users/${id}`)).toMatchObject({ status: 200 });
  expect(await sql`select most from deletions where id = ${id}`).toEqual([{ most: '10min' }]);
});

test('[wire] the deletion of an account by an operator notifies no subscribers of its rows', async () => {
  const { id } = await auth.join();
  await database.sql`insert into public.grocery_items (id, user_id, name) values (${`milk-${id}`}, ${id}, 'Milk')`;
  const changes: RowChange[] = [];
  const stop = database.onChanges((more) => changes.push(...more));
  expect(await request(`DELETE /admin/users/${id}`)).toMatchObject({ status: 200 });
  // A later change of another transaction arrives after any notification of the deletion.
  const other = await auth.join();
  await database.sql`insert into public.grocery_items (id, user_id, name) values (${`tea-${id}`}, ${other.id}, 'Tea')`;
  await vi.waitFor(() => expect(changes.some(({ record }) => record?.['id'] === `tea-${id}`)).toBe(true));
  expect(changes.filter(({ type }) => type === 'DELETE')).toEqual([]);
  stop();
});
