/** With autoconfirm, an attacker can prepare an account for an address. Its owner claims it, and the attacker loses access. */
import { afterAll, expect, test, vi } from 'vitest';
import { enrollApp, verify } from '#server/auth/factors/testing/test-factors.ts';
import { createPasskeySandbox } from '#server/auth/passkeys/testing/passkey-sandbox.ts';
import { PASSWORD } from '#server/auth/testing/test-auth.ts';

const bench = await createPasskeySandbox();
const { request, joinWithPasskey, signIn, startRegistration } = bench;
const { sql } = bench.database;
afterAll(() => bench.database.close());

const THEIRS = PASSWORD;
const OWN = 'the owner chose this';

/** Follows a recovery link without setting a password, and returns the access token. */
async function recover(email: string): Promise<string> {
  const before = bench.mails.length;
  await request('POST /recover', { body: { email } });
  const mail = await vi.waitUntil(() =>
    bench.mails.slice(before).find(({ to, subject }) => to === email && subject === 'Reset your password'),
  );
  const followed = await bench.app.request(`/verify${new URL(mail.link).search}`);
  const { hash } = new URL(followed.headers.get('location') ?? '');
  return new URLSearchParams(hash.slice(1)).get('access_token') ?? '';
}

const setPassword = (token: string) => request('PUT /user', { token, body: { password: OWN } });
const logIn = async (email: string, password: string): Promise<number> =>
  (await request('POST /token?grant_type=password', { body: { email, password } })).status;
const isOut = async (token: string): Promise<boolean> => (await request('GET /user', { token })).status !== 200;

/** The address at the provider, or nothing where the provider did not verify it. */
async function link(userId: string, subject: string, data: object): Promise<void> {
  await sql`insert into auth.identities (provider_id, user_id, provider, identity_data)
    values (${subject}, ${userId}, 'keycloak', ${JSON.stringify(data)}::text::jsonb)`;
}

const listIdentities = async (userId: string) =>
  (await sql<{ id: string }[]>`select provider_id as id from auth.identities where user_id = ${userId}`)
    .map(({ id }) => id)
    .filter((id) => id !== userId);

test('[A2] a new password after an emailed link claims the account and removes all previous access', async () => {
  const account = await joinWithPasskey();
  await link(account.id, 'stranger', { email: 'stranger@example.org', email_verified: true });
  await link(account.id, 'unverified', { email: account.email, email_verified: false });
  await link(account.id, 'nameless', {});
  await link(account.id, 'owner', { email: account.email, email_verified: true });
  await enrollApp(bench, account.access);
  await startRegistration(account.access);
  const access = await recover(account.email);
  expect(await setPassword(access)).toMatchObject({ status: 200, json: { email: account.email } });
  expect(await signIn(account.passkey)).toMatchObject({ status: 400 });
  expect(await logIn(account.email, THEIRS)).toBe(400);
  expect([await isOut(account.access), await isOut(access)]).toEqual([true, false]);
  expect(await listIdentities(account.id)).toEqual(['owner']);
  const { json } = await request('GET /user', { token: access });
  expect(json['app_metadata']).toEqual({ provider: 'email', providers: ['email', 'keycloak'] });
  expect(json).not.toHaveProperty('factors');
  expect(await sql`select 1 from auth.webauthn_challenges where user_id = ${account.id}`).toEqual([]);
  expect(await logIn(account.email, OWN)).toBe(200);
});

test('[A2] an abandoned recovery removes and proves nothing', async () => {
  const account = await joinWithPasskey();
  await recover(account.email);
  expect((await signIn(account.passkey)).status).toBe(200);
  expect([await logIn(account.email, THEIRS), await isOut(account.access)]).toEqual([200, false]);
  expect(await sql`select email_proved_at from auth.users where id = ${account.id}`).toEqual([
    { email_proved_at: null },
  ]);
});

test('[A2] once the address is proven, a later recovery keeps the sign-in methods', async () => {
  const account = await joinWithPasskey();
  await sql`update auth.users set email_proved_at = now() where id = ${account.id}`;
  await link(account.id, 'friend', {});
  expect(await setPassword(await recover(account.email))).toMatchObject({ status: 200 });
  expect((await signIn(account.passkey)).status).toBe(200);
  expect(await listIdentities(account.id)).toEqual(['friend']);
});

test('[A3] changing the password while signed in keeps the sign-in methods', async () => {
  const account = await joinWithPasskey();
  expect(await setPassword(account.access)).toMatchObject({ status: 200 });
  expect((await signIn(account.passkey)).status).toBe(200);
});

test('[A3] access to the inbox neither removes nor bypasses a verified second factor', async () => {
  const account = await joinWithPasskey();
  await verify(bench, account.access, await enrollApp(bench, account.access));
  const access = await recover(account.email);
  expect(await setPassword(access)).toMatchObject({ status: 401, json: { code: 'insufficient_aal' } });
  expect((await request('GET /user', { token: access })).json['factors']).toMatchObject([{ status: 'verified' }]);
  const operator = { token: bench.tokens.serviceRoleKey };
  const { json } = await request(`GET /admin/users/${account.id}/factors`, operator);
  await request(`DELETE /admin/users/${account.id}/factors/${Object.values(json).find(isFactor)?.id}`, operator);
  expect(await setPassword(access)).toMatchObject({ status: 200 });
  expect(await signIn(account.passkey)).toMatchObject({ status: 400 });
});

const isFactor = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'status' in value;

test('[A3] an address that an operator confirms is proven, until the address changes', async () => {
  const account = await joinWithPasskey();
  const line = `PUT /admin/users/${account.id}`;
  const isProved = async (): Promise<unknown> =>
    (await sql`select email_proved_at is not null as proved from auth.users where id = ${account.id}`)[0];
  const write = (body: object) => request(line, { token: bench.tokens.serviceRoleKey, body });
  await write({ email_confirm: true });
  expect(await isProved()).toEqual({ proved: true });
  await write({ email: account.email });
  expect(await isProved()).toEqual({ proved: true });
  await write({ email: `other-${account.email}` });
  expect(await isProved()).toEqual({ proved: false });
  await write({ email: account.email, email_confirm: true });
  expect(await isProved()).toEqual({ proved: true });
});
