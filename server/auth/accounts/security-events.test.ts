/** Security events: which changes are reported, what the owner gets, and how many are kept. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { newEmail, PASSWORD } from '#server/auth/testing/test-auth.ts';
import { createPasskeySandbox } from '#server/auth/passkeys/testing/passkey-sandbox.ts';
import { createAuthenticator } from '#server/auth/passkeys/testing/software-authenticator.ts';
import { enrollApp, verify } from '#server/auth/factors/testing/test-factors.ts';

const auth = await createPasskeySandbox();
const { database, request } = auth;
afterAll(() => database.close());

const listEvents = (userId: string) =>
  database.sql<{ kind: string; userAgent: string; ip: string }[]>`
    select kind, user_agent as "userAgent", ip from auth.security_events where user_id = ${userId} order by id`;
const listKinds = async (userId: string) => (await listEvents(userId)).map(({ kind }) => kind);
const signIn = (email: string, headers: Readonly<Record<string, string>>) =>
  request('POST /token?grant_type=password', { body: { email, password: PASSWORD }, headers });

test('[A5] a changed password, second step and passkey are listed with device and network', async () => {
  const { id, access: token } = await auth.join();
  const headers = { 'user-agent': 'Firefox on the train', 'x-test-address': '198.51.100.9' };
  await request('PUT /user', { token, body: { password: 'another horse' }, headers });
  await vi.waitUntil(async () => (await listKinds(id)).length === 1);
  expect(await listEvents(id)).toEqual([
    { kind: 'password-changed', userAgent: 'Firefox on the train', ip: '198.51.100.9' },
  ]);
  await auth.register(token, createAuthenticator());
  await vi.waitUntil(async () => (await listKinds(id)).includes('passkey-added'));
  await verify(auth, token, await enrollApp(auth, token));
  await vi.waitUntil(async () => (await listKinds(id)).includes('app-added'));
});

test('[A5] a sign-in from a new device or network is listed and emailed, one from a known device is not', async () => {
  const { id, email } = await auth.join();
  const phone = { 'user-agent': 'Phone/1.0', 'x-test-address': '198.51.100.7' };
  await signIn(email, phone);
  await vi.waitUntil(() =>
    auth.mails.some(({ to, subject }) => to === email && subject === 'New sign-in to your account'),
  );
  // An update of the browser is no new device.
  await signIn(email, { ...phone, 'user-agent': 'Phone/2.4.1' });
  await signIn(email, { ...phone, 'x-test-address': '203.0.113.7' });
  await vi.waitUntil(async () => (await listKinds(id)).length === 2);
  expect(await listKinds(id)).toEqual(['new-sign-in', 'new-sign-in']);
});

test('[A5] an account causes at most twenty emails about one kind of event in a day, and its owner still gets all others', async () => {
  const { id, email, access: token } = await auth.join();
  const listMails = (subject: string) => auth.mails.filter((mail) => mail.to === email && mail.subject === subject);
  const signInElsewhere = async (count: number) => {
    for (let n = 0; n < count; n += 1) await signIn(email, { 'user-agent': `Browser ${'x'.repeat(n + 1)}` });
  };
  await signInElsewhere(25);
  expect(await listKinds(id)).toHaveLength(25);
  await request('POST /recover', { body: { email } });
  await vi.waitUntil(() => listMails('Reset your password').length === 1);
  expect(listMails('New sign-in to your account')).toHaveLength(20);
  await request('PUT /user', { token, body: { password: 'another horse' } });
  await vi.waitUntil(() => listMails('Your password was changed').length === 1);
  auth.wait(24 * 3600 + 1);
  const body = { email, password: 'another horse' };
  await request('POST /token?grant_type=password', { body, headers: { 'user-agent': 'Tablet' } });
  await vi.waitUntil(() => listMails('New sign-in to your account').length === 21);
});

test('[A5] the latest 100 devices of an account are remembered, and the one of the last sign-in is not new', async () => {
  const { id, email } = await auth.join();
  await database.sql`insert into auth.known_devices (user_id, device_hash, last_used_at)
    select ${id}, decode(md5(n::text), 'hex'), now() - n * interval '1 minute' from generate_series(1, 150) n`;
  const phone = { 'user-agent': 'Phone/1.0', 'x-test-address': '198.51.100.7' };
  await signIn(email, phone);
  await signIn(email, phone);
  expect(await listKinds(id)).toEqual(['new-sign-in']);
  const [known] = await database.sql`select count(*)::integer as count from auth.known_devices where user_id = ${id}`;
  expect(known).toEqual({ count: 100 });
});

test('[A5] the first sign-in and a wrong password are not events', async () => {
  const { id, email } = await auth.join();
  await request('POST /token?grant_type=password', { body: { email, password: 'wrong' } });
  await request('POST /recover', { body: { email: newEmail() } });
  expect(await listKinds(id)).toEqual([]);
});

test('[A5] the latest 50 events are kept, and deleted with the account', async () => {
  const { id, access: token } = await auth.join();
  await database.sql`insert into auth.security_events (user_id, kind)
    select ${id}, 'passkey-added' from generate_series(1, 50)`;
  await request('PUT /user', { token, body: { password: 'another horse' } });
  await vi.waitUntil(async () => (await listKinds(id)).at(-1) === 'password-changed');
  await vi.waitUntil(async () => (await listKinds(id)).length === 50);
  await database.sql`delete from auth.users where id = ${id}`;
  expect(await listKinds(id)).toEqual([]);
});

test('[A5] an event is stored with its change: if it cannot be stored, nothing changes', async () => {
  const { id, email, access: token } = await auth.join();
  await database.sql`create function public.refuse_event() returns trigger language plpgsql
    as 'begin if new.user_id = tg_argv[0]::uuid then raise exception $$no room$$; end if; return new; end'`;
  await database.sql.unsafe(`create trigger refuse before insert on auth.security_events
    for each row execute function public.refuse_event('${id}')`);
  expect((await request('PUT /user', { token, body: { password: 'another horse' } })).status).toBe(500);
  expect((await signIn(email, {})).status).toBe(200);
  await database.sql`drop trigger refuse on auth.security_events`;
  expect((await request('PUT /user', { token, body: { password: 'another horse' } })).status).toBe(200);
  // The response comes after the commit, so the event is there.
  expect(await listKinds(id)).toEqual(['password-changed']);
});

test('[A5] a reused refresh token is listed and emailed, once', async () => {
  const { id, email, refresh: first } = await auth.join();
  const refresh = (text: string) => request('POST /token?grant_type=refresh_token', { body: { refresh_token: text } });
  const { json } = await refresh(first);
  await request('GET /user', { token: json.access_token });
  auth.wait(11);
  expect((await refresh(first)).json['code']).toBe('refresh_token_already_used');
  expect(await listKinds(id)).toEqual(['session-reused']);
  expect((await refresh(first)).json['code']).toBe('refresh_token_not_found');
  await vi.waitUntil(() =>
    auth.mails.some(({ to, subject }) => to === email && subject === 'A device was signed out of your account'),
  );
  expect(await listKinds(id)).toHaveLength(1);
});

describe('changes by an operator', () => {
  const operate = (line: string, body?: unknown) => request(line, { token: auth.tokens.serviceRoleKey, body });
  const listMails = (email: string) =>
    auth.mails
      .filter(({ to, subject }) => to === email && subject === 'An operator changed your account')
      .map(({ text }) => text.split('.')[0]);

  test('[A5] are listed without the operator’s device, and emailed to the address before the change', async () => {
    const { id, email } = await auth.join();
    const at = `PUT /admin/users/${id}`;
    await operate(at, { password: 'another horse' });
    await operate(at, { ban_duration: '24h' });
    await operate(at, { ban_duration: 'none' });
    await operate(at, { email: newEmail() });
    // The owner does not need to know about these changes.
    await operate(at, { ban_duration: 'none', user_metadata: { name: 'Ann' } });
    const kinds = ['operator-password-changed', 'operator-banned', 'operator-unbanned', 'operator-email-changed'];
    expect(await listEvents(id)).toEqual(kinds.map((kind) => ({ kind, userAgent: '', ip: '' })));
    await vi.waitUntil(() => listMails(email).length === 4);
    expect(listMails(email)).toEqual([
      'An operator changed the password of your account',
      'An operator suspended your account and signed out all devices',
      'An operator lifted the suspension of your account',
      'An operator changed the email address of your account',
    ]);
  });

  test('[A5] of second steps and passkeys are listed and emailed', async () => {
    const { id, email, access: token } = await auth.join();
    const passkey = await auth.register(token, createAuthenticator());
    const factor = await enrollApp(auth, token);
    await verify(auth, token, factor);
    await operate(`DELETE /admin/users/${id}/factors/${factor.id}`);
    await operate(`DELETE /admin/users/${id}/passkeys/${passkey.json.id}`);
    expect((await listKinds(id)).slice(2)).toEqual(['operator-app-removed', 'operator-passkey-removed']);
    await vi.waitUntil(() => listMails(email).length === 2);
  });

  test('[A5] the deletion of the account is emailed', async () => {
    const { id, email } = await auth.join();
    await operate(`DELETE /admin/users/${id}`);
    await vi.waitUntil(() => listMails(email).length === 1);
    expect(listMails(email)).toEqual(['An operator deleted your account and all of its data']);
  });
});
