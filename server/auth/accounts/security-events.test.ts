/** Security events: which changes are reported, what the owner gets, and how many are kept. */
import { afterAll, expect, test, vi } from 'vitest';
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
