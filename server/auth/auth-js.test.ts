/** The official client library behaves as it does with hosted Supabase. */
import type { AuthFlowType } from '@supabase/auth-js';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createAuthDevice } from './testing/auth-device.ts';
import { createTestAuth, newEmail, PASSWORD, SITE } from './testing/test-auth.ts';

const auth = await createTestAuth();
const server = new Hono().route('/auth/v1', auth.app);

type DeviceParts = { readonly key: string; readonly app: Hono; readonly flowType: AuthFlowType };

const createDevice = ({ key = auth.tokens.anonKey, app = server, flowType }: Partial<DeviceParts> = {}) =>
  createAuthDevice({ site: app, key, ...(flowType && { flowType }) });

test('[wire] sign up, read the user, sign out, sign in, refresh', async () => {
  const device = createDevice();
  const email = newEmail();
  const signedUp = await device.signUp({ email, password: PASSWORD, options: { data: { username: 'Ann' } } });
  expect(signedUp.error).toBeNull();
  expect(signedUp.data.session?.user.id).toBe(signedUp.data.user?.id);
  const me = await device.getUser();
  expect(me.data.user).toMatchObject({ email, user_metadata: { username: 'Ann' } });
  expect(await device.signOut()).toEqual({ error: null });
  expect((await device.getSession()).data.session).toBeNull();

  const signedIn = await device.signInWithPassword({ email, password: PASSWORD });
  expect(signedIn.data).not.toHaveProperty('weakPassword', expect.anything());
  const refreshed = await device.refreshSession();
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token);
  expect((await device.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  });
});

test('[wire] the client verifies a token with the published key, without requesting the user', async () => {
  const device = createDevice();
  await device.signUp({ email: newEmail(), password: PASSWORD });
  const { data, error } = await device.getClaims();
  expect(error).toBeNull();
  expect(data).toMatchObject({ claims: { role: 'authenticated', aal: 'aal1' }, header: { alg: 'ES256' } });
});

test('[wire] errors arrive as the classes and codes of the client', async () => {
  const device = createDevice();
  const email = newEmail();
  const weak = await device.signUp({ email, password: 'x' });
  expect(weak.error).toMatchObject({
    name: 'AuthWeakPasswordError',
    status: 422,
    code: 'weak_password',
    reasons: ['length'],
  });
  await device.signUp({ email, password: PASSWORD });
  const again = await createDevice().signUp({ email, password: PASSWORD });
  expect(again.error).toMatchObject({ name: 'AuthApiError', status: 422, code: 'user_already_exists' });
  const wrong = await createDevice().signInWithPassword({ email, password: 'wrong' });
  expect(wrong.error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'invalid_credentials' });
});

test('[wire] a device whose session was ended elsewhere learns it from the response and deletes the session', async () => {
  const [here, there] = [createDevice(), createDevice()];
  const email = newEmail();
  await here.signUp({ email, password: PASSWORD });
  await there.signInWithPassword({ email, password: PASSWORD });
  expect((await here.updateUser({ password: 'brand new one' })).error).toBeNull();
  expect((await there.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  expect((await there.getSession()).data.session).toBeNull();
  expect((await here.getUser()).error).toBeNull();
});

test('[wire] a client that lost the response to its refresh stays signed in', async () => {
  let isBroken = false;
  const losing = new Hono().all('*', async (c) => {
    const answer = await server.fetch(c.req.raw);
    return isBroken ? new Response('gateway', { status: 502 }) : answer;
  });
  const device = createDevice({ app: losing });
  await device.signUp({ email: newEmail(), password: PASSWORD });
  const before = (await device.getSession()).data.session?.refresh_token ?? '';
  isBroken = true;
  await losing.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: before }),
  });
  isBroken = false;
  auth.wait(3600);
  const { data, error } = await device.refreshSession();
  expect(error).toBeNull();
  expect((await device.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })).error).toBeNull();
});

test('[wire] a forgotten password is replaced with the code of a link (PKCE)', async () => {
  const device = createDevice({ flowType: 'pkce' });
  const email = newEmail();
  await device.signUp({ email, password: PASSWORD });
  await device.signOut();
  expect((await device.resetPasswordForEmail(email, { redirectTo: `${SITE}/reset` })).error).toBeNull();
  const mail = await vi.waitUntil(() => auth.mails.find(({ to }) => to === email));
  const followed = await server.request(mail.link);
  const target = new URL(followed.headers.get('location') ?? '');
  expect(target.origin + target.pathname).toBe(`${SITE}/reset`);
  const { data, error } = await device.exchangeCodeForSession(target.searchParams.get('code') ?? '');
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect((await device.updateUser({ password: 'brand new one' })).error).toBeNull();
  expect((await createDevice().signInWithPassword({ email, password: 'brand new one' })).error).toBeNull();
});

test('[wire] the app can send the token of a link itself', async () => {
  const device = createDevice();
  const email = newEmail();
  await device.signUp({ email, password: PASSWORD });
  await device.resetPasswordForEmail(email);
  const mail = await vi.waitUntil(() => auth.mails.find(({ to }) => to === email));
  const token = new URL(mail.link).searchParams.get('token') ?? '';
  const { data, error } = await createDevice().verifyOtp({ type: 'recovery', token_hash: token });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
});

test('[wire] a sign-up that is not confirmed yet has a user and no session', async () => {
  const app = new Hono().route('/auth/v1', auth.beside({ autoconfirm: false }));
  const { data, error } = await createDevice({ app }).signUp({ email: newEmail(), password: PASSWORD });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user?.identities).toHaveLength(1);
});

test('[wire] operators create, list, change and delete users', async () => {
  const { admin } = createDevice({ key: auth.tokens.serviceRoleKey });
  const email = newEmail();
  const made = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
  expect(made.error).toBeNull();
  const id = made.data.user?.id ?? '';
  expect((await admin.getUserById(id)).data.user?.email).toBe(email);
  const listed = await admin.listUsers({ page: 1, perPage: 3 });
  expect(listed.data).toMatchObject({ nextPage: 2, aud: 'authenticated' });
  expect(listed.data.users.map((user) => user.id)).toContain(id);
  expect((await admin.updateUserById(id, { user_metadata: { name: 'Ann' } })).data.user?.user_metadata).toMatchObject({
    name: 'Ann',
  });
  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  expect((await createDevice().admin.listUsers()).error).toMatchObject({ code: 'not_admin' });
});

test('[wire] two apps on one database share their state', async () => {
  const other = new Hono().route('/auth/v1', auth.beside({}));
  const email = newEmail();
  const [here, there] = [createDevice(), createDevice({ app: other })];
  await here.signUp({ email, password: PASSWORD });
  const session = (await here.getSession()).data.session;
  const moved = await there.setSession({
    access_token: session?.access_token ?? '',
    refresh_token: session?.refresh_token ?? '',
  });
  expect(moved.error).toBeNull();
  expect((await there.refreshSession()).error).toBeNull();
  expect((await there.signOut({ scope: 'global' })).error).toBeNull();
  expect((await here.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
});
